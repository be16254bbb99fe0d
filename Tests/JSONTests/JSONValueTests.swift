import FHJSON
import Testing

struct JSONValueTests {
    @Test(arguments: [
        ("null", JSONValue.Kind.null), ("true", .bool), ("0", .integer), ("-9223372036854775808", .integer),
        ("0.0", .real), ("1e2", .real), ("\"\"", .string), ("[]", .array), ("{}", .object), (" \r\n\t1 ", .integer),
    ])
    func kinds(text: String, kind: JSONValue.Kind) throws {
        #expect(try JSONValue(parsing: text).kind == kind)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "+1", "1.", ".5", "1e", "- 1", "NaN", "Infinity",
        "tru", "nulll", "[1] 2", "\"\n\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"",
        "{\"a\":1,\"a\":2}", "{\"\\u0000\":1}", "9223372036854775808", "-9223372036854775809", "1e999", "\u{FEFF}1",
        "[1 2]", "{\"a\" 1}", "// c\n1", "\"\u{1}\"", "\0", "[", "\"", "]", "{]",
    ])
    func refuses(text: String) {
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
        #expect(throws: JSONParseError.self) { try JSONText(parsing: text) }
    }

    @Test(
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE2, 0x80, 0x22], [0x22, 0xFF, 0x22], [0x31, 0x00], [0x5B, 0x31, 0x00, 0x5D],
            [0x74, 0x72, 0x75, 0x65, 0x00], [0xEF, 0xBB, 0xBF, 0x31],
        ] as [[UInt8]])
    func refusesBytes(bytes: [UInt8]) {
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: bytes) }
    }

    @Test func emptyBuffers() {
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: UnsafeRawBufferPointer(start: nil, count: 0)) }
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: []) }
    }

    @Test func errorsSayWhereAndQuoteNothing() throws {
        let error = try #require(throws: JSONParseError.self) {
            try JSONValue(parsing: "{\n  \"password\": hunter2\n}")
        }
        #expect(error.line == 2)
        #expect(error.byteOffset > 12 && error.byteOffset <= 25)
        #expect(!error.description.contains("hunter"))
        #expect(error.description.contains("line 2"))
        #expect(!error.message.isEmpty)
    }

    @Test func depthLimit() throws {
        func nested(_ levels: Int, _ inner: String = "") -> String {
            String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)
        }
        let deepest = try JSONValue(parsing: nested(2048))
        #expect(JSONText(deepest).string == nested(2048))
        #expect(deepest == JSONText(deepest).value)
        #expect(deepest.hashValue == JSONText(deepest).value.hashValue)
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: nested(2049)) }
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: nested(2048, "1")) }
        _ = try JSONValue(parsing: nested(2047, "1"))
        let tooDeep = JSONText.build { writer in
            writer.beginArray()
            writer.value(deepest)
            writer.endArray()
        }
        #expect(tooDeep.value == .null)
    }

    @Test func scalars() throws {
        let value = try JSONValue(parsing: #"{"i":7,"r":7.0,"f":7.5,"s":"a\u0000b","t":true,"n":null,"big":1e300}"#)
        #expect(value["i"]?.intValue == 7)
        #expect(value["i"]?.doubleValue == 7)
        #expect(value["r"]?.intValue == 7)
        #expect(value["f"]?.intValue == nil)
        #expect(value["big"]?.intValue == nil)
        #expect(value["f"]?.doubleValue == 7.5)
        #expect(value["s"]?.stringValue == "a\0b")
        #expect(value["s"]?.withStringBytes { $0.count } == 3)
        #expect(value["i"]?.withStringBytes { $0.count } == nil)
        #expect(value["t"]?.boolValue == true)
        #expect(value["n"]?.isNull == true)
        #expect(value["n"]?.boolValue == nil)
        #expect(value["n"]?.intValue == nil)
        #expect(value["n"]?.doubleValue == nil)
        #expect(value["n"]?.stringValue == nil)
        #expect(value["x"] == nil)
        #expect(value.count == 7)
        #expect(value["n"]?.count == 0)
    }

    @Test func containers() throws {
        let value = try JSONValue(parsing: #"{"z":[10,20,30],"a":{"":1,"ä":2},"":3}"#)
        #expect(value.members.map(\.key) == ["z", "a", ""])
        let z = try #require(value["z"])
        #expect(z.elements.map(\.intValue) == [10, 20, 30])
        #expect(z.elements.last?.intValue == 30)
        #expect(z[1]?.intValue == 20)
        #expect(z[3] == nil)
        #expect(z[-1] == nil)
        #expect(z["a"] == nil)
        #expect(value[0] == nil)
        let empty = ""
        #expect(value[empty]?.intValue == 3)
        #expect(value[""]?.intValue == 3)
        #expect(value["a"]?["ä"]?.intValue == 2)
        let umlaut = "ä"
        #expect(value["a"]?[umlaut]?.intValue == 2)
        #expect(Array(z.members.map(\.key)).isEmpty)
        #expect(value.elements.isEmpty)
        #expect(JSONValue.null.elements.isEmpty)
    }

    @Test func handlesKeepTheirDocument() throws {
        var inner: JSONValue?
        do {
            let outer = try JSONValue(parsing: #"{"a":[{"b":"still here"}]}"#)
            inner = outer["a"]?[0]?["b"]
        }
        #expect(inner?.stringValue == "still here")
    }

    @Test(arguments: [
        ("1", "1.0", true), ("0", "-0.0", true), ("1", "2", false), ("1.5", "1", false), ("1", "true", false),
        ("9007199254740993", "9007199254740992.0", false), ("9223372036854775807", "9223372036854775808.0", false),
        (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1}"#, true), (#"{"a":1}"#, #"{"a":1,"b":2}"#, false),
        (#"{"a":1}"#, #"{"b":1}"#, false), ("[1,2]", "[2,1]", false), ("[1]", "[1,2]", false),
        (#""é""#, #""\u00e9""#, true), (#""é""#, #""e\u0301""#, false), ("null", "null", true),
        ("true", "false", false),
        ("[]", "{}", false),
    ])
    func equality(left: String, right: String, areEqual: Bool) throws {
        let left = try JSONValue(parsing: left)
        let right = try JSONValue(parsing: right)
        #expect((left == right) == areEqual)
        #expect((right == left) == areEqual)
        if areEqual { #expect(left.hashValue == right.hashValue) }
    }

    @Test func conveniences() {
        #expect(JSONValue.string("a\"b").stringValue == "a\"b")
        #expect(JSONValue.integer(-3).intValue == -3)
        #expect(JSONValue.real(2).kind == .real)
        #expect(JSONValue.bool(true).boolValue == true)
        #expect(JSONValue.null.isNull && JSONValue.emptyObject.isObject && JSONValue.emptyArray.isArray)
        #expect(JSONValue.build { $0.value("x") }.description == "\"x\"")
    }

    @Test func valuesAreReadFromManyThreads() async throws {
        let value = try JSONValue(parsing: #"{"a":[1,2,{"b":"c"}],"d":4.5}"#)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (0..<500).allSatisfy { _ in
                        JSONText(value).value == value && value["a"]?[2]?["b"]?.stringValue == "c"
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
