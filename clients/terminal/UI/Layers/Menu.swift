import FHTerminalClient
import FHTerminalScreen

/// A menu of entries, one of which is chosen.
///
/// With up to nine entries, digits choose one of them. With more, typed text filters them.
final class Menu: Popup {
    /// An entry.
    struct Entry {
        /// The title.
        let title: String
        /// A sign before the title, such as `●` for the current entry; may be empty.
        let mark: String
        /// Less important text after the title; may be empty.
        let detail: String
        /// The name of a key that has the same effect without the menu; may be empty.
        let key: String

        /// Makes an entry.
        init(_ title: String, mark: String = "", detail: String = "", key: String = "") {
            self.title = title
            self.mark = mark
            self.detail = detail
            self.key = key
        }
    }

    private let interface: Interface
    private let title: String
    private let entries: [Entry]
    private let choose: (Int) -> Void
    /// The text that filters the entries; nil if there are few entries.
    private let editor: TextEditor?
    /// The cursor in the entries that match the typed text.
    private var cursor: ListCursor

    /// A menu with at least this number of entries can be filtered by typed text.
    private static let many = 10

    /// Creates a menu.
    ///
    /// - Parameters:
    ///   - current: the index of the entry that is current at first.
    ///   - choose: called with the index of the chosen entry, after the menu was closed.
    init(
        _ interface: Interface, _ title: String, _ entries: [Entry], current: Int = 0, choose: @escaping (Int) -> Void
    ) {
        self.interface = interface
        self.title = title
        self.entries = entries
        cursor = ListCursor(current)
        self.choose = choose
        editor = entries.count >= Self.many ? TextEditor() : nil
    }

    func leave() { interface.close(self) }

    // MARK: Entries

    /// The indexes of the entries that contain all typed words.
    private var shown: [Int] {
        let words = SearchWords(editor?.text ?? "")
        return entries.indices.filter { words.match("\(entries[$0].title) \(entries[$0].detail)") }
    }

    private func pick(_ index: Int?) {
        guard let index else { return }
        // Closing the menu may release this object.
        let choose = choose
        leave()
        choose(index)
    }

    private func pickCurrent() {
        let shown = shown
        pick(shown.indices.contains(cursor.index) ? shown[cursor.index] : nil)
    }

    private func move(by rows: Int, wraps: Bool = false) {
        cursor.move(by: rows, count: shown.count, wraps: wraps)
        interface.needsFrame()
    }

    private func bindings(page: Int) -> [Binding] {
        let letters = editor == nil
        let far = entries.count
        var bindings = [
            Binding(.menuUp, "Up", .hidden) { [unowned self] in
                move(by: -1, wraps: true)
            },
            Binding(.menuDown, "Move", shownKeys: "↑↓") { [unowned self] in move(by: 1, wraps: true) },
            Binding(.menuChoose, "Choose") { [unowned self] in pickCurrent() },
            Binding(.menuPageUp, "Page up", .hidden) { [unowned self] in move(by: -page) },
            Binding(.menuPageDown, "Page down", .hidden) { [unowned self] in move(by: page) },
        ]
        guard letters else { return bindings }
        bindings += [
            Binding(.menuFirst, "First", .hidden) { [unowned self] in move(by: -far) },
            Binding(.menuLast, "Last", .hidden) { [unowned self] in move(by: far) },
            Binding(.menuClose, "Close", .hidden) { [unowned self] in leave() },
        ]
        return bindings
            + entries.indices.prefix(9).map { index in
                Binding([.character(Character(String(index + 1)))], entries[index].title, .hidden) {
                    [unowned self] in pick(index)
                }
            }
    }

    // MARK: Drawing

