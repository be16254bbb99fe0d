import FHTerminalScreen
import FHTerminalUI
import TestSupport
import Testing

/// Keys in an editor, compared with a model that stores the text before the cursor and the text after it.
@Suite struct TextEditorTests {
    private struct Model {
        let isMultiline: Bool
        var before: [Character] = []
        var after: [Character] = []
        var removed: [Character] = []

        var text: String { String(before + after) }

        private static func isWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_"
        }

        mutating func type(_ text: String) {
            for character in text { before.append(character.isNewline && !isMultiline ? " " : character) }
        }

        mutating func left() { if let last = before.popLast() { after.insert(last, at: 0) } }
        mutating func right() { if !after.isEmpty { before.append(after.removeFirst()) } }

        mutating func home() { while let last = before.last, last != "\n" { left() } }
        mutating func end() { while let next = after.first, next != "\n" { right() } }

        mutating func wordLeft() {
            while let last = before.last, !Self.isWord(last) { left() }
            while let last = before.last, Self.isWord(last) { left() }
        }

        mutating func wordRight() {
            while let next = after.first, !Self.isWord(next) { right() }
            while let next = after.first, Self.isWord(next) { right() }
        }

        /// Removes the text between the old and the new position of the cursor, and stores it for `ctrl+y`.
        mutating func cut(_ move: (inout Model) -> Void) {
            let old = self
            move(&self)
            let isBackwards = before.count < old.before.count
            removed = Array(isBackwards ? old.before[before.count...] : before[old.before.count...])
            if isBackwards { after = old.after } else { before = old.before }
        }

        mutating func vertical(_ direction: Int) {
            let column = before.count - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0)
            let old = self
            if direction < 0 {
                home()
                if before.isEmpty { return self = old }
                left()
                home()
            } else {
                end()
                if after.isEmpty { return self = old }
                right()
            }
            for _ in 0..<column where after.first.map({ $0 != "\n" }) == true { right() }
        }
    }

    private typealias Step = (key: Key, act: (inout Model) -> Void)

    private static var steps: [Step] {
        [
            (Key(.left), { $0.left() }), (Key(.right), { $0.right() }), (.control("b"), { $0.left() }),
            (Key(.home), { $0.home() }), (Key(.end), { $0.end() }), (.control("a"), { $0.home() }),
            (.control("e"), { $0.end() }), (Key(.backspace), { _ = $0.before.popLast() }),
            (Key(.delete), { if !$0.after.isEmpty { $0.after.removeFirst() } }),
            (Key(.left, .control), { $0.wordLeft() }), (Key(.right, .alt), { $0.wordRight() }),
            (Key(.character("b"), .alt), { $0.wordLeft() }), (Key(.character("f"), .alt), { $0.wordRight() }),
            (.control("u"), { $0.cut { $0.home() } }), (.control("k"), { $0.cut { $0.end() } }),
            (.control("w"), { $0.cut { $0.wordLeft() } }), (Key(.backspace, .alt), { $0.cut { $0.wordLeft() } }),
            (Key(.character("d"), .alt), { $0.cut { $0.wordRight() } }),
            (.control("y"), { $0.type(String($0.removed)) }),
        ]
    }

    @Test(arguments: [false, true])
    func keysEditAsInTheModel(_ isMultiline: Bool) {
        let letters: [Character] = ["a", "b", "Z", "7", "_", " ", ",", "宿", "🙂", "é"]
        let vertical: [Step] = [(Key(.up), { $0.vertical(-1) }), (Key(.down), { $0.vertical(1) })]
        let lines: [Step] = [(Key(.enter), { $0.type("\n") })]
        let steps = Self.steps + (isMultiline ? vertical + lines + lines : [])
        forEachSeed(200) { seed, generator in
            let editor = TextEditor(isMultiline: isMultiline)
            var model = Model(isMultiline: isMultiline)
            for number in 0..<80 {
                if Int.random(in: 0..<3, using: &generator) > 0, let letter = letters.randomElement(using: &generator) {
                    model.type(String(letter))
                    #expect(editor.handle(.character(letter)))
                } else if let step = steps.randomElement(using: &generator) {
                    let old = model.text
                    step.act(&model)
                    let isHandled = editor.handle(step.key)
                    if !isHandled { #expect(model.text == old, "seed \(seed): \(step.key) is not handled") }
                }
                guard editor.text == model.text, editor.cursor == model.before.count else {
                    let wanted = "“\(model.text)” at \(model.before.count)"
                    Issue.record("seed \(seed), key \(number): “\(editor.text)” at \(editor.cursor), not \(wanted)")
                    return
                }
            }
        }
    }

    // MARK: Texts that are not typed

    @Test func aTextOfTheHostIsShownIfTheUserHasNotTyped() {
        let editor = TextEditor()
        editor.show("milk")
        #expect(editor.text == "milk" && editor.cursor == 4)
        editor.insert("!")
        editor.show("tea")
        #expect(editor.text == "milk!")
        editor.recordSent()
        editor.show("tea")
        #expect(editor.text == "tea")
        editor.replace(by: "")
        #expect(editor.isEmpty && editor.cursor == 0)
    }

    @Test func aPasteIntoASingleLineHasNoLineBreaks() {
        let line = TextEditor(), text = TextEditor(isMultiline: true)
        for editor in [line, text] { editor.insert("a\r\nb\rc\nd") }
        #expect(line.text == "a b c d" && text.text == "a\nb\nc\nd")
    }

    @Test func aCombiningAccentJoinsItsLetter() {
        let editor = TextEditor()
        for scalar in "e\u{301}a".unicodeScalars { _ = editor.handle(.character(Character(scalar))) }
        #expect(editor.text == "e\u{301}a" && editor.cursor == 2)
        _ = editor.handle(Key(.left))
        _ = editor.handle(Key(.backspace))
        #expect(editor.text == "a" && editor.cursor == 0)
    }

    @Test func aDeletedSecretIsNotInsertedAgain() {
        let editor = TextEditor(isSecret: true)
        editor.insert("sesame")
        for key in [Key.control("u"), .control("y")] { #expect(editor.handle(key)) }
        #expect(editor.isEmpty)
    }

    @Test func keysThatTheEditorDoesNotUseAreNotHandled() {
        let editor = TextEditor()
        editor.freeKeys = [.character("q"), Key(.left)]
        for key in [.character("q"), Key(.left), Key(.tab), Key(.enter), Key(.escape), Key(.up), .control("s")] {
            #expect(!editor.handle(key))
        }
        editor.insert("a")
        #expect(editor.handle(.character("q")) && editor.text == "aq")
    }

    @Test(arguments: [(-5, 0), (2, 2), (99, 4)])
    func theCursorStaysInTheText(_ place: Int, _ cursor: Int) {
        let editor = TextEditor()
        editor.insert("milk")
        editor.move(to: place)
        #expect(editor.cursor == cursor)
    }
}
