import FHTextFormats
import TestSupport
import Testing

/// Checks a format with valid and invalid texts.
func check(_ matches: (String) -> Bool, right: [String], wrong: [String]) {
    for text in right { #expect(matches(text), "\(text.debugDescription)") }
    for text in wrong { #expect(!matches(text), "\(text.debugDescription)") }
}

@Suite struct TextFormatTests {
    @Test func formatsHaveTheNamesOfTheKeyword() {
        #expect(
            TextFormat.allCases.map(\.rawValue) == [
                "email", "uri", "hostname", "ipv4", "ipv6", "uuid", "date", "time", "date-time", "regex",
            ])
    }

    @Test func noFormatTakesAnythingBesideItsText() {
        let examples: [TextFormat: String] = [
            .email: "ada@example.com", .uri: "http://example.com/", .hostname: "example.com", .ipv4: "10.0.0.1",
            .ipv6: "fe80::1", .uuid: "6f1c0d0e-35a4-4f0b-9a55-0c4b7e0a9d11", .date: "2026-12-24", .time: "18:00:00Z",
            .dateTime: "2026-12-24T18:00:00Z",
        ]
        for (format, text) in examples {
            check(
                format.matches, right: [text],
                wrong: [
                    "", " ", "\n", " " + text, text + " ", text + "\n", text + "\0", text + "\u{301}",
                    "\u{FEFF}" + text,
                ])
        }
    }

    @Test func uuidsAreOfAnyVersionAndInAnyCase() {
        check(
            TextFormat.uuid.matches,
            right: ["6f1c0d0e-35a4-4f0b-9a55-0c4b7e0a9d11", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"],
            wrong: [
                "6f1c0d0e35a44f0b9a550c4b7e0a9d11", "{6f1c0d0e-35a4-4f0b-9a55-0c4b7e0a9d11}",
                "6f1c0d0-e35a4-4f0b-9a55-0c4b7e0a9d11", "6f1c0d0e-35a4-4f0b-9a55-0c4b7e0a9d1g",
                "6f1c0d0e-35a4-4f0b-9a55-0c4b7e0a9d1", "6f1c0d0e-35a4-4f0b-9a55-0c4b7e0a9d111",
                "６f1c0d0e-35a4-4f0b-9a55-0c4b7e0a9d11",
            ])
    }

    @Test func aRegexIsWhatAPatternTakes() {
        check(
            TextFormat.regex.matches, right: ["", "^a|b$", #"\p{L}\u{1F600}"#], wrong: ["(", #"\a"#, "a++", "[b-a]"])
    }

    @Test func noTextCrashesAFormat() {
        let pieces = [
            ":", "::", "1", "255", "ffff", ".", "-", "--", "xn--", "@", "[", "]", "IPv6:", "\"", "\\", "%", "%41", "/",
            "//", "?",
            "#", "a", "T", "Z", "+", "2026-02-28", "23:59:60", "é", "😀", "\0", " ", "v1.", "99999999999999999999",
            "zzzzzzzz",
        ]
        forEachSeed(3_000) { _, random in
            let count = Int.random(in: 0...8, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
            for format in TextFormat.allCases where format.matches(text) && format != .regex {
                #expect(text.utf8.allSatisfy { $0 < 0x80 && $0 > 0x1F } && !text.isEmpty, "\(format): \(text)")
            }
            _ = TextFormat.isHTMLEmail(text)
            _ = TextFormat.isPartialTime(text)
        }
    }
}
