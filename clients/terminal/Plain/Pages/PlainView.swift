import FHTerminalClient

/// The words about a feature, a question or the catalog at one revision, and the meaning of lines about it.
///
/// A view is made anew whenever its state may have changed. Numbers mean the lines of the view that the user has read
/// last, so this view handles the next line.
protocol PlainView {
    /// The words.
    var page: Page { get }
    /// The question that the next line answers; nil if the next line is a command.
    var asking: Asking? { get }
    /// The commands of this view, besides those of the dialog.
    var commands: [Command] { get }
    /// The buttons.
    var choices: [Choice] { get }
    /// True if the title of a button has precedence over a command of the same name.
    var isTitleFirst: Bool { get }
    /// The work that the user waits for; nil if none runs.
    var work: Work? { get }

    /// Sends requests that the page needs, such as a window of another size; called before the page is said.
    func prepare()
    /// Handles a number; returns false if there is no line with this number.
    func choose(_ number: Int) -> Bool
    /// Handles an empty line; returns false if it has no effect.
    func acceptEmptyLine() -> Bool
    /// Goes one step back; returns the reason, for users, why that is not possible.
    func goBack() -> String?
    /// Leaves the whole; returns the reason, for users, why that is not possible.
    func leave() -> String?
    /// Returns true if the change of a line is not said, because the user has just entered it.
    func isQuiet(_ id: String) -> Bool
}

extension PlainView {
    var asking: Asking? { nil }
    var commands: [Command] { [] }
    var choices: [Choice] { [] }
    var isTitleFirst: Bool { false }
    var work: Work? { nil }

    func prepare() {}
    func choose(_ number: Int) -> Bool { false }
    func acceptEmptyLine() -> Bool { false }
    func goBack() -> String? { leave() }
    func isQuiet(_ id: String) -> Bool { false }
}
