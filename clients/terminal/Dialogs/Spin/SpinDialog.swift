public import FHTerminalScreen
public import FHTerminalUI

/// Options of the dialog `spin`.
public struct SpinOptions: Equatable, Sendable {
    /// The command and its arguments.
    public var command: [String]
    /// The text beside the spinner.
    public var title = "Loading..."
    /// The spinner.
    public var spinner = Spinner.dot
    /// True to draw the spinner after the title.
    public var isTrailing = false
    /// True to write the standard output of the command.
    public var showStdout = false
    /// True to write the standard error of the command.
    public var showStderr = false
    /// True to write the output of a command that fails.
    public var showError = false
    /// The time in milliseconds after which the command is ended; nil or 0 for no limit.
    public var timeoutMs: Int?

    /// Makes options.
    public init(_ command: [String]) { self.command = command }
}

/// Shows a spinner while a command runs.
public final class SpinDialog: Dialog {
    /// The result; nil until the dialog is answered.
    public private(set) var result: DialogResult?
    let options: SpinOptions
    private var countdown: Countdown
    private var start: Int?
    private var now = 0

    /// Creates the dialog.
    public init(_ options: SpinOptions) {
        self.options = options
        countdown = Countdown(DialogSettings(timeoutMs: options.timeoutMs))
        if options.command.isEmpty { result = .failed("There is no command to run.") }
    }

    private var elapsedMs: Int { now - (start ?? now) }

    /// True if the timeout has passed, so that the command has to be ended.
    public var isTimeUp: Bool { countdown.isOver }

    /// Ends the dialog, because the command has ended.
    ///
    /// - Parameter status: the exit status of the command, or 128 + the number of the signal that has ended it.
    public func end(status: Int32) {
        let time = DurationText.text(ms: elapsedMs)
        if isTimeUp {
            result = DialogResult(
                DialogStatus.timedOut, line: line("timed out after \(time)", .error), message: "timed out")
        } else if status == 0 {
            result = DialogResult(status, line: line(time, .success))
        } else {
            let reason = status == DialogStatus.cancelled ? "interrupted" : "status \(status)"
            result = DialogResult(status, line: line("\(reason), \(time)", .error))
        }
    }

    /// Ends the dialog, because the command can't be started.
    public func fail(status: Int32, _ message: String) { result = DialogResult(status, message: message) }

    private func line(_ text: String, _ tone: AnswerLine.Tone) -> AnswerLine {
        AnswerLine(options.title, text, tone, mark: tone == .success ? "✓" : "✗")
    }

    // MARK: Events

    /// The time of the next ``wake(now:)``; nil for none.
    public var deadline: Int? {
        let next = now + options.spinner.intervalMs - elapsedMs % options.spinner.intervalMs
        // After the timeout, the command may still run for a while.
        return countdown.isOver ? next : min(next, countdown.deadline ?? next)
    }

    /// Sets the current time in milliseconds.
    public func wake(now: Int) {
        if start == nil { start = now }
        self.now = now
        countdown.wake(now)
    }

    /// Cancels the dialog.
    public func cancel() { result = .cancelled(options.title) }

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) { if event == .key(.control("c")) { cancel() } }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult { .failed("Nothing runs the command.") }

    // MARK: Drawing

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int { 1 }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        let pictures = options.spinner.pictures
        let picture = pictures[elapsedMs / options.spinner.intervalMs % pictures.count]
        let pictureWidth = TextWidth.columns(of: picture)
        var info = elapsedMs >= 1_000 ? DurationText.text(seconds: elapsedMs / 1_000) : ""
        if isTimeUp { info = "ending" } else if !countdown.text.isEmpty { info = countdown.text }
        let titleWidth = max(0, area.width - pictureWidth - 1 - (info.isEmpty ? 0 : TextWidth.columns(of: info) + 2))
        let x = options.isTrailing ? area.minX : area.minX + pictureWidth + 1
        let title = Rect(x, area.minY, titleWidth, 1)
        let end = painter.line(options.title, in: title, painter.theme.title)
        let place = options.isTrailing ? end + 1 : area.minX
        painter.put(picture, at: Point(place, area.minY), painter.theme.accent, in: area)
        let after = options.isTrailing ? place + pictureWidth : end
        painter.put(info, at: Point(after + 2, area.minY), painter.theme.faint, in: area)
    }
}
