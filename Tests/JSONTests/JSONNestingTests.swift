import FHJSON
import TestSupport
import Testing

@Suite struct JSONNestingTests {
    private func isDeeper(_ text: String, than levels: Int) -> Bool {
        Array(text.utf8).withUnsafeBytes { JSONNesting.isDeeper(than: levels, $0) }
    }

    private func nested(_ levels: Int, _ inner: String = "1") -> String {
        (0..<levels).reduce(inner) { text, level in level.isMultiple(of: 2) ? "[\(text)]" : "{\"a\":\(text)}" }
    }

    @Test(arguments: [0, 1, 2, 7, 512]) func levelsAreCounted(levels: Int) throws {
        for count in [levels - 1, levels, levels + 1, levels + 2] where count >= 0 {
            let text = nested(count)
            #expect(isDeeper(text, than: levels) == (count > levels))
            #expect(try JSONValue(parsing: text).isDeeper(than: levels) == (count > levels))
        }
    }

    @Test func whatStandsInStringsOrSideBySideIsNotDeep() throws {
        for inner in [#""[[[[{{{{\"[[[\\""#, "[],[],{},[[]]", #""\\",[[1]],"\"[[[[[[""#] {
            let text = "[\(String(repeating: "[\(inner)],", count: 40))1]"
            #expect(!isDeeper(text, than: 4))
            #expect(try !JSONValue(parsing: text).isDeeper(than: 4))
        }
        #expect(isDeeper(#"[["[",[[]]]]"#, than: 3))
    }

    @Test func agreesWithTheTree() throws {
        try forEachSeed(2_000) { seed, generator in
            let text = Model.random(depth: 6, using: &generator).spelled(using: &generator)
            let value = try JSONValue(parsing: text)
            for levels in 0..<7 {
                #expect(isDeeper(text, than: levels) == value.isDeeper(than: levels), "seed \(seed), \(levels) levels")
            }
        }
    }
}
