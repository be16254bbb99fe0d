import FHTerminalClient

/// A question with numbered answers.
struct QuestionView: PlainView {
    private let question: Question
    private let key: String
    private let dialog: PlainDialog

    init(_ question: Question, key: String, _ dialog: PlainDialog) {
        self.question = question
        self.key = key
        self.dialog = dialog
    }

    var choices: [Choice] { question.choices }
    var isTitleFirst: Bool { true }

    var page: Page {
        var page = Page(key: key, isOver: true)
        page.head = [question.title, question.message].filter { !$0.isEmpty }.map(PlainText.indented)
        if !question.info.isEmpty { page.head.append(PlainText.sentence(question.info)) }
        page.items = question.choices.enumerated().map { index, choice in
            var flags = choice.reason.map { ["not now: \($0)"] } ?? []
            if index == question.suggested { flags.append("the default") }
            return Page.Item(
                id: "choice \(index)", number: index + 1, text: PlainText.line(choice.title),
                flags: flags.map(PlainText.line))
        }
        let numbers = question.choices.count > 1 ? "1 to \(question.choices.count)" : "1"
        page.prompt = "Answer, \(numbers)\(question.suggested.map { ", or an empty line for \($0 + 1)" } ?? ""): "
        return page
    }

    func choose(_ number: Int) -> Bool {
        guard question.choices.indices.contains(number - 1) else { return false }
        let choice = question.choices[number - 1]
        if let reason = choice.reason {
            dialog.say("\(PlainText.line(choice.title)): \(PlainText.indented(reason))")
        } else {
            choice.press()
        }
        return true
    }

    func acceptEmptyLine() -> Bool { question.suggested.map { choose($0 + 1) } ?? false }

    func leave() -> String? {
        guard let leave = question.leave else { return "choose one of the answers" }
        leave()
        return nil
    }
}
