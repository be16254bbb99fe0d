public import FHTerminalScreen
public import FHTerminalUI

/// A field in which the user types a line of text or a password.
public final class InputDialog: Dialog {
    /// The name of the text field, which has the focus; the other dialogs with a text field use it too.
    static let target = "text"
    private static let dots = "••••••••"

    /// The result; nil until the dialog is answered.
    public private(set) var result: DialogResult?
    private let options: InputOptions
    private let text: LimitedEditor
    private var countdown: Countdown

    /// Creates the dialog.
    public init(_ options: InputOptions) {
        self.options = options
        text = LimitedEditor(options)
        countdown = Countdown(options.settings)
    }

    private func line(_ answer: String) -> AnswerLine {
        let header = options.settings.header
        if !header.isEmpty { return AnswerLine(header, answer) }
        // The prompt ends with a blank, and the line that stays adds one after its mark.
        var prompt = options.prompt
        if prompt.last == " " { prompt.removeLast() }
        return AnswerLine("", answer, mark: prompt)
    }

    private var answer: DialogResult {
        // The number of dots doesn't reveal the length of a password.
        let shown = options.isSecret ? Self.dots : text.editor.text
        return DialogResult(DialogStatus.chosen, output: text.editor.text, line: line(shown))
    }

    private func left(_ result: DialogResult) -> DialogResult {
        var result = result
        if let ended = result.line { result.line = line(ended.answer) }
        result.line?.tone = .warning
        return result
    }

    // MARK: Events

    /// The time of the next ``wake(now:)``; nil for none.
    public var deadline: Int? { countdown.deadline }

    /// Sets the current time in milliseconds.
    public func wake(now: Int) {
        countdown.wake(now)
        if countdown.isOver { result = left(.timedOut("")) }
    }

    /// Cancels the dialog.
    public func cancel() { result = left(.cancelled("")) }

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if event.isCancel { return cancel() }
        if event == .key(Key(.enter)) { return result = answer }
        text.handle(event)
    }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult {
        if options.isSecret { return .failed("A password is typed on a terminal, and there is none.") }
        if options.value.isEmpty { return .failed("Typing needs a terminal, or --value.") }
        return answer
    }

    // MARK: Drawing

    private var frame: DialogFrame {
        var info = [countdown.text]
        let count = text.editor.characters.count
        // The limit is shown only when it is near.
        if text.charLimit > 0, count >= text.charLimit - text.charLimit / 10, !options.isSecret {
            info.append("\(count)/\(text.charLimit)")
        }
        let hints = [Hint("⏎", "submit"), Hint("esc", "leave")]
        return DialogFrame(settings: options.settings, hints: hints, info: info)
    }

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int { frame.height(1, width: width) }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        let contents = frame.draw(&painter, in: area)
        let prompt = TextFlow.cut(options.prompt, width: area.width / 2)
        let x = painter.put(prompt, at: contents.origin, painter.theme.accent, in: contents)
        let rest = contents.maxX - x
        let field = Rect(x, contents.minY, options.width > 0 ? min(options.width, rest) : rest, 1)
        painter.line(of: text.editor, Target(Self.target, field), placeholder: options.placeholder)
    }
}
