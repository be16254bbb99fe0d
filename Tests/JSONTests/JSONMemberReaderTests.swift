import FHJSON
import TestSupport
import Testing

@Suite struct JSONMemberReaderTests {
    private func members(_ text: String) throws -> [String] {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { bytes in
            var reader = JSONMemberReader(bytes)
            var found: [String] = []
            guard reader.enterObject() else { return ["none"] }
            while let key = try reader.nextKey() {
                let value = try reader.skipValue()
                found.append(
                    String(decoding: bytes[key.range], as: UTF8.self) + (key.hasEscapes ? "! " : " ")
                        + String(decoding: bytes[value], as: UTF8.self))
            }
            try reader.finish()
            return found
        }
    }

    @Test(arguments: [
        ("{}", []), (" { } ", []), (#"{"a":1}"#, ["a 1"]),
        (#"{ "a" : [1, {"b": 2}] , "c":null}"#, ["a [1, {\"b\": 2}]", "c null"]),
        (#"{"\u0061":true,"":"x"}"#, [#"\u0061! true"#, #" "x""#]),
        (#"{"a":1,"a":2}"#, ["a 1", "a 2"]), ("[1]", ["none"]),
    ])
    func findsMembers(text: String, expected: [String]) throws {
        #expect(try members(text) == expected)
    }

    @Test(arguments: [
        "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{"a":[1}"#, #"{"a":1}x"#, #"{"a\u0000":1}"#,
        #"{"a":"\ud800"}"#, #"{"a":tru}"#,
    ])
    func whatIsNoJSONThrows(text: String) {
        #expect(throws: JSONParseError.self) { try members(text) }
    }

    @Test func itGoesIntoWhatTheCallerWants() throws {
        let bytes = Array(#"{"a":{"b":1,"c":2},"d":3}"#.utf8)
        try bytes.withUnsafeBytes { bytes in
            var reader = JSONMemberReader(bytes)
            let isObject = reader.enterObject()
            #expect(isObject)
            _ = try reader.nextKey()
            let isNested = reader.enterObject()
            #expect(isNested)
            _ = try reader.nextKey()
            _ = try reader.skipValue()
            _ = try reader.nextKey()
            _ = try reader.skipValue()
            let inner = try reader.nextKey()
            #expect(inner == nil)
            let last = try reader.nextKey()
            #expect(last.map { String(decoding: bytes[$0.range], as: UTF8.self) } == "d")
            let isScalarEntered = reader.enterObject()
            #expect(!isScalarEntered)
            _ = try reader.skipValue()
            let end = try reader.nextKey()
            #expect(end == nil)
            try reader.finish()
        }
    }

    /// The reader accepts exactly the texts that the scanner accepts.
    @Test func itAgreesWithTheScanner() {
        let interesting = Array("{}[]\",:\\u0e-+.1tfn ".utf8) + [0, 0x1F, 0x80, 0xC2, 0xE2, 0xFF]
        forEachSeed(2_000) { seed, generator in
            var bytes = Array(Model.random(using: &generator).spelled(using: &generator).utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = interesting.randomElement(
                    using: &generator)!
            }
            bytes.withUnsafeBytes { bytes in
                var reader = JSONMemberReader(bytes)
                var isRead = true
                do throws(JSONParseError) {
                    _ = try reader.skipValue()
                    try reader.finish()
                } catch {
                    isRead = false
                }
                #expect(isRead == JSONScanner.isValid(bytes), "seed \(seed)")
            }
        }
    }

    @Test func depthIsThatOfTheScanner() throws {
        func deep(_ levels: Int) -> String {
            #"{"a":"# + String(repeating: "[", count: levels) + String(repeating: "]", count: levels) + "}"
        }
        #expect(try members(deep(2_047)).count == 1)
        #expect(throws: JSONParseError.self) { try members(deep(2_048)) }
    }

    @Test(arguments: [
        ("{\"a\": 1}", true), ("{\n}", false), ("{\r}", false), ("[\"\u{2028}\"]", false), ("[\"\u{2029}\"]", false),
        ("[\"\u{85}\"]", false), ("[\"é € \u{2027} \u{A0}\"]", true),
    ])
    func oneLineIsOneLineForAllReaders(text: String, isOneLine: Bool) throws {
        let found = try Array(text.utf8).withUnsafeBytes { bytes in
            var reader = JSONMemberReader(bytes)
            _ = try reader.skipValue()
            return reader.isOneLine
        }
        #expect(found == isOneLine)
    }
}
