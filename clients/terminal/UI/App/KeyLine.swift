import FHTerminalScreen

/// The keys that can be pressed now, in one line: first those of the place with the focus, last those of the program.
///
/// In a narrow line, the least important keys are left out.
struct KeyLine {
    /// The importance of a key; keys of the highest importance get their columns first.
    private enum Importance: Int {
        /// The keys that move through rows, which most users know.
        case moving
        /// The keys of the place with the focus and of the features around it, except those below.
        case inner
        /// The keys of the program, except the help.
        case program
        /// The keys that are useful again and again, and for which there is no other sign on the screen.
        case useful
        /// The first key of the place with the focus that does not only move.
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
            let own: Importance? =
                entry.binding.isFinishing
                ? .finishing
                : entry.binding.action == .help ? .help : entry.binding.isUseful && importance == .inner ? .useful : nil
            self.importance = own ?? importance
        }

        var width: Int { TextWidth.columns(of: key) + 1 + TextWidth.columns(of: title) }
    }

    /// The columns between two keys.
    private static let gap = 3

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
        let first = inner.firstIndex { !$0.binding.isMoving }
        keys =
            inner.enumerated().map { Shown($1, $0 == first ? .first : $1.binding.isMoving ? .moving : .inner) }
            + leaving.map { Shown($0, .leaving) }
            + shown(entries.program).map { Shown($0, .program) }
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        var x = area.minX
        for entry in fitting(area.width) {
            let style = entry.isEnabled ? painter.theme.title : painter.theme.faint
            x = painter.put(entry.key, at: Point(x, area.minY), style, in: area) + 1
            x = painter.put(entry.title, at: Point(x, area.minY), painter.theme.faint, in: area) + Self.gap
        }
    }

    /// Returns the keys for a width: the most important ones that fit, and at least one.
    ///
    /// If a key does not fit, shorter ones of less importance are still tried.
    private func fitting(_ width: Int) -> [Shown] {
        let byImportance = keys.indices.sorted {
            (-keys[$0].importance.rawValue, $0) < (-keys[$1].importance.rawValue, $1)
        }
        var chosen: [Int] = []
        var used = -Self.gap
        for index in byImportance {
            let more = keys[index].width + Self.gap
            guard chosen.isEmpty || used + more <= width else { continue }
            chosen.append(index)
            used += more
        }
        return chosen.sorted().map { keys[$0] }
    }
}
