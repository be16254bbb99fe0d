public import FHTerminalScreen
public import FHTerminalUI

/// Options of the dialog `confirm`.
public struct ConfirmOptions: Equatable, Sendable {
    /// The question, the line of keys, and the timeout.
    public var settings = DialogSettings(header: "Are you sure?")
    /// The default answer: that of ⏎, after the timeout, and without a terminal; nil if it is not given.
    ///
    /// If it is not given, ⏎ means yes, and the dialog fails without a terminal. After the timeout, a button to which
    /// the user has moved is the answer in any case.
    public var standard: Bool?
    /// The title of the button for yes.
    public var affirmative = "Yes"
    /// The title of the button for no; empty if there is no such button.
    public var negative = "No"
    /// True to print the question and the answer.
    public var showOutput = false

    /// Makes options.
    public init(_ prompt: String = "Are you sure?") { settings.header = prompt }
}

/// A question that is answered with yes or no.
public final class ConfirmDialog: Dialog {
    /// The result; nil until the dialog is answered.
    public private(set) var result: DialogResult?
    private let options: ConfirmOptions
    private var isYes: Bool
    private var hasMoved = false
    private var countdown: Countdown

    /// Creates the dialog.
    public init(_ options: ConfirmOptions) {
        self.options = options
        isYes = options.standard ?? true
        countdown = Countdown(options.settings)
    }

    private var title: String { options.settings.header }

    private func answer(_ isYes: Bool) -> DialogResult {
        let text = isYes ? options.affirmative : options.negative.isEmpty ? "No" : options.negative
        return DialogResult(
            isYes ? DialogStatus.chosen : DialogStatus.nothing,
            output: options.showOutput ? "\(title) \(text)" : nil, line: AnswerLine(title, text))
    }

    // MARK: Events

    /// The time of the next ``wake(now:)``; nil for none.
    public var deadline: Int? { countdown.deadline }

    /// Sets the current time in milliseconds.
    public func wake(now: Int) {
        countdown.wake(now)
        guard countdown.isOver else { return }
        // The answer is the button that the user has moved to, or else the default answer.
        result = options.standard != nil || hasMoved ? answer(isYes) : .timedOut(title)
    }

    /// Cancels the dialog.
    public func cancel() { result = .cancelled(title) }

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if event.isCancel { return cancel() }
        guard case .key(let key) = event else { return }
        switch key {
        case Key(.enter): result = answer(isYes)
        case .character("y"), .character("Y"): result = answer(true)
        case .character("n"), .character("N"), .character("q"): result = answer(false)
        case Key(.left), Key(.right), Key(.tab), Key(.tab, .shift), .character("h"), .character("l"), .control("n"),
            .control("p"):
            guard !options.negative.isEmpty else { return }
            isYes.toggle()
            hasMoved = true
        default: break
        }
    }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult {
        options.standard.map(answer) ?? .failed("“\(title)” needs a terminal, or --default.")
    }

    // MARK: Drawing

    private var frame: DialogFrame {
        var hints = [Hint("⏎", "answer"), Hint("y", options.affirmative.lowercased())]
        if !options.negative.isEmpty { hints.append(Hint("n", options.negative.lowercased())) }
        hints.append(Hint("esc", "leave"))
        if !options.negative.isEmpty { hints.append(Hint("←→", "switch")) }
        return DialogFrame(settings: options.settings, hints: hints, info: [countdown.text])
    }

    /// The buttons as they are drawn; brackets mark the active one on terminals without colours.
    private var buttons: [(text: String, isActive: Bool)] {
        [(options.affirmative, isYes), (options.negative, !isYes)].filter { !$0.0.isEmpty }
            .map { title, isActive in (isActive ? "[ \(title) ]" : "  \(title)  ", isActive) }
    }

    /// Returns true if the buttons fit beside the question.
    private func isOneLine(width: Int) -> Bool {
        if title.contains(where: \.isNewline) { return false }
        let buttons = buttons.reduce(0) { $0 + TextWidth.columns(of: $1.text) + 1 }
        return 2 + TextWidth.columns(of: title) + 1 + buttons <= width
    }

    /// Returns true if each button needs its own row.
    private func isStacked(width: Int) -> Bool {
        buttons.reduce(-1) { $0 + TextWidth.columns(of: $1.text) + 1 } > width
    }

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int {
        if isOneLine(width: width) { return frame.height(0, width: width) }
        return frame.height(isStacked(width: width) ? buttons.count : 1, width: width)
    }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        var frame = frame
        if isOneLine(width: area.width) {
            frame.least = 0
            _ = frame.draw(&painter, in: area)
            let x = title.isEmpty ? area.minX : area.minX + 2 + TextWidth.columns(of: title) + 1
            drawButtons(&painter, at: Point(x, area.minY), in: area)
        } else {
            if isStacked(width: area.width) { frame.least = buttons.count }
            let contents = frame.draw(&painter, in: area)
            drawButtons(&painter, at: contents.origin, in: contents)
        }
    }

    private func drawButtons(_ painter: inout Painter, at point: Point, in area: Rect) {
        var point = point
        let isStacked = isStacked(width: area.width)
        for button in buttons {
            let style = button.isActive ? painter.theme.accent.adding(.reverse) : painter.theme.text
            let place = Rect(point.x, point.y, area.maxX - point.x, 1)
            let end = painter.line(button.text, in: place, style)
            point = isStacked ? Point(point.x, point.y + 1) : Point(end + 1, point.y)
        }
    }
}
