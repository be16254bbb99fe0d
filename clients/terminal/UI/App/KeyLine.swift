import FHTerminalScreen

/// The keys that can be pressed now, in one line: first those of the place with the focus, last those of the program.
///
/// In a narrow line, the least important keys are left out.
struct KeyLine {
    /// The importance of a key; keys of the lowest importance are left out first, the last of them before the others.
    private enum Importance: Int {
        /// The keys of the place with the focus and of the features around it, except those below.
        case inner
        /// The keys of the program, except the help.
        case program
        /// The first key of the place with the focus.
        case first
        /// The keys that leave the place.
        case leaving
        /// The key of the help, which shows all keys.
        case help
        /// The keys that complete what the user does, for which there may be no other sign on the screen.
        case finishing
    }

    private struct Shown {
        let key: String
        let title: String
        let isEnabled: Bool
        let importance: Importance

        init(_ entry: KeyGroups.Entry, _ importance: Importance) {
            key = entry.text
            title = entry.binding.title.lowercased()
            isEnabled = entry.binding.isEnabled
            let isHelp = entry.binding.action == .help
            self.importance = entry.binding.isFinishing ? .finishing : isHelp ? .help : importance
        }

        var width: Int { TextWidth.columns(of: key) + 1 + TextWidth.columns(of: title) }
    }

    private let keys: [Shown]

    init(_ groups: KeyGroups) {
        // Of several bindings with one title, the first is shown.
        var titles: Set<String> = []
        let entries = groups.entries
        let shown = { (entries: [KeyGroups.Entry]) in
            entries.filter { $0.binding.prominence == .shown && titles.insert($0.binding.title).inserted }
        }
        let around = shown(entries.place + entries.feature)
        let inner = around.filter { !$0.binding.isLeaving }
        let leaving = around.filter(\.binding.isLeaving)
        keys =
            inner.enumerated().map { Shown($1, $0 == 0 ? .first : .inner) } + leaving.map { Shown($0, .leaving) }
            + shown(entries.program).map { Shown($0, .program) }
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        var keys = keys
        while width(keys) > area.width, keys.count > 1 {
            let least = keys.map(\.importance.rawValue).min()
            guard let last = keys.lastIndex(where: { $0.importance.rawValue == least }) else { break }
            keys.remove(at: last)
        }
        var x = area.minX
        for entry in keys {
            let style = entry.isEnabled ? painter.theme.title : painter.theme.faint
            x = painter.put(entry.key, at: Point(x, area.minY), style, in: area) + 1
            x = painter.put(entry.title, at: Point(x, area.minY), painter.theme.faint, in: area) + 3
        }
    }

    private func width(_ shown: [Shown]) -> Int { shown.reduce(-3) { $0 + $1.width + 3 } }
}
