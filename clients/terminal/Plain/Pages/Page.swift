import FHJSON
import FHTerminalClient

/// The content of the dialog at one moment: the words about a feature, a question or the catalog.
struct Page {
    /// A numbered or named line, such as a row or a field.
    struct Item {
        /// The name under which the line is compared with the line of an earlier page.
        let id: String
        /// The number by which the user chooses the line; nil if it can't be chosen.
        var number: Int?
        /// The words.
        let text: String
        /// Further words that are said again only if one of them is new, such as `active`.
        var flags: [String] = []
        /// True if the line is said only when it has changed.
        var isSilent = false
        /// True if the line is said only with the whole page, because it changes often, and for a moment only.
        var isPassing = false

        /// The whole line.
        var line: String {
            let words = ([text] + flags).joined(separator: ", ")
            return number.map { "\($0). \(words)" } ?? words
        }
    }

    /// A name that stays the same as long as the page is about the same thing.
    let key: String
    /// True if the page lies over another one, such as a sheet or a question.
    var isOver = false
    /// The first lines, which are said when the page is new.
    var head: [String] = []
    /// The lines that can be chosen.
    var items: [Item] = []
    /// Lines about the whole, such as the number of rows and errors.
    var notes: [Item] = []
    /// The last lines, which are said when the page is new.
    var foot: [String] = []
    /// The selection of the items, such as the offset of a window; if it differs, all items are said again.
    var listing = ""
    /// The prompt.
    var prompt = "> "

    /// Adds a note about the whole, unless it is empty.
    mutating func note(_ id: String, _ text: String, isPassing: Bool = false) {
        if !text.isEmpty { notes.append(Item(id: id, text: text, isPassing: isPassing)) }
    }

    /// All lines of a new page.
    var lines: [String] {
        head + notes.filter { !$0.isSilent }.map(\.line) + items.filter { !$0.isSilent }.map(\.line) + foot
    }

    // MARK: Changes

    /// The number of lines that are said one by one if others have come or gone; more are said as a whole.
    private static let fewChanges = 3

    /// Returns the lines that are new since an earlier page of the same key.
    ///
    /// - Parameter isQuiet: returns true for the id of a line whose change is not said.
    func changes(since old: Page, isQuiet: (String) -> Bool = { _ in false }) -> [String] {
        let (before, after) = (old.items.map(\.id), items.map(\.id))
        let notes = Self.changes(of: self.notes, since: old.notes, isQuiet: isQuiet)
        if !isSameText(listing, old.listing) { return notes + items.filter { !$0.isSilent }.map(\.line) }
        guard !isSameText(before, after) else {
            return Self.changes(of: items, since: old.items, isQuiet: isQuiet) + notes
        }
        let loud = items.filter { !$0.isSilent }
        // Items that are said only after changes have no numbers, so their order does not matter.
        guard !loud.isEmpty || old.items.contains(where: { !$0.isSilent }) else {
            return Self.changes(of: items, since: old.items, isQuiet: isQuiet) + notes
        }
        let gone = old.items.filter { !$0.isSilent && !after.containsExactly($0.id) }
        let new = items.filter { !$0.isSilent && !before.containsExactly($0.id) }
        let isShort = gone.count + new.count <= Self.fewChanges
        // The numbers of the other items may have changed, so all items are said again.
        return (isShort ? gone.map { "Gone: \($0.text)" } + new.map { "New: \($0.text)" } : []) + notes
            + loud.map(\.line)
    }

    private static func changes(of items: [Item], since old: [Item], isQuiet: (String) -> Bool) -> [String] {
        let known = Dictionary(old.map { (ExactText($0.id), $0) }) { first, _ in first }
        return items.compactMap { item in
            if item.isPassing || isQuiet(item.id) { return nil }
            guard let before = known[item.id] else { return item.text.isEmpty ? nil : item.line }
            if !isSameText(before.text, item.text) { return item.text.isEmpty ? nil : item.line }
            return item.flags.allSatisfy(before.flags.contains) ? nil : item.line
        }
    }
}

/// A question that the user answers with a line of text.
struct Asking {
    /// A name that stays the same as long as the same question is asked.
    let key: String
    /// The lines before the prompt.
    var lines: [String] = []
    /// The prompt.
    let prompt: String
    /// True if the answer must not be shown.
    var isSecret = false
    /// Called with the answer.
    let answer: (String) -> Void
}
