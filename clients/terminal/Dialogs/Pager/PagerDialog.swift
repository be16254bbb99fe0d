public import FHTerminalScreen
public import FHTerminalUI

/// Options of the dialog `pager`.
public struct PagerOptions: Equatable, Sendable {
    /// The header, the line of keys, and the timeout.
    public var settings = DialogSettings()
    /// The text.
    public var text: String
    /// True to show the numbers of lines.
    public var showLineNumbers = true
    /// True to break lines that are too long.
    public var softWrap = true
    /// The rows below the prompt; nil to use the whole terminal.
    public var height: Int?

    /// Makes options.
    public init(_ text: String) { self.text = text }
}

/// Shows a text, in which the user scrolls and searches.
public final class PagerDialog: Dialog {
    private static let columnStep = 8

    /// The result; nil until the dialog is answered.
    public private(set) var result: DialogResult?
    private let options: PagerOptions
    private var text: PagerText
    private var top = PagerText.Place(line: 0, row: 0)
    /// The first drawn column if lines are not broken.
    private var column = 0
    private var height = 1
    private var search = PagerSearch()
    private var countdown: Countdown

    /// Creates the dialog.
    public init(_ options: PagerOptions) {
        self.options = options
        text = PagerText(options.text)
        countdown = Countdown(options.settings)
    }

    /// The part of the terminal in which the dialog is drawn.
    public var place: Screen.Mode { options.height == nil ? .full : .inline }

    // MARK: Events

    /// The time of the next ``wake(now:)``; nil for none.
    public var deadline: Int? { countdown.deadline }

    /// Sets the current time in milliseconds.
    public func wake(now: Int) {
        countdown.wake(now)
        if countdown.isOver { result = DialogResult(DialogStatus.timedOut, message: "timed out") }
    }

