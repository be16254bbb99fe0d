import FHTerminalScreen
import FHTerminalUI

/// The search of a pager.
struct PagerSearch {
    /// True while the query is typed.
    private(set) var isOpen = false
    /// The last query; nil if there is none.
    private(set) var query: PagerQuery?
    /// The message about the last search; empty if there is none.
    var message = ""
    /// The line of the last match; nil if there is none.
    private var line: Int?
    private let editor = TextEditor()

    /// Opens the field of the query.
    mutating func open() {
        isOpen = true
        editor.replace(by: "")
    }

    /// Handles an event while the query is typed.
    ///
    /// - Returns: true if the user has submitted a query.
    mutating func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(Key(.enter)):
            isOpen = false
            query = PagerQuery(editor.text)
            line = nil
            message = ""
            return query != nil
        case .key(Key(.escape)), .key(.control("c")): isOpen = false
        case .key(Key(.backspace)) where editor.isEmpty: isOpen = false
        case .paste(let text): editor.insert(text)
        case .key(let key): _ = editor.handle(key)
        default: break
        }
        return false
    }

    /// Returns the next line with a match; nil if there is none.
    ///
    /// The search starts at the line of the last match, or else at the first drawn line. From one end of the text, it
    /// continues at the other end.
    ///
    /// - Parameters:
    ///   - top: the first drawn line.
    ///   - by: 1 for the next match, -1 for the previous one.
    ///   - includingFirst: true if a match in the line where the search starts counts.
    mutating func find(from top: Int, by: Int, _ text: PagerText, includingFirst: Bool = false) -> Int? {
        guard let query else { return nil }
        let count = text.count
        let start = line ?? top
        message = ""
        for step in (includingFirst ? 0 : 1)..<(includingFirst ? count : count + 1) {
            let index = ((start + by * step) % count + count) % count
            if text.matches(query, index) {
                if by > 0 && index < start || by < 0 && index > start { message = "from the other end" }
                line = index
                return index
            }
        }
        message = "no match"
        return nil
    }

    /// Draws the field of the query.
    func draw(_ painter: inout Painter, in area: Rect) {
        let x = painter.put("/", at: area.origin, painter.theme.accent, in: area)
        painter.line(of: editor, Target(InputDialog.target, Rect(x, area.minY, area.maxX - x, 1)))
    }
}
