public import FHTerminalScreen
public import FHTerminalUI

/// Options of the dialog `progress`.
public struct ProgressOptions: Equatable, Sendable {
    /// The text above the bar; empty for none.
    public var title = ""
    /// The number at which all is done; nil if numbers are percentages.
    public var total: Int?
    /// The columns of the bar.
    public var width = 40
    /// True to show the percentage.
    public var showPercentage = true
    /// The time in milliseconds after which the dialog ends; nil or 0 for no limit.
    public var timeoutMs: Int?

    /// Makes the default options.
    public init() {}
}

/// Shows a bar for the part of some work that is done.
public final class ProgressDialog: Dialog {
    private static let fractions: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// The result; nil until the dialog is answered.
    public private(set) var result: DialogResult?
    private let options: ProgressOptions
    private var countdown: Countdown
    private var fraction = 0.0
    /// The numbers of the last line that had some, such as `3/10`; empty if that was a percentage.
    private var numbers = ""
    private var detail = ""
    private var start: Int?
    private var now = 0

    /// Creates the dialog.
    public init(_ options: ProgressOptions) {
        self.options = options
        countdown = Countdown(DialogSettings(timeoutMs: options.timeoutMs))
    }

    private var elapsedMs: Int { now - (start ?? now) }
    private var percent: String { "\(Int(fraction * 100))%" }

    // MARK: The work

    /// Reads a line: `N`, `N%` or `N/M`, with any text after a blank.
    ///
    /// The text is shown beside the title or the bar. A line without numbers is such a text as a whole.
    public func read(_ line: String) {
        let parts = AnsiText.stripped(line).split(separator: " ", maxSplits: 1)
        guard let first = parts.first else { return }
        let text = parts.count > 1 ? String(parts[1]) : ""
        let isRead = read(first)
        detail = isRead ? text : parts.joined(separator: " ")
    }

    private func read(_ text: Substring) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let first = parts[0].last == "%" ? parts[0].dropLast() : parts[0]
        guard parts.count <= 2, let done = Double(first), done.isFinite else { return false }
        var total = options.total.map(Double.init)
        if parts.count == 2 {
            guard let given = Double(parts[1]), given.isFinite else { return false }
            total = given
        }
        if let total, parts[0].last != "%" {
            fraction = total > 0 ? done / total : 1
            numbers = parts.count == 2 ? String(text) : "\(first)/\(options.total ?? 0)"
        } else {
            fraction = done / 100
            numbers = ""
        }
        fraction = min(max(0, fraction), 1)
        return true
    }

    /// Ends the dialog, because the last line has been read.
    public func end() {
        let isComplete = fraction >= 1
        let text = "\(percent)  \(DurationText.text(ms: elapsedMs))"
        result = DialogResult(
            DialogStatus.chosen,
            line: AnswerLine(
                options.title, text, isComplete ? .success : .warning, mark: isComplete ? "✓" : "•"))
    }

    /// Ends the dialog, because its input can't contain lines.
    public func fail(_ message: String) { result = .failed(message) }

    // MARK: Events

    /// The time of the next ``wake(now:)``; nil for none.
    public var deadline: Int? { min(now + 1_000, countdown.deadline ?? .max) }

    /// Sets the current time in milliseconds.
    public func wake(now: Int) {
        if start == nil { start = now }
        self.now = now
        countdown.wake(now)
        if countdown.isOver { result = .timedOut(options.title) }
    }

    /// Cancels the dialog.
    public func cancel() { result = .cancelled(options.title) }

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) { if event == .key(.control("c")) { cancel() } }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult { .failed("Nothing reads the lines.") }

    // MARK: Drawing

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int { options.title.isEmpty ? 1 : 2 }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        var bar = Rect(area.minX, area.minY, area.width, 1)
        if !options.title.isEmpty, area.height > 1 {
            let rest = area.width - TextWidth.columns(of: detail) - 2
            let width = detail.isEmpty ? area.width : max(area.width / 2, rest)
            let x = painter.line(options.title, in: Rect(bar.minX, bar.minY, width, 1), painter.theme.title) + 2
            painter.line(detail, in: Rect(x, bar.minY, max(0, area.maxX - x), 1), painter.theme.faint)
            bar.origin.y += 1
        }
        drawBar(&painter, in: bar, withDetail: options.title.isEmpty)
    }

    private func drawBar(_ painter: inout Painter, in area: Rect, withDetail: Bool) {
        var texts: [String] = []
        if options.showPercentage { texts.append(String(repeating: " ", count: 4 - percent.count) + percent) }
        if !numbers.isEmpty { texts.append(numbers) }
        if let time { texts.append(time) }
        // On a narrow terminal, only the first texts fit.
        while texts.count > 1, Self.width(texts) + 8 > area.width { texts.removeLast() }
        let width = min(max(1, options.width), max(1, area.width - Self.width(texts)))
        let done = fraction * Double(width)
        let full = Int(done)
        let part = Int((done - Double(full)) * 8)
        var text = String(repeating: "█", count: full)
        if part > 0, full < width { text.append(Self.fractions[part - 1]) }
        painter.put(String(repeating: "░", count: width), at: area.origin, painter.theme.faint, in: area)
        var x = painter.put(text, at: area.origin, painter.theme.accent, in: area)
        x = area.minX + width + 1
        for (index, text) in texts.enumerated() {
            x = painter.put(text, at: Point(x, area.minY), index == 0 ? nil : painter.theme.faint, in: area) + 2
        }
        if withDetail, !texts.isEmpty || x < area.maxX {
            painter.line(detail, in: Rect(x, area.minY, max(0, area.maxX - x), 1), painter.theme.faint)
        }
    }

    private static func width(_ texts: [String]) -> Int { texts.reduce(0) { $0 + TextWidth.columns(of: $1) + 2 } }

    /// The estimated time left, or the elapsed time if no estimate is possible; nil during the first second.
    private var time: String? {
        guard elapsedMs >= 1_000 else { return nil }
        if fraction <= 0.01 || fraction >= 1 { return DurationText.text(seconds: elapsedMs / 1_000) }
        let left = Double(elapsedMs) / fraction - Double(elapsedMs)
        return left < 1e9 ? "\(DurationText.text(seconds: Int(left / 1_000) + 1)) left" : nil
    }
}
