import FHJSON
import Testing

@Suite struct TerminalTextTests {
    private func shown(_ bytes: [UInt8], _ style: TerminalFilter.Style = .escapes, by size: Int = .max) -> String {
        var filter = TerminalFilter(style)
        var shown: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            filter.append(rest.prefix(size), to: &shown)
            rest = rest.dropFirst(size)
        }
        filter.finish(to: &shown)
        return String(validating: shown, as: UTF8.self) ?? "no UTF-8"
    }

    @Test func aLineHasNothingThatATerminalObeys() {
        #expect(TerminalText.line("a\u{1B}]0;x\u{7}\u{9B}2J\u{7F}") == #"a\u001b]0;x\u0007\u009b2J\u007f"#)
        #expect(TerminalText.line("\r\n\t\u{85}\u{2028}") == #"\u000d\u000a\u0009\u0085\u2028"#)
        #expect(TerminalText.line("\u{202E}\u{2066}\u{61C}\u{200F}") == #"\u202e\u2066\u061c\u200f"#)
        #expect(TerminalText.line("Größe – 日本 👩‍👧 \\") == "Größe – 日本 👩‍👧 \\")
        #expect(TerminalText.lines("a\n\tb\r\u{1B}") == "a\n\tb\\u000d\\u001b")
    }

    @Test func aLineOfJSONMeansTheSame() throws {
        for scalar in (0..<0x2100).compactMap(Unicode.Scalar.init) {
            let value = JSONValue.string("a\(Character(scalar))b")
            let line = TerminalText.line(JSONText(value).string)
            #expect(try JSONValue(parsing: line) == value)
            #expect(!line.unicodeScalars.contains(where: TerminalText.isControl))
        }
    }

    @Test(arguments: [1, 2, 3, .max]) func aStreamIsTheSameInAllPieces(size: Int) {
        let text = "a\t\u{1B}\u{9B}é\u{202E}日👩\r\n\r\u{7F}\n"
        #expect(shown(Array(text.utf8), by: size) == "a\t\\u001b\\u009bé\\u202e日👩\r\n\\u000d\\u007f\n")
        let invalid: [UInt8] = [0xFF, 0x9B, 0xE2, 0x80, 0x41, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF5, 0xC2, 0x0A, 0xE2]
        #expect(shown(invalid, by: size) == #"\xff\x9b\xe2\x80A\xc0\x80\xed\xa0\x80\xf5\xc2"# + "\n" + #"\xe2"#)
    }

    @Test func framesWithHeadersKeepTheirLengths() {
        let body = "{\"a\":\"\u{1B}\u{9B}\u{202E}é\"}"
        let frame = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        #expect(shown(Array(frame.utf8), .frames).hasSuffix("\r\n\r\n{\"a\":\"??????é\"}"))
        #expect(shown(Array(body.utf8), .frames) == #"{"a":"\u001b\u009b\u202eé"}"#)
    }
}
