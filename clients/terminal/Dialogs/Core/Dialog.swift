public import FHTerminalScreen
public import FHTerminalUI

/// A dialog with the user that handles events and draws itself, but reads and writes nothing.
///
/// ``DialogRunner`` passes keys and the time to the dialog, and shows it until it has a result.
public protocol Dialog: AnyObject {
    /// The part of the terminal in which the dialog is drawn.
    var place: Screen.Mode { get }
    /// The result; nil until the dialog is answered.
    var result: DialogResult? { get }
    /// The time in milliseconds at which ``wake(now:)`` has to be called next; nil for none.
    var deadline: Int? { get }
    /// True if the next frame is drawn at once, because the last frame lacked what the dialog is about.
    var isFrameUrgent: Bool { get }

    /// Returns the number of rows that the dialog needs.
    func height(width: Int) -> Int
    /// Draws the dialog.
    ///
    /// - Parameter area: an area with at least one row; it may have fewer rows than ``height(width:)``.
    func draw(_ painter: inout Painter, in area: Rect)
    /// Handles a key or another event of the terminal.
    func handle(_ event: InputEvent)
    /// Sets the current time in milliseconds.
    ///
    /// It is called before the first frame, at each ``deadline``, and at other times too.
    func wake(now: Int)
    /// Cancels the dialog, as `ctrl+c` does.
    func cancel()
    /// Returns the answer if there is no terminal.
    func resultWithoutTerminal() -> DialogResult
}

extension Dialog {
    /// The part of the terminal in which the dialog is drawn.
    public var place: Screen.Mode { .inline }
    /// False: while input and keys wait, frames have pauses between them.
    public var isFrameUrgent: Bool { false }
}

/// Exit statuses of dialogs.
public enum DialogStatus {
    /// The user has chosen, said yes or submitted.
    public static let chosen: Int32 = 0
    /// The user has said no, or has chosen nothing.
    public static let nothing: Int32 = 1
    /// The dialog can't work.
    public static let failed: Int32 = 2
    /// The timeout has passed.
    public static let timedOut: Int32 = 124
    /// Cancelled by `ctrl+c` or escape.
    public static let cancelled: Int32 = 130
}

/// The result of a dialog: its exit status, its answer and its messages.
public struct DialogResult: Equatable, Sendable {
    /// The exit status.
    public var status: Int32
    /// The answer for standard output, without a line feed at its end; nil to write nothing.
    public var output: String?
    /// The line that stays on the terminal; nil for none.
    public var line: AnswerLine?
    /// A message for standard error; nil for none.
    public var message: String?

    /// Makes a result.
    public init(_ status: Int32, output: String? = nil, line: AnswerLine? = nil, message: String? = nil) {
        self.status = status
        self.output = output
        self.line = line
        self.message = message
    }

    /// Returns the result of a dialog that can't work.
    public static func failed(_ message: String) -> DialogResult {
        DialogResult(DialogStatus.failed, message: message)
    }

    /// Returns the result of a dialog that was cancelled.
    static func cancelled(_ title: String) -> DialogResult {
        DialogResult(DialogStatus.cancelled, line: AnswerLine(title, "cancelled", .warning))
    }

    /// Returns the result of a dialog whose timeout has passed.
    static func timedOut(_ title: String) -> DialogResult {
        DialogResult(DialogStatus.timedOut, line: AnswerLine(title, "timed out", .warning), message: "timed out")
    }
}

/// The line that stays when a dialog has ended, such as `? Delete it? Yes`.
public struct AnswerLine: Equatable, Sendable {
    /// The style of the answer.
    public enum Tone: Sendable {
        case answer, success, warning, error
    }

    /// The mark before the title; empty for none.
    public var mark: String
    /// The question.
    public var title: String
    /// The answer.
    public var answer: String
    /// The style of the answer.
    public var tone: Tone

    /// Makes a line.
    ///
    /// - Parameter mark: the mark; nil for `?` if there is a title, and otherwise for no mark.
    public init(_ title: String, _ answer: String, _ tone: Tone = .answer, mark: String? = nil) {
        self.mark = mark ?? (title.isEmpty ? "" : "?")
        self.title = title
        self.answer = answer
        self.tone = tone
    }
}
