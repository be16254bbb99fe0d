public import FHJSON

/// One of the answers to a question.
public struct Choice {
    /// The title.
    public let title: String
    /// The role: `primary`, `destructive`, `cancel` or another one.
    public let role: String
    /// The reason why the answer can't be chosen now; nil if it can.
    public let reason: String?
    /// Called when the answer is chosen.
    public let press: () -> Void

    /// Makes an answer.
    public init(_ title: String, role: String = "", unless reason: String? = nil, press: @escaping () -> Void) {
        self.title = title
        self.role = role
        self.reason = reason
        self.press = press
    }
}

/// A question to the user: a title, a text and the answers.
public struct Question {
    /// The title.
    public var title: String
    /// The text, in any number of lines.
    public var message = ""
    /// The text that is drawn above ``node``; empty if there is none.
    public var note = ""
    /// The answers.
    public var choices: [Choice] = []
    /// The function of the escape key; nil if the user can't leave the question without an answer.
    public var leave: (() -> Void)?
    /// The feature that is shown with the question; nil if there is none.
    public var node: Node?
    /// The number of questions that follow.
    public var waiting = 0

    /// The number of questions that follow, for users; empty if there are none.
    public var info: String { waiting > 0 ? "\(waiting) more to come" : "" }

    /// The index of the answer that is suggested; nil if no answer can be chosen.
    ///
    /// Choosing it without thought must not do something that can't be undone.
    public var suggested: Int? { choices.lastIndex { $0.reason == nil && $0.role != "destructive" } }

    /// Makes a question.
    public init(
        title: String, message: String = "", choices: [Choice] = [], leave: (() -> Void)? = nil, node: Node? = nil
    ) {
        self.title = title
        self.message = message
        self.choices = choices
        self.leave = leave
        self.node = node
    }

    /// Returns the question for a node's presentation.
    ///
    /// Escape dismisses the presentation or, if that is not allowed, presses its cancel button.
    public static func presented(by presenter: Node) -> Question {
        let json = presenter.snapshot.json.object("presentation")
        let key = json.text("key")
        let choices = json.objects("buttons").map { button in
            Choice(
                button.text("title"), role: button.text("role"),
                unless: button["enabled"]?.boolValue == false ? button.object("reason").text("text") : nil
            ) {
                let params = Params {
                    $0.field("key", key)
                    $0.field("buttonId", button.text("id"))
                }
                presenter.send("pressButton", title: button.text("title"), params)
            }
        }
        var question = Question(title: json.text("title"), choices: choices)
        question.leave = choices.first { $0.role == "cancel" && $0.reason == nil }?.press
        if json.isTrue("dismissible") {
            question.leave = { presenter.send("dismiss", Params { $0.field("key", key) }) }
        }
        let reason = json.object("reason").text("text")
        question.message = [json.text("message"), reason.isEmpty ? "" : "! \(reason)"]
            .filter { !$0.isEmpty }.joined(separator: "\n\n")
        question.note = json.text("message")
        question.node = presenter.presented
        question.waiting = presenter.snapshot.json.list("queue").count
        return question
    }

    /// Returns the question for an error that the user has to read before continuing.
    public static func alert(_ node: Node, _ error: JSONValue) -> Question {
        let id = error.text("id")
        let dismiss = { node.send("dismissError", Params { $0.field("id", id) }) }
        var question = Question(title: "An error has occurred", message: error.text("message"))
        if let retry = error.value("retry")?.stringValue {
            question.choices.append(
                Choice("Retry", role: "primary") { node.send(retry, title: "Retry", Params { $0.field("id", id) }) })
        }
        question.choices.append(Choice("OK", role: "cancel", press: dismiss))
        question.leave = dismiss
        return question
    }

    /// Returns the question about a blocked action, which would lose changes.
    ///
    /// The answers are actions of the feature whose action was blocked.
    public static func unsaved(_ root: Node, _ blocked: JSONValue) -> Question {
        let node = root.child(blocked.texts("path")) ?? root
        let keep = { node.send("keepEditing") }
        return Question(
            title: "There are unsaved changes", message: "Leaving now would lose them.",
            choices: [
                Choice("Keep editing", role: "cancel", press: keep),
                Choice("Discard", role: "destructive") { node.send("confirmDiscard") },
            ], leave: keep)
    }

    /// Returns the question that is asked before the program ends with unsaved changes.
    ///
    /// - Parameter titles: the titles of the features with unsaved changes.
    static func quitting(
        _ titles: [String], stay: @escaping () -> Void, quit: @escaping () -> Void
    ) -> Question {
        let place = titles.isEmpty ? "" : "Unsaved: \(titles.joined(separator: ", ")). "
        return Question(
            title: "There are unsaved changes",
            message: place + "Quitting now would lose what is not kept as a draft.",
            choices: [
                Choice("Keep editing", role: "cancel", press: stay), Choice("Quit", role: "destructive", press: quit),
            ], leave: stay)
    }
}