    /// Cancels the dialog.
    public func cancel() { result = DialogResult(DialogStatus.cancelled) }

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if search.isOpen {
            if search.handle(event) { show(search.find(from: top.line, by: 1, text, includingFirst: true)) }
            return
        }
        if event == .key(.control("c")) { return cancel() }
        guard case .key(let key) = event else { return }
        search.message = ""
        switch key {
        case Key(.escape), .character("q"): result = DialogResult(DialogStatus.chosen)
        case .character("/"): search.open()
        case .character("n"): show(search.find(from: top.line, by: 1, text))
        case .character("N"), .character("p"): show(search.find(from: top.line, by: -1, text))
        case Key(.left) where !options.softWrap: column = max(0, column - Self.columnStep)
        case Key(.right) where !options.softWrap: column += Self.columnStep
        default: scroll(key)
        }
    }

    private func scroll(_ key: Key) {
        switch key {
        case Key(.down), .character("j"), Key(.enter), .control("n"): top = text.place(1, below: top)
        case Key(.up), .character("k"), .control("p"): top = text.place(1, above: top)
        case Key(.pageDown), .character(" "), .character("f"), .control("f"):
            top = text.place(max(1, height - 1), below: top)
        case Key(.pageUp), .character("b"), .control("b"): top = text.place(max(1, height - 1), above: top)
        case .character("d"), .control("d"): top = text.place(max(1, height / 2), below: top)
        case .character("u"), .control("u"): top = text.place(max(1, height / 2), above: top)
        case Key(.home), .character("g"): top = PagerText.Place(line: 0, row: 0)
        case Key(.end), .character("G"): top = text.last()
        default: break
        }
        limit()
    }

    /// Limits scrolling, so that no empty rows follow a text that fills the screen.
    private func limit() {
        // A line has fewer rows in a wider terminal.
        top.row = min(top.row, text.rows(of: top.line) - 1)
        top = min(top, text.place(height - 1, above: text.last()))
    }

    private func show(_ line: Int?) {
        guard let line else { return }
        let end = text.place(height - 1, below: top)
        if line > top.line && line < end.line { return }
        top = text.place(height / 3, above: PagerText.Place(line: line, row: 0))
        limit()
    }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult {
        let isEnded = options.text.utf8.last == 0x0A
        return DialogResult(
            DialogStatus.chosen, output: isEnded ? String(options.text.unicodeScalars.dropLast()) : options.text)
    }

    // MARK: Drawing

    private func frame(_ info: [String] = []) -> DialogFrame {
        var hints = [Hint("q", "leave"), Hint("↑↓", "scroll"), Hint("␣", "page"), Hint("/", "search")]
        if search.query != nil { hints.append(Hint("nN", "next, previous")) }
        if !options.softWrap { hints.append(Hint("←→", "move")) }
        return DialogFrame(settings: options.settings, hints: search.isOpen ? [] : hints, info: info)
    }

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int {
        let most = max(1, options.height ?? .max / 2)
        setWidth(width)
        var rows = 0
        for line in 0..<text.count where rows < most { rows += text.rows(of: line) }
        return frame().height(min(most, rows), width: width)
    }

    /// Sets the width of the rows, and returns the number of columns before them for line numbers.
    @discardableResult
    private func setWidth(_ width: Int) -> Int {
        let numbers = options.showLineNumbers ? max(4, String(text.count).count) + 3 : 0
        let gutter = numbers * 3 > width ? 0 : numbers
        text.setWidth(max(1, width - gutter), isWrapped: options.softWrap)
        return gutter
    }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        let needsFoot = search.isOpen && !options.settings.showHelp
        let (upper, foot) = area.splitBottom(search.isOpen ? 1 : 0)
        let body = needsFoot ? upper : area
        // The texts beside the keys depend on the height of the contents.
        var probe = painter
        let contents = frame().draw(&probe, in: body)
        height = max(1, contents.height)
        let gutter = setWidth(area.width)
        limit()
        let last = text.place(height - 1, below: top)
        _ = frame(search.isOpen ? [] : info(last)).draw(&painter, in: body)
        drawRows(&painter, in: contents, gutter: gutter)
        if search.isOpen { search.draw(&painter, in: foot) }
    }

    private func info(_ last: PagerText.Place) -> [String] {
        let percent = min(99, (last.line + 1) * 100 / text.count)
        let isAtEnd = last == text.last()
        return [
            search.message, countdown.text, isAtEnd ? "end" : "\(percent)%",
            "\(top.line + 1)–\(last.line + 1)/\(text.count)",
        ]
    }

    private func drawRows(_ painter: inout Painter, in area: Rect, gutter: Int) {
        var place = top
        for y in area.minY..<area.maxY {
            if place.row == 0 || y == area.minY, gutter > 0 {
                let number = Rect(area.minX, y, gutter - 3, 1)
                painter.line(String(place.line + 1), in: number, painter.theme.faint, alignment: .trailing)
            }
            if gutter > 0 { painter.put("│", at: Point(area.minX + gutter - 2, y), painter.theme.faint, in: area) }
            let body = Rect(area.minX + gutter, y, area.width - gutter, 1)
            painter.spans(row(place, painter.theme), at: Point(body.minX - column, y), in: body)
            if place.row + 1 < text.rows(of: place.line) {
                place.row += 1
            } else {
                place = PagerText.Place(line: place.line + 1, row: 0)
                if place.line >= text.count { return }
            }
        }
    }

    private func row(_ place: PagerText.Place, _ theme: Theme) -> [StyledSpan] {
        let rows = text.rows(place.line)
        guard let query = search.query, text.matches(query, place.line) else { return rows[place.row] }
        // A match may begin in one row and end in the next.
        var line = StyledLine(rows.flatMap { $0 })
        for range in query.matches(in: line.characters.map(\.character)) {
            line.restyle(range) { style in
                Style(
                    foreground: theme.match.foreground, background: style.background,
                    style.attributes.union(theme.match.attributes).union(.reverse), link: style.link)
            }
        }
        let start = rows[..<place.row].reduce(0) { $0 + $1.reduce(0) { $0 + $1.text.count } }
        let count = rows[place.row].reduce(0) { $0 + $1.text.count }
        let end = min(line.characters.count, start + count)
        return StyledLine.spans(line.characters[min(start, end)..<end])
    }
}
