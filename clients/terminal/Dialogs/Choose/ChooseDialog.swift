import FHJSON
public import FHTerminalScreen
public import FHTerminalUI

/// A list from which the user chooses one or several items.
public final class ChooseDialog: TimedDialog {
    /// The result; nil until the dialog is answered.
    public internal(set) var result: DialogResult?
    let options: ChooseOptions
    private(set) var cursor = ListCursor()
    /// The marked items by index, each with a number that is higher for later marks.
    private var order: [Int: Int] = [:]
    private var marks = 0
    var countdown: Countdown

    /// Creates the dialog.
    public init(_ options: ChooseOptions) {
        self.options = options
        countdown = Countdown(options.settings)
        markFirst()
        if options.items.isEmpty {
            result = DialogResult(DialogStatus.nothing, message: "There is nothing to choose from.")
        } else if options.selectIfOne, options.items.count == 1 {
            result = answer([0])
        }
    }

    /// True if several items can be chosen.
    var isMultiple: Bool { options.limit.map { $0 > 1 } ?? true }
    private var limit: Int { options.limit ?? .max }
    var title: String { options.settings.header }

    /// Returns true if an item is marked.
    func isMarked(_ index: Int) -> Bool { order[index] != nil }

    private func markFirst() {
        if options.selected.isEmpty { return }
        let isAll = options.selected == ["*"]
        let wanted = Set(texts: options.selected)
        for (index, item) in options.items.enumerated()
        where isAll || wanted.contains(item.label) || wanted.contains(item.value) {
            guard isMultiple else { return cursor.move(to: isAll ? 0 : index, count: options.items.count) }
            if order.count < limit { mark(index) }
        }
    }

    private func mark(_ index: Int) {
        order[index] = marks
        marks += 1
    }

    // MARK: Events

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if event.isCancel { return cancel() }
        guard case .key(let key) = event else { return }
        if let move = ListMove(key) { return cursor.move(move, count: options.items.count) }
        switch key {
        case Key(.enter), .control("q"): submit()
        case .character(" "), Key(.tab), .character("x"), .control(" "): toggle()
        case .character("a"), .character("A"), .control("a"): toggleAll()
        default: break
        }
    }

    private func toggle() {
        guard isMultiple else { return }
        if order.removeValue(forKey: cursor.index) == nil, order.count < limit { mark(cursor.index) }
    }

    private func toggleAll() {
        guard isMultiple else { return }
        if order.count == min(limit, options.items.count) { return order.removeAll() }
        for index in options.items.indices where order.count < limit && order[index] == nil { mark(index) }
    }

    private func submit() { result = answer(isMultiple ? marked : [cursor.index]) }

    /// The marked items in the order in which they are printed.
    private var marked: [Int] {
        let indices = order.keys.sorted()
        return options.ordered ? indices.sorted { order[$0, default: 0] < order[$1, default: 0] } : indices
    }

    private func answer(_ indices: [Int]) -> DialogResult {
        if indices.isEmpty {
            return DialogResult(DialogStatus.nothing, line: AnswerLine(title, "nothing", .warning))
        }
        let items = indices.map { options.items[$0] }
        // More labels would not fit into the line.
        let labels = items.prefix(100).map { VisibleText.visible($0.label) }.joined(separator: ", ")
        return DialogResult(
            DialogStatus.chosen, output: items.map(\.value).joined(separator: options.outputDelimiter),
            line: AnswerLine(title, labels))
    }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult {
        if let result { return result }
        if options.selected.isEmpty { return .failed("Choosing needs a terminal, or --selected.") }
        if isMultiple { return answer(marked) }
        let item = options.items[cursor.index]
        let names = Set(texts: [item.label, item.value])
        let isFound = options.selected == ["*"] || options.selected.contains { names.contains($0) }
        return isFound ? answer([cursor.index]) : .failed("No item is \(options.selected[0]).")
    }

    // MARK: Drawing

    private var frame: DialogFrame {
        var hints = [Hint("⏎", "choose"), Hint("esc", "leave")]
        if isMultiple { hints.insert(Hint("␣", "mark"), at: 1) }
        hints.append(Hint("↑↓", "move"))
        if isMultiple { hints.append(Hint("a", "all")) }
        var info = [countdown.text]
        if isMultiple {
            info.append(options.limit.map { "\(order.count) of \($0) marked" } ?? "\(order.count) marked")
        }
        if options.items.count > options.height { info.append("\(cursor.index + 1)/\(options.items.count)") }
        return DialogFrame(settings: options.settings, hints: hints, info: info, least: min(3, options.items.count))
    }

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int {
        frame.height(min(max(1, options.height), options.items.count), width: width)
    }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        let list = frame.draw(&painter, in: area)
        let rows = cursor.rows(height: list.height, count: options.items.count)
        for index in rows {
            drawItem(index, &painter, in: Rect(list.minX, list.minY + index - rows.lowerBound, list.width, 1))
        }
        painter.scrollMark(list, offset: rows.lowerBound, height: options.items.count)
    }

    private func drawItem(_ index: Int, _ painter: inout Painter, in area: Rect) {
        let prefixes = options.prefixes
        let isActive = index == cursor.index
        let isMarked = isMarked(index)
        let style = isActive ? painter.theme.accent : isMarked ? painter.theme.title : painter.theme.text
        var x = area.minX
        if isActive {
            x = painter.put(prefixes.cursor, at: area.origin, painter.theme.accent, in: area)
        } else {
            x += TextWidth.columns(of: prefixes.cursor)
        }
        if isMultiple {
            let prefix = isMarked ? prefixes.selected : isActive ? prefixes.active : prefixes.unselected
            let look = isMarked ? painter.theme.success : painter.theme.faint
            x = painter.put(prefix, at: Point(x, area.minY), look, in: area)
        }
        painter.line(options.items[index].label, in: Rect(x, area.minY, area.maxX - 2 - x, 1), style)
    }
}
