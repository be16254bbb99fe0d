import CFHJansson
import TestSupport
import Testing

@testable import FHJSON

/// Compares the plain parser with jansson's parser.
@Suite struct PlainParserTests {
    private func jansson(_ text: [UInt8]) -> JSONValue? {
        text.withUnsafeBytes { try? JSONDocument(parsing: $0, tryingPlain: false) }.map { JSONValue($0) }
    }

    /// Returns the value if the plain parser accepts the text; nil if jansson has to parse the text.
    private func plain(_ text: [UInt8]) -> JSONValue? {
        text.withUnsafeBytes { bytes in
            guard let tree = PlainParser.parse(bytes) else { return nil }
            json_decref(tree)
            return try? JSONValue(parsing: text)
        }
    }

    @Test(arguments: [
        #"{"instance":"c-1","action":"select","params":{"id":"42"}}"#, "{}", "[]", " [ 1 , -2,true,false ,null ] ", "0",
        "-0", "123456789012345678", #""""#, #"{"":[{"a":[]}]}"#, "\t\r\n{ \"a\" : 1 }\n",
    ])
    func takesPlainTexts(text: String) throws {
        let value = try #require(plain(Array(text.utf8)))
        #expect(value == jansson(Array(text.utf8)))
        #expect(JSONText(value) == JSONText(try #require(jansson(Array(text.utf8)))))
    }

    @Test(arguments: [
        "", "{", "[1,]", #"{"a":1,"a":2}"#, #"{"a"}"#, "01", "1.0", "1e2", "-", "+1", "1234567890123456789", #""\n""#,
        "\"é\"", "\"\u{1}\"", "nul", "nullx", "1 2", "{}}", "\u{b}1", "[1 2]", "{\"a\":}", "\u{7f}",
        String(repeating: "[", count: 17) + String(repeating: "]", count: 17),
        "\"" + String(repeating: "a", count: PlainParser.maximumBytes) + "\"",
    ])
    func leavesTheRestToJansson(text: String) {
        #expect(plain(Array(text.utf8)) == nil)
    }

    @Test func agreesWithJanssonOnMutatedTexts() throws {
        let bytes = Array(#"{}[]",:\0123456789-.eE truefalsn"#.utf8) + [0, 0x0B, 0x0A, 0x7F, 0xC3, 0xA9]
        var taken = 0
        try forEachSeed(20_000) { _, generator in
            var text = Array(Model.random(depth: 3, using: &generator).spelled(using: &generator).utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) where !text.isEmpty {
                text[Int.random(in: 0..<text.count, using: &generator)] = bytes.randomElement(using: &generator) ?? 0
            }
            guard let value = plain(text) else { return }
            taken += 1
            let other = try #require(jansson(text), "jansson refuses \(String(decoding: text, as: UTF8.self))")
            #expect(JSONText(value) == JSONText(other))
        }
        #expect(taken > 200)
    }
}