    func draw(_ painter: inout Painter, in area: Rect) {
        let shown = shown
        let markWidth = entries.reduce(0) { max($0, TextWidth.columns(of: $1.mark)) }
        let gutter = (editor == nil ? 2 : 0) + (markWidth > 0 ? markWidth + 1 : 0)
        let needed = entries.reduce(0) { max($0, Self.width(of: $1)) } + gutter + 6
        let title = TextWidth.columns(of: VisibleText.visible(self.title)) + 8
        let width = min(max(needed, title, 32), 76, area.width)
        let above = editor == nil ? 0 : 2
        let height = min(max(1, entries.count) + above + 2, max(5, area.height - 2), area.height)
        let box = Rect(area.minX + (area.width - width) / 2, area.minY + (area.height - height) / 2, width, height)
        painter.onClick(area) { [unowned self] event in if event.kind == .release { leave() } }
        painter.onClick(box) { _ in }
        let isFiltered = shown.count < entries.count
        painter.frame(box, title: self.title, info: isFiltered ? "\(shown.count) of \(entries.count)" : "")
        let (head, list) = box.inset(left: 1, top: 1, right: 1, bottom: 1).splitTop(above)
        let bindings = bindings(page: max(1, list.height - 1))
        if let editor {
            let target = Target(
                "menu", head.splitTop(1).top.inset(left: 1, right: 1), bindings, editor: editor,
                edited: { [unowned self] in cursor = ListCursor() })
            painter.line(of: editor, target, placeholder: "Type to filter")
        } else {
            painter.add(Target("menu", list, bindings))
        }
        drawEntries(shown, &painter, gutter: gutter, markWidth: markWidth, in: list)
    }

    private static func width(of entry: Entry) -> Int {
        [entry.title, entry.detail, entry.key].filter { !$0.isEmpty }
            .reduce(-3) { $0 + TextWidth.columns(of: VisibleText.visible($1)) + 3 }
    }

    private func drawEntries(
        _ shown: [Int], _ painter: inout Painter, gutter: Int, markWidth: Int, in list: Rect
    ) {
        if shown.isEmpty {
            painter.line("Nothing matches.", in: list.inset(left: 1, right: 1), painter.theme.faint)
        }
        let rows = cursor.rows(height: list.height, count: shown.count)
        painter.onWheel(list) { [unowned self] by in move(by: by) }
        for (line, index) in shown[rows].enumerated() {
            let place = Rect(list.minX, list.minY + line, list.width, 1)
            let isCurrent = rows.lowerBound + line == cursor.index
            draw(entries[index], &painter, isCurrent: isCurrent, number: index + 1, gutter, markWidth, in: place)
            painter.onClick(place) { [unowned self] event in
                if event.kind == .release, event.button == 0 { pick(index) }
            }
        }
        painter.scrollMark(list, offset: rows.lowerBound, height: shown.count)
    }

    private func draw(
        _ entry: Entry, _ painter: inout Painter, isCurrent: Bool, number: Int, _ gutter: Int, _ markWidth: Int,
        in place: Rect
    ) {
        let theme = painter.theme
        let finish: (Style) -> Style = { isCurrent ? theme.active($0) : $0 }
        if isCurrent { painter.fill(place, finish(theme.text)) }
        var x = place.minX + 1
        painter.put(isCurrent ? "›" : " ", at: Point(x, place.minY), finish(theme.accent), in: place)
        x += 2
        if editor == nil {
            painter.put(number < 10 ? "\(number)" : " ", at: Point(x, place.minY), finish(theme.faint), in: place)
            x += 2
        }
        if markWidth > 0 {
            painter.put(entry.mark, at: Point(x, place.minY), finish(theme.accent), in: place)
            x += markWidth + 1
        }
        let rest = Rect(x, place.minY, max(0, place.maxX - 1 - x), 1)
        let end = entry.key.isEmpty ? rest.maxX : rest.maxX - TextWidth.columns(of: entry.key) - 1
        let after = painter.line(
            entry.title, in: Rect(x, place.minY, max(0, end - x), 1), finish(theme.text))
        painter.line(entry.key, in: rest, finish(theme.faint), alignment: .trailing)
        if !entry.detail.isEmpty {
            painter.line(
                entry.detail, in: Rect(after + 2, place.minY, max(0, end - after - 2), 1), finish(theme.faint))
        }
    }
}
