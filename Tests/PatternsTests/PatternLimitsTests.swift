import FHPatterns
import TestSupport
import Testing

@Suite struct PatternLimitsTests {
    private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// Patterns that try exponentially many alternatives on letters followed by another character.
    private static let catastrophes = [
        "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(a*)*$", "^(a|a?)+$", "^(.*)*$x", "^(?:.*a){12}$", "^(\\w+\\s?)*$",
        "(x+x+)+y",
        "(a*)*b", "(a*?)*?b", "((a*)*)*b", "(((((a*)*)*)*)*)*b", "(a|b|ab)*c", "(?:a|a|a|a)*b", "(?:|||a)*b",
        "^(([a-z])+.)+[A-Z]([a-z])+$", "(?:a?){30}a{30}b", "a*a*a*a*a*b", ".*.*.*.*=", "(?=(a+))\\1b", "(a+)\\1+b",
        "(?:(a)|b|a)*\\1c", "(?:a{1000})*b", "(?:(?<=a{60000})b|a)*c", "(?:a?){20,500}b", "(a*)(){20,500}(?<=c{16})",
        "(\\S*)(\\S*)(\\S*)\\s", "(?:\\p{L}*)*\\P{Any}", "(?:(?=a*)(?=a*)(?=a*)a)*b", "(?:[^]*?x)*y", "(?!(a*)*b).*c",
    ]

    @Test(arguments: catastrophes)
    func aCatastropheIsGivenUpOrNotFound(pattern: String) throws {
        let compiled = try Pattern(pattern)
        for count in [20, 30, 60, 1_000, 100_000, (1 << 20) - 1] {
            #expect(compiled.match(Self.letters(count) + "!") != .found, "\(count)")
        }
    }

    @Test func aPatternWithExponentialWaysIsGivenUp() throws {
        let compiled = try Pattern("^(a+)+$")
        #expect(compiled.match(Self.letters(8) + "!") == .notFound)
        for count in stride(from: 20, through: 60, by: 5) {
            #expect(compiled.match(Self.letters(count) + "!") == .tooComplex)
            #expect(compiled.match(Self.letters(count)) == .found)
        }
    }

    @Test func aTextIsAtMostAMebibyte() throws {
        let compiled = try Pattern("b")
        #expect(compiled.match(Self.letters(1 << 20)) == .notFound)
        #expect(compiled.match(Self.letters(1 << 20) + "b") == .tooComplex)
        #expect(compiled.match(Self.letters(10_000_000)) == .tooComplex)
    }

    @Test func whatPeopleWriteIsAnsweredOnLongTexts() throws {
        let text = String(repeating: "Some words, a number 12 and a line end.\n", count: 2_500)
        for (pattern, isFound) in [
            ("^[^<>]*$", true), ("\\d{3}", false), ("^(?:[^\\n]*\\n)*$", true), ("\\bline\\b", true), ("^\\s*$", false),
            ("numbers?\\s+\\d\\d\\d", false), ("^[\\s\\S]{1,20000}$", false),
        ] {
            #expect(try Pattern(pattern).match(text) == (isFound ? .found : .notFound), "\(pattern)")
        }
        #expect(try Pattern("^(?:ab|c)*$").match(String(repeating: "abc", count: 3_000)) == .found)
    }

    @Test func theSameSearchAlwaysEndsTheSameWay() throws {
        let compiled = try Pattern("(a|aa)+$")
        let texts = (1...60).map { Self.letters($0) + "!" }
        #expect(texts.map(compiled.match) == texts.map(compiled.match))
    }

    @Test func aPatternSearchesOnManyThreadsAtOnce() async throws {
        let compiled = try Pattern("^(?:(a)|b)+\\1$")
        let results = await withTaskGroup { group in
            for index in 0..<64 {
                group.addTask { (index, compiled.match(index % 2 == 0 ? "abbaa" : "abbab")) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for index in 0..<64 { #expect(results[index] == (index % 2 == 0 ? .found : .notFound)) }
    }
}
