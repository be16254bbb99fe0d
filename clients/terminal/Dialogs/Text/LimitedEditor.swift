import FHTerminalScreen
import FHTerminalUI

/// A text editor that accepts a limited number of characters and lines.
struct LimitedEditor {
    let editor: TextEditor
    /// The largest number of characters; 0 for no limit.
    let charLimit: Int
    /// The largest number of lines; 0 for no limit.
    let maxLines: Int

    init(_ options: InputOptions, isMultiline: Bool = false, maxLines: Int = 0) {
        editor = TextEditor(isMultiline: isMultiline, isSecret: options.isSecret)
        charLimit = max(0, options.charLimit)
        self.maxLines = max(0, maxLines)
        editor.insert(options.value)
    }

    /// Handles a key or a paste.
    func handle(_ event: InputEvent) {
        switch event {
        case .paste(let text): insert(text)
        case .key(.control("d")): _ = editor.handle(Key(.delete))
        case .key(let key): handle(key)
        default: break
        }
    }

    private func handle(_ key: Key) {
        switch key {
        case Key(.enter): if editor.isMultiline { insert("\n") }
        // This key inserts deleted text without `insert(_:)`, so the limits are checked afterwards.
        case .control("y"):
            let before = (editor.text, editor.cursor)
            _ = editor.handle(key)
            if isOver(editor.characters) {
                editor.replace(by: before.0)
                editor.move(to: before.1)
            }
        default:
            if case .character(let character) = key.code, key.modifiers.isEmpty {
                insert(String(character))
            } else {
                _ = editor.handle(key)
            }
        }
    }

    /// Inserts as much of a text as the limits allow.
    private func insert(_ text: String) {
        var text = text
        if charLimit > 0 { text = String(text.prefix(max(0, charLimit - editor.characters.count))) }
        if maxLines > 0, editor.isMultiline {
            var left = maxLines - 1 - Self.breaks(editor.characters)
            text = String(
                text.prefix { character in
                    if character.isNewline { left -= 1 }
                    return left >= 0
                })
        }
        if !text.isEmpty { editor.insert(text) }
    }

    private func isOver(_ characters: [Character]) -> Bool {
        charLimit > 0 && characters.count > charLimit || maxLines > 0 && Self.breaks(characters) >= maxLines
    }

    private static func breaks(_ characters: [Character]) -> Int { characters.count { $0.isNewline } }
}
