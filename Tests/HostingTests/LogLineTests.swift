import FHJSON
import Testing

@testable import FHPeers

@Suite struct LogLineTests {
    private func line(_ text: String, atMost limit: Int = 4_096) -> String {
        String(decoding: LogLine.bytes(of: text, atMost: limit), as: UTF8.self)
    }

    @Test(arguments: ["", "a plain line", "Ünïcödé \u{1F600} — …", #"{"a":"\n"}"#])
    func whatIsALineStays(text: String) {
        #expect(line(text + "\n") == text + "\n")
        #expect(line(text) == text + "\n")
    }

    @Test func nothingInItBreaksItOrChangesATerminal() {
        #expect(line("no\n2026 critical: forged\n") == #"no\u000a2026 critical: forged"# + "\n")
        let escapes = #"\u001b]0;title\u0007\u000d\u0000\u007f\u009b2J"#
        #expect(line("\u{1B}]0;title\u{7}\r\0\u{7F}\u{9B}2J") == escapes + "\n")
        #expect(line("a\u{85}b\u{2028}c\u{2029}d\r\n") == #"a\u0085b\u2028c\u2029d\u000d"# + "\n")
    }

    @Test func aLineOfJSONIsStillOne() throws {
        let value = try JSONValue(parsing: String(line("{\"a\":\"\u{7F}\u{2028}\"}").dropLast()))
        #expect(value["a"]?.stringValue == "\u{7F}\u{2028}")
    }

    @Test(arguments: ["x", "é", "…", "\u{1F600}", "\u{1B}"]) func aLongLineIsCutBetweenCharacters(character: String) {
        for count in 0..<40 {
            let bytes = LogLine.bytes(of: String(repeating: "x", count: count % 7) + character * count, atMost: 30)
            #expect(bytes.count <= 30)
            #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
            #expect(String(validating: bytes, as: UTF8.self) != nil)
        }
        let long = LogLine.bytes(of: character * 200_000)
        #expect((4_080...4_096).contains(long.count))
        #expect(String(decoding: long, as: UTF8.self).hasSuffix("…\n"))
    }
}

extension String {
    fileprivate static func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
}
