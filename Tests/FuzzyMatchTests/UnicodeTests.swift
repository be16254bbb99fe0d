import FHFuzzyMatch
import Testing

/// Case and accents outside ASCII, and ranges in scalars.
struct UnicodeTests {
    static let cases: [(query: String, text: String, marked: String?)] = [
        // Accents are ignored unless the term has some.
        ("cafe", "café", "[café]"),
        ("cafe", "cafe\u{301}", "[cafe\u{301}]"),
        ("CAFE", "CAFÉ", "[CAFÉ]"),
        ("Cafe", "café", nil),
        ("café", "cafe", nil),
        ("café", "CAFÉ", "[CAFÉ]"),
        ("café", "cafe\u{301}", "[cafe\u{301}]"),
        ("cafe\u{301}", "café", "[café]"),
        ("É", "é", nil),
        ("é", "é a", "[é] a"),
        ("é", "e í", nil),
        ("'fe\\ n", "cafe\u{301} noir", "ca[fe\u{301} n]oir"),
        // Combining marks may be in any order.
        ("a\u{323}\u{302}", "\u{E2}\u{323}", "[\u{E2}\u{323}]"),
        ("a\u{323}\u{302}", "\u{1EAD}", "[\u{1EAD}]"),
        // Letters that fold to two letters.
        ("strasse", "Straße", "[Straße]"),
        ("Strasse", "Straße", "[Straße]"),
        ("straße", "STRASSE", "[STRASSE]"),
        ("straße", "STRAẞE", "[STRAẞE]"),
        ("oeuvre", "Œuvre", "[Œuvre]"),
        ("s$", "Fuß", "Fu[ß]"),
        // Turkish, Greek, Cyrillic.
        ("istanbul", "İstanbul", "[İstanbul]"),
        ("isik", "ışık", "[ışık]"),
        ("σοφος", "ΣΟΦΟΣ", "[ΣΟΦΟΣ]"),
        ("οδος", "Οδός", "[Οδός]"),
        ("еж", "Ёжик", "[Ёж]ик"),
        // Different letters that look alike, and letters with a stroke or a voicing mark.
        ("а", "a", nil),
        ("か", "が", nil),
        ("が", "か\u{3099}", "[か\u{3099}]"),
        ("øre", "ore", nil),
        ("lodz", "Łódź", "[Łódź]"),
        // Scripts without case, and characters beyond the first plane.
        ("東京", "私は東京に住む", "私は[東京]に住む"),
        ("東住", "私は東京に住む", "私は[東]京に[住]む"),
        ("한", "\u{1112}\u{1161}\u{11AB}", "[\u{1112}\u{1161}\u{11AB}]"),
        ("하", "한국", "[한]국"),
        ("👍", "ok 👍🏽 done", "ok [👍]🏽 done"),
        ("👨‍👩‍👧", "a 👨‍👩‍👧", "a [👨‍👩‍👧]"),
        ("𝒳", "a𝒳", "a[𝒳]"),
        // A range counts scalars, whatever their length in bytes.
        ("x", "éé👍x", "éé👍[x]"),
        ("\u{301}", "e\u{301}", nil),
        ("a", "\u{301}a", "\u{301}[a]"),
        ("", "\u{301}", "\u{301}"),
        ("K", "\u{212A}", "[\u{212A}]"),
    ]

    @Test(arguments: cases)
    func matches(query: String, text: String, expected: String?) {
        let found = marked(query, text)
        #expect(
            found.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) }, "\(found ?? "nil")")
    }

    @Test func whatIsNotUTF8IsReplaced() {
        var index = SearchIndex()
        index.append(utf8: [[0x61, 0xFF, 0x62] as [UInt8]])
        #expect(index.highlights(of: Pattern("b"), row: 0).first?.ranges == [2..<3])
        #expect(index.highlights(of: Pattern("\u{FFFD}"), row: 0).first?.ranges == [1..<2])
    }

    @Test func aLongFieldIsSearchedUpToItsLimit() {
        let text = String(repeating: "é", count: 2_047) + "xé" + "y"
        #expect(marked("x$", text) != nil)
        #expect(marked("y", text) == nil)
    }
}
