import FHPatterns
import TestSupport
import Testing

@Suite struct PatternSyntaxTests {
    private func error(_ pattern: String) -> PatternError? {
        do throws(PatternError) {
            _ = try Pattern(pattern)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the message and the offset of an error.
    private func refusal(_ pattern: String) -> String? { error(pattern).map { "\($0.message), at \($0.offset)" } }

    @Test func whatECMAScriptRefusesIsRefusedAtItsPlace() {
        let wrong: [(String, Int)] = [
            ("*", 0), ("a|?", 2), ("a**", 2), ("a{2}{3}", 4), ("a{", 1), ("a{,2}", 1), ("a{1", 1), ("a{3,2}", 1),
            ("}", 0),
            ("é]", 1), ("(", 0), ("a(b", 1), ("a)", 1), ("[a", 0), ("[z-a]", 1), (#"[\w-z]"#, 1), (#"[a-\d]"#, 1),
            ("^*", 1), (#"\b+"#, 2), ("(?=a)*", 5), ("(?<=a)?", 6), ("\\", 0), (#"\a"#, 0), (#"é\-"#, 1), (#"\_"#, 0),
            (#"\c1"#, 0), (#"\x1"#, 0), (#"\u12"#, 0), (#"\u{110000}"#, 0), (#"\u{}"#, 0), (#"\01"#, 0), (#"[\1]"#, 1),
            (#"[\B]"#, 1), (#"(a)\2"#, 3), (#"\k<n>"#, 0), (#"\k"#, 0), ("(?<n>a)(?<n>b)", 7), ("(?<1>a)", 3),
            ("(?<>a)", 3), (#"\p"#, 0), (#"\p{"#, 0), (#"\p{letter}"#, 0), (#"\p{Greek}"#, 0), (#"\p{L&}"#, 0),
            (#"\pL"#, 0), (#"a\p{Script=}"#, 1), (#"\p{X=L}"#, 0), (#"\p{^L}"#, 0), (#"ab\p{sc=Nowhere}"#, 2),
        ]
        for (pattern, offset) in wrong { #expect(error(pattern)?.offset == offset, "\(pattern)") }
    }

    @Test func whatOnlyOtherLanguagesHaveIsRefused() {
        let foreign = [
            "a++", "a*+", "(?>a)", "(?R)", "(?1)", "(?P<n>a)", "(?#c)", "(?i)a", "(?i:a)", "(?|a|b)", "(?(1)a|b)",
            "(?C)",
            #"\A"#, #"\Z"#, #"\K"#, #"\R"#, #"\X"#, #"\C"#, #"\Q"#, #"\G"#, #"\h"#, #"\N{U+41}"#, #"\g1"#, #"\x{41}"#,
            "(*ACCEPT)", "(*UCP)a", "(?'n'a)",
        ]
        for pattern in foreign { #expect(error(pattern) != nil, "\(pattern)") }
    }

    @Test func aLookbehindOfNoFixedLengthIsRefusedAtItsPlace() {
        #expect(refusal(#"(b)a(?<=\1)c"#) == "a lookbehind must have a fixed length, at 4")
        #expect(refusal("a(?<=b+)c") == "a lookbehind must have a fixed length, at 1")
        #expect(error("(?<=a|bc)d") == nil)
    }

    @Test func whatIsTooLargeIsRefused() {
        let many = String(repeating: "a", count: 4_096)
        #expect(error(many) == nil)
        #expect(refusal(many + "a") == "a pattern has at most 4096 bytes, at 0")
        let nested = { (count: Int) in String(repeating: "(", count: count) + String(repeating: ")", count: count) }
        #expect(error(nested(100)) == nil)
        #expect(refusal(nested(101)) == "more than 100 groups within each other, at 100")
        #expect(error("a{65535}") == nil)
        #expect(refusal("a{65536}") == "a count is at most 65535, at 2")
        #expect(error("a{99999999999999999999}")?.offset == 2)
        #expect(
            error("(?:(?:(?:a{99}b){99}){99}){99}")?.message == "the pattern is too large with all its repetitions")
    }

    @Test func anythingMayBeWrittenAndNothingCrashes() {
        let pieces = [
            "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\", "-", ",", "1", "0", "a", "é", "😀",
            "\0",
            "(?", "(?:", "(?=", "(?<", "(?<!", "<n>", "\\k<n>", "\\p{", "L}", "\\u", "{2,", "\\d", "\\1", "[^", "\\b",
            "&", "=",
            "\u{D7FF}", "\u{FEFF}", "\n",
        ]
        forEachSeed(2_000) { seed, random in
            let count = Int.random(in: 0...14, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
            guard let error = error(text) else {
                let subject = (0..<20).map { _ in pieces.randomElement(using: &random)! }.joined()
                _ = try? Pattern(text).match(subject)
                return
            }
            #expect((0...text.unicodeScalars.count).contains(error.offset), "\(seed): \(text)")
            #expect(!error.message.isEmpty)
        }
    }

    @Test func randomBytesNeverCrash() {
        forEachSeed(500) { _, random in
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = String(decoding: bytes, as: UTF8.self)
            _ = error(text)
            #expect((try? Pattern("^[^]*$").match(text)) == .found)
        }
    }
}
