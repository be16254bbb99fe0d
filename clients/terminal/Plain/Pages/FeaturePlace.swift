import FHJSON
import FHTerminalClient

/// A feature that is shown, from its outermost part to the part that the commands act on.
struct FeaturePlace {
    let dialog: PlainDialog
    /// The presentation of the feature, with its title, its buttons and the way out.
    let question: Question
    /// The features from the outermost one to the part, each within the one before.
    let chain: [Node]
    /// A name that stays the same as long as the same part is shown at the same place.
    let key: String

    init(_ node: Node, _ question: Question, key: String, _ dialog: PlainDialog) {
        self.dialog = dialog
        self.question = question
        chain = Self.chain(from: node, dialog.memory)
        let steps = chain.map { $0.state.object("steps").text("id") + $0.state.object("step").text("id") }
        self.key = ([key] + chain.map(\.identity) + steps).joined(separator: "\u{1E}")
    }

    /// The part that the commands act on.
    var part: Node { chain[chain.count - 1] }
    /// The outermost feature.
    var root: Node { chain[0] }
    var memory: PlainMemory { dialog.memory }

    private static func chain(from node: Node, _ memory: PlainMemory) -> [Node] {
        var chain = [node]
        // A feature within many others is said at the level of the last one.
        while chain.count < 20, let next = within(chain[chain.count - 1], memory) { chain.append(next) }
        return chain
    }

    /// Returns the feature within another one that the commands act on; nil if they act on the other one.
    private static func within(_ node: Node, _ memory: PlainMemory) -> Node? {
        switch node.kind {
        case "flow": return node.state["status"]?.stringValue ?? "active" == "active" ? node.top : nil
        case "view":
            if let path = memory.children[node.identity] { return node.child(path) }
            let lines = node.layoutWithPanes
            let children = lines.filter { $0.type == "child" }
            guard children.count == 1, !lines.contains(where: { $0.hasValue || $0.type == "button" }),
                let child = node.child(children[0].path), child.kind != "view"
            else { return nil }
            return child
        default: return nil
        }
    }

    // MARK: Words

    /// The title of the part.
    var title: String { PlainText.line(chain.count == 1 && !question.title.isEmpty ? question.title : part.title) }

    /// The titles from the outermost feature to the part, with the steps of flows.
    var titles: [String] {
        var titles: [String] = []
        for (index, node) in chain.enumerated() {
            let title = index == 0 && !question.title.isEmpty ? question.title : node.title
            // The title of a step is often that of its feature too.
            let isNew = !titles.contains { $0 == title || $0.hasSuffix(": \(title)") }
            if isNew { titles.append(title) }
            if let step = Self.step(of: node) { titles.append(step) }
        }
        return titles.map(PlainText.line)
    }

    /// Returns the step of a flow or a form, such as `step 2 of 4: Address`; nil if it has no steps.
    private static func step(of node: Node) -> String? {
        let step = node.kind == "flow" ? node.state.object("steps") : node.state.object("step")
        let isActive = node.state["status"]?.stringValue ?? "active" == "active"
        guard step.count > 0, node.kind == "form" || isActive else { return nil }
        let count = step.number("count")
        let place = "step \(min(step.number("index"), max(0, count - 1)) + 1) of \(count)"
        return step.text("title").isEmpty ? place : "\(place): \(step.text("title"))"
    }

    /// Makes a page about the part.
    func page() -> Page {
        var page = Page(key: key, isOver: root.snapshot.path.last == "presentation")
        page.head = [PlainText.sentence(titles.joined(separator: ", "))]
        if !question.note.isEmpty { page.head.append(PlainText.indented(question.note)) }
        for node in chain where !node.readOnlyReason.isEmpty {
            page.note("read only \(node.identity)", PlainText.indented(node.readOnlyReason))
        }
        for (node, error) in errors { page.note("error \(node.identity) \(error.text("id"))", words(of: error)) }
        for notice in part.notices {
            let advice = notice.undo == nil ? "" : " revert undoes it."
            page.note("notice \(notice.id)", PlainText.sentence(PlainText.indented(notice.text)) + advice)
        }
        page.prompt = "\(title)> "
        return page
    }

    /// The line of a page that names the buttons; empty if there are none.
    func buttonLine(_ choices: [Choice]) -> [String] {
        let titles = choices.filter { $0.reason == nil && !$0.title.isEmpty }.map { PlainText.line($0.title) }
        return titles.isEmpty ? [] : ["You can type: \(titles.joined(separator: ", "))."]
    }

    // MARK: Errors

