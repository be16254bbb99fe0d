import FHJSON
import TestSupport
import Testing

struct JSONScannerTests {
    private func scan(_ pointer: JSONPointer, _ text: String) throws -> String? {
        let bytes = Array(text.utf8)
        let range = try bytes.withUnsafeBytes { try JSONScanner.range(of: pointer, in: $0) }
        return range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("", " [1] ", "[1]"), ("/0", "[ 1 , 2]", "1"), ("/1", "[ 1 , 2]", "2"), ("/2", "[1,2]", nil),
        ("/00", "[1]", nil),
        ("/-", "[1]", nil), ("/a", #"{"b":{"a":1},"a":2}"#, "2"), ("/b/a", #"{"b":{"a":1},"a":2}"#, "1"),
        ("/a/b", #"{"a":1,"c":{"b":2}}"#, nil), ("/a/b", #"{"a":{"c":1},"d":{"b":2}}"#, nil),
        ("/a/1", #"{"a":[[1,2],[3]],"b":[4,5]}"#, "[3]"), ("/0/1", "[[1],[2,3]]", nil), ("/1/1", "[[1],[2,3]]", "3"),
        ("/a", #"{"\u0061":true}"#, "true"), ("/~1~0", #"{"/~":"x"}"#, #""x""#), ("/", #"{"":null}"#, "null"),
        ("/0", #"{"0":5}"#, "5"), ("/a", "[]", nil), ("/a", "7", nil), ("/a", #"{"a":1,"a":2}"#, "1"),
        ("/a/0/b", #"{"a":[{"b":{"c":[]}}]}"#, #"{"c":[]}"#), ("/é", #"{"e\u0301":1,"é":2}"#, "2"),
    ])
    func finds(pointer: String, text: String, expected: String?) throws {
        #expect(try scan(JSONPointer(parsing: pointer), text) == expected)
    }

    @Test(arguments: ["[1,2", "[1,2]]", "[1,\"\\q\"]", "[1,01]", "[1,{\"a\":}]", "[1,\"\\ud800\"]", "[1]x"])
    func checksWhatFollows(text: String) {
        #expect(throws: JSONParseError.self) { try scan(JSONPointer(["0"]), text) }
    }

    @Test func depth() throws {
        let deep = { (levels: Int, inner: String) in
            String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)
        }
        #expect(JSONScanner.isValid(deep(2048, "")))
        #expect(JSONScanner.isValid(deep(2047, "1")))
        #expect(!JSONScanner.isValid(deep(2048, "1")))
        #expect(!JSONScanner.isValid(deep(2049, "")))
        #expect(!JSONScanner.isValid(String(repeating: "[", count: 3_000_000)))
        #expect(try scan(JSONPointer(Array(repeating: "0", count: 2047)), deep(2047, "7")) == "7")
    }

    @Test func places() throws {
        let text = "{\n  \"ä\": 1,\n  \"b\": x\n}"
        let bytes = Array(text.utf8)
        let error = try #require(throws: JSONParseError.self) {
            try bytes.withUnsafeBytes { try JSONScanner.validate($0) }
        }
        #expect(error.line == 3 && error.column == 8 && error.byteOffset == 20)
        let right = Array("{\n \"a\": [\n 1,\n 2]}".utf8)
        #expect(try right.withUnsafeBytes { try JSONScanner.line(of: JSONPointer(["a", "1"]), in: $0) } == 4)
        #expect(try right.withUnsafeBytes { try JSONScanner.line(of: JSONPointer(["b"]), in: $0) } == nil)
        let place = Array("äb\nc".utf8).withUnsafeBytes { JSONScanner.place(of: 2, in: $0) }
        #expect(place.line == 1 && place.column == 2)
    }

    /// The error of a search for the pointer or, if `pointer` is nil, of a validation; nil if there is none.
    private static func failure(of pointer: JSONPointer?, in bytes: [UInt8]) -> JSONParseError? {
        bytes.withUnsafeBytes { bytes in
            do throws(JSONParseError) {
                guard let pointer else {
                    try JSONScanner.validate(bytes)
                    return nil
                }
                _ = try JSONScanner.range(of: pointer, in: bytes)
                return nil
            } catch {
                return error
            }
        }
    }

    /// A search reports the same error as a validation, wherever the pointer leads.
    @Test func aPointerDoesNotChangeWhatIsValid() {
        let interesting = Array("{}[]\",:\\u0e-+.1tfn ".utf8) + [0, 0x1F, 0x80, 0xC2, 0xE2, 0xFF]
        forEachSeed(2_000) { seed, generator in
            let model = Model.random(using: &generator)
            var bytes = Array(model.spelled(using: &generator).utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = interesting.randomElement(
                    using: &generator)!
            }
            let expected = Self.failure(of: nil, in: bytes)
            for pointer in model.pointers() {
                #expect(Self.failure(of: pointer, in: bytes) == expected, "seed \(seed), \(pointer)")
            }
        }
    }

    @Test func agreesWithTheTree() throws {
        try forEachSeed(150) { seed, generator in
            let model = Model.random(using: &generator)
            let text = model.spelled(using: &generator)
            let root = try JSONValue(parsing: text)
            for pointer in model.pointers() {
                for candidate in [pointer, pointer.appending("x"), pointer.appending(1), pointer.appending("-")] {
                    let found = try scan(candidate, text)
                    let parsed = try found.map { Model(try JSONValue(parsing: $0)) }
                    #expect(parsed == root.value(at: candidate).map(Model.init), "seed \(seed) at \(candidate)")
                    #expect(found == found?.trimmingPrefix { $0.isWhitespace }.description, "seed \(seed)")
                }
            }
        }
    }
}

extension JSONScanner {
    static func isValid(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { isValid($0) } }
}
