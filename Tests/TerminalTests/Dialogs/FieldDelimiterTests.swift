import Testing

@testable import FHTerminalDialogs

/// The delimiters of fields.
@Suite struct FieldDelimiterTests {
    /// Returns the fields of a line, without delimiters.
    private static func fields(_ line: String, _ delimiter: String) -> [String]? {
        let bytes = Array(line.utf8)
        return FieldDelimiter(delimiter)?.fields(of: bytes).map { String(decoding: bytes[$0.content], as: UTF8.self) }
    }

    @Test(arguments: [
        ("a1b22c", "[0-9]", ["a", "b", "", "c"]), ("a1b22c", "[0-9]+", ["a", "b", "c"]),
        ("a1b22c", "\\d+", ["a", "b", "c"]), ("a-b_c", "[-_]", ["a", "b", "c"]), ("a-b_c", "[_-]", ["a", "b", "c"]),
        ("aXbyc", "[A-Zx-z]", ["a", "b", "c"]), ("a]b[c", "[][]", ["a", "b", "c"]), ("a]b", "[\\]]", ["a", "b"]),
        ("a\tb c", "[\\t ]", ["a", "b", "c"]), ("a\tb  c", "\\s+", ["a", "b", "c"]),
        ("a.b|c", "[.|]", ["a", "b", "c"]),
        ("a|b", "|", ["a", "b"]), ("a||b", "\\|\\|", ["a", "b"]), ("a: b", ": ", ["a", "b"]),
        ("a\\b", "\\\\", ["a", "b"]), ("a-b1c", "[\\d-]", ["a", "b", "c"]),
    ])
    func linesAreSplit(_ line: String, _ delimiter: String, _ expected: [String]) {
        #expect(Self.fields(line, delimiter) == expected)
    }

    @Test(arguments: [
        "", "[^:]", "[[:alpha:]]", "[z-a]", "[a-\\d]", "[]", "[ab]c[de]", "[é]", "a|b", "ab*", "\\bx", "(a)", "[a\\]",
    ])
    func otherExpressionsAreRefused(_ delimiter: String) {
        #expect(FieldDelimiter(delimiter) == nil)
    }
}
