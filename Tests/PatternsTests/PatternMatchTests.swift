import FHPatterns
import Testing

@Suite struct PatternMatchTests {
    private func check(_ pattern: String, finds: [String], not misses: [String]) throws {
        let compiled = try Pattern(pattern)
        for text in finds { #expect(compiled.match(text) == .found, "\(pattern) in \(text.debugDescription)") }
        for text in misses { #expect(compiled.match(text) == .notFound, "\(pattern) in \(text.debugDescription)") }
    }

    @Test func aPatternIsFoundAnywhereUnlessItIsAnchored() throws {
        try check("o+", finds: ["foo", "o"], not: ["", "bar"])
        try check("^o", finds: ["ok"], not: ["foo", "a\no"])
        try check("o$", finds: ["foo"], not: ["ok", "foo\n", "foo\nbar"])
        try check("", finds: ["", "a"], not: [])
        try check("^(?:a|)$", finds: ["", "a"], not: ["aa"])
    }

    @Test func aCharacterIsAUnicodeScalar() throws {
        try check("^.$", finds: ["a", "é", "😀", "\u{85}"], not: ["e\u{301}", "", "ab"])
        try check("^😀{2}$", finds: ["😀😀"], not: ["😀"])
        try check("^[α-ω😀]+$", finds: ["λόγος😀".filter { $0 != "ό" }], not: ["Λ"])
    }

    @Test func aDotMatchesNoLineEnd() throws {
        try check("^a.b$", finds: ["a b", "a\u{B}b", "a\u{85}b"], not: ["a\nb", "a\rb", "a\u{2028}b", "a\u{2029}b"])
    }

    @Test func digitsAndWordsAreOfASCII() throws {
        try check(#"^\d\D\w\W$"#, finds: ["1٣_é", "0aZ-"], not: ["٣aa-", "11a-", "1aé-", "1aaa"])
        try check(#"\bé"#, finds: ["aé"], not: ["é", "-é"])
        try check(#"^[\d\w]\B[^\D]$"#, finds: ["a1"], not: ["1a"])
    }

    @Test func whiteSpaceIsThatOfECMAScript() throws {
        let spaces =
            "\t\n\u{B}\u{C}\r \u{A0}\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}"
            .unicodeScalars.map { String($0) }
        let others = ["a", "\u{1}", "\u{85}", "\u{180E}", "\u{200B}", "\u{2060}", "\u{1C}"]
        try check(#"^\s$"#, finds: spaces, not: others)
        try check(#"^[^\S]$"#, finds: spaces, not: others)
        try check(#"^\S$"#, finds: others, not: spaces)
        try check(#"^[\S]$"#, finds: others, not: spaces)
        try check(#"^[^\s]$"#, finds: others, not: spaces)
    }

    @Test func escapesStandForCharacters() throws {
        try check(#"^\t\n\v\f\r\0$"#, finds: ["\t\n\u{B}\u{C}\r\0"], not: ["tnvfr0"])
        try check(#"^\cJ\cj\x41\u0042\u{43}\u{1F600}\ud83d\ude00$"#, finds: ["\n\nABC😀😀"], not: [])
        try check(#"^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$"#, finds: [#"^$\.*+?()[]{}|/"#], not: [])
        try check(#"^[\b\-\]\\^]$"#, finds: ["\u{8}", "-", "]", #"\"#, "^"], not: ["b"])
        try check("^[a-]$", finds: ["a", "-"], not: ["b"])
        try check("^[[:alpha:]$", finds: ["[", ":", "a", "l"], not: ["b"])
    }

    @Test func aLoneSurrogateNeverMatches() throws {
        try check(#"\ud800"#, finds: [], not: ["", "a", "\u{FFFD}"])
        try check(#"^[\ud800a]$"#, finds: ["a"], not: ["\u{FFFD}"])
        try check(#"^[a-\udfff]$"#, finds: ["a", "\u{D7FF}"], not: ["\u{E000}"])
        try check(#"^[\ud800-\ue000]$"#, finds: ["\u{E000}"], not: ["\u{D7FF}"])
        try check(#"[\ud800-\udfff]"#, finds: [], not: ["a"])
    }

    @Test func anEmptyClassMatchesNothingAndItsOppositeAll() throws {
        try check("[]", finds: [], not: ["", "a"])
        try check("^a[]?[]*[]{0}$", finds: ["a"], not: ["", "aa"])
        try check(#"^a\ud800?[\ud800-\udfff]*$"#, finds: ["a"], not: ["", "aa"])
        try check("^[^]$", finds: ["a", "\n", "😀"], not: ["", "ab"])
    }

    @Test func propertiesHaveTheNamesOfECMAScript() throws {
        try check(#"^\p{Letter}\p{L}\p{gc=Lu}\p{General_Category=Lowercase_Letter}$"#, finds: ["éあÉé"], not: ["éééé"])
        try check(#"^\p{digit}\p{Nd}\P{punct}$"#, finds: ["٣1a"], not: ["٣1!", "a1a"])
        try check(#"^\p{Script=Greek}\p{sc=Grek}\p{scx=Latn}$"#, finds: ["αβa"], not: ["aba"])
        try check(#"^\p{Emoji_Presentation}\p{Alpha}\p{Uppercase}\p{space}$"#, finds: ["😀éÉ\u{2003}"], not: [])
        try check(#"^\p{Any}\p{ASCII}\p{Assigned}\P{Assigned}$"#, finds: ["éaé\u{378}"], not: ["éaéa"])
        try check(#"^[\p{Lu}\P{L}]+$"#, finds: ["É1"], not: ["é"])
    }

    @Test func groupsAndLookaroundsAreThoseOfECMAScript() throws {
        try check(#"^(a)(b)?\2\1$"#, finds: ["abba", "aa"], not: ["aba"])
        try check(#"^(x)(?<p>["'])y\k<p>$"#, finds: [#"x"y""#], not: [#"x"y'"#])
        try check(#"^\k<n>(?<n>a)\1$"#, finds: ["aa"], not: ["a", "aaa"])
        try check(#"^\2(a)(b)$"#, finds: ["ab"], not: ["bab"])
        try check(#"^(?=.*\d)(?!.*\s).{4,}$"#, finds: ["abc1"], not: ["abcd", "ab 1", "a1"])
        try check(#"(?<=\$)\d+(?<!0)$"#, finds: ["$15"], not: ["15", "$10"])
        try check("(?<=a|bc)d", finds: ["ad", "bcd"], not: ["cd"])
        try check(String(repeating: "(a)", count: 30) + #"\30"#, finds: [String(repeating: "a", count: 31)], not: ["a"])
    }

    @Test func repetitionsAreGreedyOrLazy() throws {
        try check("^a{2}b{1,}?c{0,2}$", finds: ["aab", "aabbcc"], not: ["ab", "aa", "aabccc"])
        try check("^(?:ab){2,3}?$", finds: ["abab", "ababab"], not: ["ab"])
        try check("^a{0}b??$", finds: ["", "b"], not: ["a"])
    }
}
