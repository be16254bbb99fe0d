import FHJSON
import FHTerminalScreen

/// A text that the user edits, in one line or in several.
///
/// The keys are a subset of the keys of readline, which shells and many programs share.
public final class TextEditor {
    /// The characters.
    public private(set) var characters: [Character] = []
    /// The index of the cursor, from 0 to the number of characters.
    public private(set) var cursor = 0
    /// True if the text can have several lines.
    public let isMultiline: Bool
    /// True if the text is drawn as dots.
    public let isSecret: Bool
    /// The keys that the editor does not handle while the text is empty.
    public var freeKeys: Set<Key> = []
    /// The first drawn column or row, which changes so that the cursor is in view.
    public internal(set) var scroll = 0
    /// The text that was last received from the host or sent to it.
    ///
    /// If ``text`` differs from it, the user has changed the text since.
    private var known = ""
    /// The text that was cut last, which `ctrl+y` inserts.
    private var removed: [Character] = []

    /// Creates an empty text.
    public init(isMultiline: Bool = false, isSecret: Bool = false) {
        self.isMultiline = isMultiline
        self.isSecret = isSecret
    }

    /// The text.
    public var text: String { String(characters) }
    /// True if the text has no character.
    public var isEmpty: Bool { characters.isEmpty }

    /// Replaces the text by the host's, except while the user has typed text that was not sent yet.
    public func show(_ text: String) {
        guard !isSameText(text, self.text), isSameText(self.text, known) else { return }
        replace(by: text)
    }

    /// Replaces the text, and moves the cursor behind it.
    public func replace(by text: String) {
        characters = Array(text)
        cursor = characters.count
        known = text
    }

    /// Records that the text was sent.
    public func recordSent() { known = text }

    /// Inserts text at the cursor.
    ///
    /// In a text that can have only one line, line breaks become blanks.
    public func insert(_ text: String) {
        let new = text.map { character -> Character in
            if character == "\r\n" || character == "\r" { return isMultiline ? "\n" : " " }
            return character == "\n" && !isMultiline ? " " : character
        }
        // A combining character joins the character before it.
        let start = max(0, cursor - 1)
        let joined = Array(String(characters[start..<cursor]) + String(new))
        characters.replaceSubrange(start..<cursor, with: joined)
        cursor = start + joined.count
    }

    // MARK: Keys

    /// Handles a key.
    ///
    /// - Returns: true for a key that edits the text or moves the cursor, even if the key has no effect now, such as →
    ///   at the end of the text; false for all other keys, and for up and down if there is no line to move to.
    public func handle(_ key: Key) -> Bool {
        if isEmpty, freeKeys.contains(key) { return false }
        switch (key.code, key.modifiers) {
        case (.character(let character), []): insert(String(character))
        case (.enter, []) where isMultiline: insert("\n")
        case (.backspace, []): remove(from: max(0, cursor - 1), to: cursor)
        case (.delete, []): remove(from: cursor, to: min(cursor + 1, characters.count))
        case (.left, []): move(to: cursor - 1)
        case (.right, []): move(to: cursor + 1)
        case (.home, []): move(to: lineStart(cursor))
        case (.end, []): move(to: lineEnd(cursor))
        case (.up, []), (.down, []):
            guard isMultiline else { return false }
            return moveLine(by: key.code == .up ? -1 : 1)
        case (.left, .control), (.left, .alt): move(to: wordStart(cursor))
        case (.right, .control), (.right, .alt): move(to: wordEnd(cursor))
        case (.character(let letter), .control): return handleControl(letter)
        case (.character(let letter), .alt): return handleAlt(letter)
        case (.backspace, .alt): cut(from: wordStart(cursor), to: cursor)
        default: return false
        }
        return true
    }

    /// Returns true if the editor handles a key wherever the cursor is, so that the key has no other effect now.
    func takes(_ key: Key) -> Bool {
        if isEmpty, freeKeys.contains(key) { return false }
        return TextEditor(isMultiline: isMultiline).handle(key)
    }

    private func handleControl(_ letter: Character) -> Bool {
        switch letter {
        case "a": move(to: lineStart(cursor))
        case "e": move(to: lineEnd(cursor))
        case "b": move(to: cursor - 1)
        case "u": cut(from: lineStart(cursor), to: cursor)
        case "k": cut(from: cursor, to: lineEnd(cursor))
        case "w": cut(from: wordStart(cursor), to: cursor)
        case "y": insert(String(removed))
        default: return false
        }
        return true
    }

    private func handleAlt(_ letter: Character) -> Bool {
        switch letter {
        case "b": move(to: wordStart(cursor))
        case "f": move(to: wordEnd(cursor))
        case "d": cut(from: cursor, to: wordEnd(cursor))
        default: return false
        }
        return true
    }

    // MARK: Places

    /// Moves the cursor.
    public func move(to place: Int) { cursor = min(max(0, place), characters.count) }

    private func remove(from start: Int, to end: Int) {
        characters.removeSubrange(start..<end)
        cursor = start
    }

    private func cut(from start: Int, to end: Int) {
        removed = isSecret ? [] : Array(characters[start..<end])
        remove(from: start, to: end)
    }

    private func lineStart(_ place: Int) -> Int {
        characters[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    }

    private func lineEnd(_ place: Int) -> Int {
        characters[place...].firstIndex(of: "\n") ?? characters.count
    }

    private func moveLine(by lines: Int) -> Bool {
        let start = lineStart(cursor)
        let column = cursor - start
        let next = lines < 0 ? start - 1 : lineEnd(cursor) + 1
        guard next >= 0, next <= characters.count else { return false }
        let other = lineStart(next)
        move(to: min(other + column, lineEnd(other)))
        return true
    }

    private func wordStart(_ place: Int) -> Int {
        var place = place
        while place > 0, !characters[place - 1].isWordPart { place -= 1 }
        while place > 0, characters[place - 1].isWordPart { place -= 1 }
        return place
    }

    private func wordEnd(_ place: Int) -> Int {
        var place = place
        while place < characters.count, !characters[place].isWordPart { place += 1 }
        while place < characters.count, characters[place].isWordPart { place += 1 }
        return place
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
