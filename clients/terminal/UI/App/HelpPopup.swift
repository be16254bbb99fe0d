import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The help: the keys that can be pressed now, first the keys of the place with the focus, then the keys of the
/// features around it.
final class HelpPopup: Popup {
    private struct Group {
        let title: String
        var lines: [Line]
    }

    fileprivate struct Line {
        let keys: String
        let title: String
        /// The reason why the keys do nothing now; nil if they do something.
        var reason: String?
    }

    private let interface: Interface
    private let groups: [Group]
    private var id: String { "help \(ObjectIdentifier(self))" }

    /// Reads the keys of a screen.
    ///
    /// The keys are read once, because they don't change while the help is shown.
    ///
    /// - Parameters:
    ///   - tools: the buttons of toolbars, the first of which has the key 1.
    ///   - title: the title of the feature that has the keys; empty for a question.
    init(_ interface: Interface, _ keys: KeyGroups, _ tools: [Button], title: String) {
        self.interface = interface
        let entries = keys.entries
        var groups = [Group(title: "Here", lines: Self.lines(entries.place))]
        if let editor = keys.editor { groups.append(Group(title: "In the text", lines: Self.lines(of: editor))) }
        let digit = keys.editor == nil ? "" : "alt+"
        let numbered = tools.prefix(9).enumerated().map { index, tool in
            let title = [tool.title, tool.description].filter { !$0.isEmpty }.joined(separator: ": ")
            return Line(keys: "\(digit)\(index + 1)", title: title, reason: tool.reason)
        }
        groups.append(Group(title: title.isEmpty ? "Around" : title, lines: Self.lines(entries.feature) + numbered))
        groups.append(Group(title: "Everywhere", lines: Self.lines(entries.program)))
        self.groups = groups.filter { !$0.lines.isEmpty }
    }

    private static func lines(_ entries: [KeyGroups.Entry]) -> [Line] {
        var lines: [Line] = []
        let told = entries.filter { $0.binding.prominence != .hidden && !$0.binding.title.isEmpty }
        // The keys of a pair such as `↑↓` share a line with the other keys of both bindings.
        let pairs = told.compactMap(\.pair)
        func pair(of entry: KeyGroups.Entry) -> String? {
            entry.pair ?? pairs.first { pair in entry.keys.contains { pair.contains(KeyNames.text(of: $0)) } }
        }
        for entry in told {
            let binding = entry.binding
            if let keyPair = pair(of: entry) {
                guard entry.pair != nil else { continue }
                let names = told.filter { isSameText(keyPair, pair(of: $0)) }.flatMap {
                    $0.keys.map(KeyNames.text(of:))
                }
                let keys = [keyPair] + names.filter { !keyPair.contains($0) }
                lines.append(Line(keys: keys.joined(separator: " "), title: binding.title, reason: binding.reason))
            } else if let index = lines.firstIndex(where: { $0.title == binding.title }) {
                let keys = "\(lines[index].keys) \(entry.names)"
                lines[index] = Line(keys: keys, title: binding.title, reason: lines[index].reason)
            } else {
                lines.append(Line(keys: entry.names, title: binding.title, reason: binding.reason))
            }
        }
        return lines
    }

    /// Returns the most useful keys of a text editor.
    private static func lines(of editor: TextEditor) -> [Line] {
        var lines = [
            Line(keys: "ctrl+a ctrl+e", title: "Start or end of the line"),
            Line(keys: "alt+b alt+f", title: "Back or forward by a word"),
            Line(keys: "ctrl+w", title: "Cut the word before the cursor"),
            Line(keys: "ctrl+u ctrl+k", title: "Cut to the start or end"),
            Line(keys: "ctrl+y", title: "Insert the text that was cut last"),
        ]
        if editor.isMultiline { lines.append(Line(keys: "⏎", title: "New line")) }
        return lines
    }

    // MARK: Drawing

    func draw(_ painter: inout Painter, in area: Rect) {
        let keyWidth = min(columns(\.keys), max(8, area.width / 3))
        let width = min(max(30, keyWidth + columns(\.whole) + 10), 72, area.width)
        let inner = max(1, width - 6)
        let blocks = blocks(keyWidth, inner)
        let height = min(area.height, blocks.height + 2)
        let box = Rect(area.minX + (area.width - width) / 2, area.minY + (area.height - height) / 2, width, height)
        painter.frame(box, title: "Keys")
        let body = box.inset(left: 2, top: 1, right: 2, bottom: 1)
        let close = [KeyAction.scrollClose, .help].map { action in
            Binding(action, "Close", .hidden) { [unowned self] in leave() }
        }
        let scrolling = blocks.height > body.height ? painter.scrolling(body, id: id) : []
        painter.add(Target(id, body, scrolling + close))
        painter.column(blocks, in: body, id: id)
    }

    private func blocks(_ keyWidth: Int, _ width: Int) -> [Block] {
        groups.enumerated().flatMap { index, group -> [Block] in
            let heading = Block.prose(group.title, width: width, interface.theme.title)
            let lines = group.lines.map { line in
                let keys = TextFlow.lines(of: line.keys, width: keyWidth)
                let title = TextFlow.lines(of: line.whole, width: max(1, width - keyWidth - 4))
                return Block(height: max(keys.count, title.count)) { painter, area in
                    for (row, text) in keys.enumerated() {
                        let place = Rect(area.minX, area.minY + row, keyWidth + 1, 1)
                        painter.line(text, in: place, painter.theme.accent, alignment: .trailing)
                    }
                    for (row, text) in title.enumerated() {
                        let style = line.reason == nil ? painter.theme.text : painter.theme.faint
                        painter.put(text, at: Point(area.minX + keyWidth + 4, area.minY + row), style, in: area)
                    }
                }
            }
            return (index > 0 ? [.space()] : []) + [heading] + lines
        }
    }

    private func columns(_ text: (Line) -> String) -> Int {
        groups.flatMap(\.lines).map { TextWidth.columns(of: VisibleText.visible(text($0))) }.max() ?? 0
    }

    func leave() { interface.close(self) }
}

extension HelpPopup.Line {
    /// The title, followed by the reason if there is one.
    fileprivate var whole: String {
        guard let reason, !reason.isEmpty else { return title }
        return "\(title) (\(reason))"
    }
}
