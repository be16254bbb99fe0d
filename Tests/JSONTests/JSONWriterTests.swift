import FHJSON
import Testing

struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String { JSONText.build(body).string }

    @Test func structure() {
        let written = text { writer in
            writer.beginObject()
            writer.field("a", 1)
            writer.key("b")
            writer.beginArray()
            writer.value("x")
            writer.null()
            writer.beginArray()
            writer.endArray()
            writer.beginObject()
            writer.endObject()
            writer.value(true)
            writer.value(1.5)
            writer.endArray()
            let key = "c\n"
            writer.key(key)
            writer.raw(#"{"raw":1}"#)
            writer.field("d", JSONText.emptyArray)
            writer.field("e", JSONValue.emptyObject)
            writer.field("f", String?.none)
            writer.field("g", Int?.none)
            writer.field("h", Int?(5))
            writer.field("i", String?("s"))
            writer.field("j", "abc".dropFirst())
            writer.field("k", false)
            writer.field("l", Double?(0.5))
            writer.field("m", JSONText?.none)
            writer.field("n", JSONValue?.none)
            writer.field("o", Bool?.none)
            writer.field("p", UInt.max.description)
            writer.endObject()
        }
        #expect(
            written == """
                {"a":1,"b":["x",null,[],{},true,1.5],"c\\n":{"raw":1},"d":[],"e":{},"f":null,"g":null,"h":5,"i":"s",\
                "j":"bc","k":false,"l":0.5,"m":null,"n":null,"o":null,"p":"18446744073709551615"}
                """)
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("a\"b\\c/d", #""a\"b\\c/d""#), ("\n\r\t\u{8}\u{c}", #""\n\r\t\b\f""#),
        ("\0\u{1}\u{1f}\u{7f}", "\"\\u0000\\u0001\\u001f\u{7f}\""), ("\u{85}", #""\u0085""#),
        ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{2027}\u{202a}\u{84}\u{86}", "\"\u{2027}\u{202a}\u{84}\u{86}\""),
        ("ßé日😀", "\"ßé日😀\""), ("12345678\"", #""12345678\"""#), ("1234567\"9", #""1234567\"9""#),
        ("12345678901234567890\n", #""12345678901234567890\n""#), ("……………", "\"……………\""),
    ])
    func strings(string: String, expected: String) {
        #expect(text { $0.value(string) } == expected)
        #expect(text { $0.value(Substring("<" + string).dropFirst()) } == expected)
        var bytes = Array(string.utf8)
        bytes.withUnsafeMutableBytes { bytes in
            #expect(text { $0.string(utf8: UnsafeRawBufferPointer(bytes)) } == expected)
        }
        #expect(JSONText.string(string).value.stringValue?.utf8.elementsEqual(string.utf8) == true)
    }

    @Test func arraysOfStrings() {
        let written = text { writer in
            writer.beginObject()
            writer.field("a", ["x", "\"", ""])
            writer.field("b", [String]())
            writer.key("c")
            writer.value(["y"].reversed())
            writer.endObject()
        }
        #expect(written == #"{"a":["x","\"",""],"b":[],"c":["y"]}"#)
    }

    /// Tests every scalar that needs an escape, at every position in a word, between plain text of both kinds.
    @Test func escapesAtEveryOffset() {
        for scalar in ["\"", "\\", "\n", "\u{0}", "\u{85}", "\u{2028}", "\u{2029}"] {
            for filler in ["a", "é", "日"] {
                for before in 0..<20 {
                    let string = String(repeating: filler, count: before) + scalar + filler
                    let encoded = JSONText.string(string)
                    #expect(encoded.value.stringValue?.utf8.elementsEqual(string.utf8) == true)
                    #expect(
                        !encoded.string.dropFirst().dropLast().unicodeScalars.contains(scalar.unicodeScalars.first!)
                            || scalar == "\\" || scalar == "\"")
                }
            }
        }
    }

    @Test func growsForManyEscapes() {
        let string = String(repeating: "\u{1}", count: 10_000)
        #expect(text { $0.value(string) } == "\"" + String(repeating: "\\u0001", count: 10_000) + "\"")
    }

    @Test func nullInAKeyIsReplaced() {
        let key = "a\0b"
        let written = JSONText.build { writer in
            writer.beginObject()
            writer.key(key)
            writer.value(1)
            writer.endObject()
        }
        #expect(written.string == "{\"a\u{FFFD}b\":1}")
    }

    @Test(
        arguments: [
            (0, "0"), (9, "9"), (10, "10"), (99, "99"), (100, "100"), (12345, "12345"), (-1, "-1"), (-100, "-100"),
            (.max, "9223372036854775807"), (.min, "-9223372036854775808"), (1_000_000, "1000000"),
        ] as [(Int, String)])
    func integers(integer: Int, expected: String) {
        #expect(text { $0.value(integer) } == expected)
        if integer >= 0 { #expect(text { $0.value(UInt(integer)) } == expected) }
    }

    @Test func everyLengthOfInteger() {
        var power = 1
        for _ in 0..<19 {
            for integer in [power, power - 1, -power, power + 1] {
                #expect(text { $0.value(integer) } == String(integer))
            }
            power = power &* 10
        }
        #expect(text { $0.value(UInt.max) } == "18446744073709551615")
    }

    @Test(
        arguments: [
            (0.0, "0.0"), (-0.0, "-0.0"), (5, "5.0"), (-17, "-17.0"), (0.1, "0.1"), (.leastNonzeroMagnitude, "5e-324"),
            (1e20, "1e+20"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (1.0 / 3, "0.3333333333333333"),
            (1e15, "1000000000000000.0"),
            (9007199254740991, "9007199254740991.0"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)])
    func reals(real: Double, expected: String) throws {
        #expect(text { $0.value(real) } == expected)
        if real.isFinite {
            let read = try JSONValue(parsing: expected)
            #expect(read.kind == .real)
            #expect(read.doubleValue?.bitPattern == real.bitPattern)
        }
    }

    @Test func floatsAreShortest() {
        #expect(text { $0.value(Float(0.1)) } == "0.1")
        #expect(text { $0.value(Float(3)) } == "3.0")
        #expect(text { $0.value(Float.nan) } == "null")
    }

    @Test func framing() {
        var writer = JSONWriter(capacity: 0)
        #expect(writer.count == 0)
        writer.beginArray()
        writer.value(1)
        let mark = writer.count
        writer.value("dropped")
        writer.truncate(to: mark)
        writer.endArray()
        writer.appendByte(UInt8(ascii: "\n"))
        writer.resetComma()
        writer.value(2)
        "Content-Length: 5\r\n".utf8.withContiguousStorageIfAvailable {
            writer.insertBytes(UnsafeRawBufferPointer($0), at: 0)
        }
        "!".utf8.withContiguousStorageIfAvailable { writer.appendBytes(UnsafeRawBufferPointer($0)) }
        writer.insertBytes(UnsafeRawBufferPointer(start: nil, count: 0), at: writer.count)
        #expect(writer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == "Content-Length: 5\r\n[1]\n2!")
        writer.removeAll()
        writer.value(true)
        #expect(writer.copyText() == .bool(true))
        #expect(writer.finish().string == "true")
    }

    @Test func encodedValuesTakeCommas() {
        var writer = JSONWriter()
        writer.beginArray()
        for bytes in [[UInt8]("1".utf8), [UInt8]("[2]".utf8)] { bytes.withUnsafeBytes { writer.rawValue($0) } }
        writer.beginValue()
        writer.appendByte(UInt8(ascii: "3"))
        writer.endArray()
        #expect(writer.finish().string == "[1,[2],3]")
    }

    @Test func buildPassesErrorsOn() {
        struct Stop: Error {}
        #expect(throws: Stop.self) { try JSONText.build { (_) throws(Stop) in throw Stop() } }
    }
}