    /// The errors of the shown features, oldest first.
    private var errors: [(Node, JSONValue)] {
        let outer = chain.dropLast().flatMap { node in node.errors("banner", "inline", "fullScreen").map { (node, $0) }
        }
        let inner = part.parts.reversed().flatMap { node in
            node.errors("banner", "inline", "fullScreen").map { (node, $0) }
        }
        return outer + inner
    }

    private func words(of error: JSONValue) -> String {
        let message = PlainText.sentence(PlainText.indented(error.text("message")))
        return "Error: \(message)" + (error.value("retry") == nil ? "" : " retry tries again.")
            + " dismiss removes this message."
    }

    /// The commands about the newest error; none if there are no errors.
    private var errorCommands: [Command] {
        let errors = errors
        guard let (node, newest) = errors.last else { return [] }
        var commands: [Command] = []
        if let (node, error) = errors.last(where: { $0.1.value("retry") != nil }) {
            commands.append(
                Command("retry", "", "tries again what has failed.") { _ in
                    let params = Params { $0.field("id", error.text("id")) }
                    node.send(error.text("retry"), title: "Retry", params)
                })
        }
        commands.append(
            Command("dismiss", "", "removes the message about the error.") { _ in
                node.send("dismissError", title: "Dismiss", Params { $0.field("id", newest.text("id")) })
            })
        return commands
    }

    // MARK: Work

    /// The oldest work that takes time, with its progress; nil if none runs.
    var runningWork: Work? {
        part.runningWork.first.map { work in
            let words = [work.name + "…", work.detail].filter { !$0.isEmpty }.joined(separator: " ")
            return Work(id: "effect \(work.id)", PlainText.line(words))
        }
    }

    /// The command that ends the oldest work; none if no work can be ended, or if the feature has its own command.
    private var workCommands: [Command] {
        guard !["search", "form"].contains(part.kind), let cancel = part.runningWork.lazy.compactMap(\.cancel).first
        else { return [] }
        return [Command("stop", "", "ends the running work.") { _ in cancel() }]
    }

    /// The command that undoes what the newest notice is about; none if that is not possible.
    private var noticeCommands: [Command] {
        guard let undo = part.notices.last?.undo else { return [] }
        return [Command("revert", "", "undoes what the newest notice is about.") { _ in undo() }]
    }

    // MARK: Actions

    /// The buttons of the features, those of the part first, and those of the presentation last.
    var choices: [Choice] {
        let offered = chain.reversed().flatMap { node in
            node.draftActions + (node.kind == "flow" ? node.stepActions : []) + node.toolbar
        }
        return offered.map { Choice($0.title, role: $0.role, unless: $0.reason, press: $0.send) } + question.choices
    }

    /// The button of the author's text about an empty source, if no toolbar has it.
    var choiceWhenEmpty: [Choice] {
        guard let button = WhenEmpty(part)?.button, !choices.contains(where: { isSameText($0.title, button.title) })
        else { return [] }
        return [Choice(button.title, role: button.role, unless: button.reason, press: button.send)]
    }

    /// The commands about errors, drafts and the steps of the features.
    var commands: [Command] { errorCommands + workCommands + noticeCommands }

    // MARK: The way back

    /// Goes back to the step or the page before; returns the reason, for users, why that is not possible.
    func goBack() -> String? {
        if let back = wayBack {
            back()
            return nil
        }
        return leave()
    }

    private var wayBack: (() -> Void)? {
        for (index, node) in chain.enumerated().reversed() {
            if node.kind == "form", node.step.count == 0, node.state.value("step") != nil, node.can("previousStep") {
                return { node.send("previousStep", title: "Back") }
            }
            if node.kind == "flow" {
                if node.state.object("steps").count > 0, node.can("back") {
                    return { node.send("back", title: "Back") }
                }
                if node.state.list("stack").count > 1, node.can("pop") { return { node.send("pop", title: "Back") } }
            }
            if index < chain.count - 1, memory.children[node.identity] != nil {
                return { [memory] in memory.children[node.identity] = nil }
            }
        }
        return nil
    }

    /// Leaves the outermost feature; returns the reason, for users, why that is not possible.
    func leave() -> String? {
        if let leave = question.leave {
            leave()
            return nil
        }
        guard let button = chain.flatMap(\.toolbar).first(where: { $0.role == "cancellation" }) else {
            let titles = question.choices.map { PlainText.line($0.title) }
            return titles.isEmpty ? "this can't be left" : "use one of its buttons: \(titles.joined(separator: ", "))"
        }
        if let reason = button.reason { return reason }
        button.send()
        return nil
    }
}
