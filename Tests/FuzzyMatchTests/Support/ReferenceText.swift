/// A text as a term compares it, by the standard library's characters instead of folded scalars.
///
/// Only the letters that the tests draw are supported.
struct ReferenceText {
    struct Unit {
        let character: Character
        /// The scalars of the character.
        let scalars: Range<Int>
        let kind: Kind
    }

    enum Kind {
        case white, delimiter, symbol, lower, upper, letter, digit
    }

    static let letters: [String] = [
        "a", "b", "c", "A", "B", "1", "/", "_", " ", "é", "É", "e", "E", "\u{301}", "\u{327}", "ß", "s", "ø",
    ]

    private(set) var units: [Unit] = []

    init(_ text: String, foldsCase: Bool, foldsAccents: Bool) {
        var start = 0
        for character in text {
            let end = start + character.unicodeScalars.count
            for folded in Self.fold(character, foldsCase, foldsAccents) {
                units.append(Unit(character: folded, scalars: start..<end, kind: Self.kind(of: character)))
            }
            start = end
        }
    }

    private static func fold(_ character: Character, _ foldsCase: Bool, _ foldsAccents: Bool) -> [Character] {
        var text = String(character)
        if foldsAccents {
            var scalars = text.unicodeScalars
            scalars.removeAll { $0 == "\u{301}" || $0 == "\u{327}" }
            text = String(scalars)
            text = ["é": "e", "É": "E", "ß": "ss", "ø": "o"][text] ?? text
        }
        if foldsCase { text = text.lowercased() }
        if foldsCase, text.unicodeScalars.first == "ß" {
            // A combining mark after `ß` applies to the second letter.
            text = "ss" + String(String.UnicodeScalarView(text.unicodeScalars.dropFirst()))
        }
        return Array(text)
    }

    private static func kind(of character: Character) -> Kind {
        switch character.unicodeScalars.first {
        case " ": .white
        case "/": .delimiter
        case "_": .symbol
        case "\u{301}", "\u{327}": .letter
        case "1": .digit
        case "A", "B", "E", "É": .upper
        default: .lower
        }
    }
}
