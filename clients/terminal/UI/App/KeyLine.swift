import FHTerminalScreen

/// The keys that can be pressed now, in one line: first the keys of the place with the focus, last the keys of the
/// program.
struct KeyLine {
    private struct Shown {
        let key: String
        let title: String
        let isEnabled: Bool
        /// True for the keys that leave a place, and for the key of the help: these keys are omitted last.
        let isEssential: Bool

        init(_ entry: KeyGroups.Entry) {
            key = entry.text
            title = entry.binding.title.lowercased()
            isEnabled = entry.binding.isEnabled
            isEssential = entry.binding.isLeaving || entry.binding.action == .help
        }

        var width: Int { TextWidth.columns(of: key) + 1 + TextWidth.columns(of: title) }
    }

    private let inner: [Shown]
    private let leaving: [Shown]

    init(_ groups: KeyGroups) {
        // Of several bindings with one title, the first is shown.
        var titles: Set<String> = []
        let entries = groups.entries
        let shown = { (entries: [KeyGroups.Entry]) in
            entries.filter { $0.binding.prominence == .shown && titles.insert($0.binding.title).inserted }
        }
        let around = shown(entries.place + entries.feature)
        let isLeaving = { (entry: KeyGroups.Entry) in entry.binding.isLeaving }
        inner = around.filter { !isLeaving($0) }.map(Shown.init)
        leaving = (around.filter(isLeaving) + shown(entries.program)).map(Shown.init)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        var inner = inner
        var leaving = leaving
        // In a narrow line, keys are left out in this order: the inner keys except the first, the others except those
        // that leave a place and the help, the first inner key. The help stays longest, because it shows all keys.
        while width(inner + leaving) > area.width, inner.count + leaving.count > 1 {
            if inner.count > 1 {
                inner.removeLast()
            } else if let index = leaving.lastIndex(where: { !$0.isEssential }) {
                leaving.remove(at: index)
            } else if !inner.isEmpty {
                inner.removeLast()
            } else {
                leaving.removeFirst()
            }
        }
        var x = area.minX
        for entry in inner + leaving {
            let style = entry.isEnabled ? painter.theme.title : painter.theme.faint
            x = painter.put(entry.key, at: Point(x, area.minY), style, in: area) + 1
            x = painter.put(entry.title, at: Point(x, area.minY), painter.theme.faint, in: area) + 3
        }
    }

    private func width(_ shown: [Shown]) -> Int { shown.reduce(-3) { $0 + $1.width + 3 } }
}
