import FHJSON
import Testing

struct EncodingTests {
    struct Task: Codable, Equatable {
        var id: Int
        var title: String
        var done: Bool
        var note: String?
    }

    struct Everything: Codable, Equatable {
        var bool = true
        var string = "a\"\n"
        var double = 0.1
        var float = Float(0.25)
        var int = Int.min
        var int8 = Int8.min
        var int16 = Int16.max
        var int32 = Int32.min
        var int64 = Int64.max
        var uint = UInt(7)
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64(Int64.max)
        var list = [1, 2, 3]
        var names = ["a", "b"]
        var nested = [[0.5], []]
        var flags = [true, false]
        var optionals: [Int?] = [1, nil]
        var tasks = [Task(id: 1, title: "x", done: false, note: nil)]
        var map = ["z": 1, "a": 2]
        var indexed = [3: "c", 1: "a"]
        var set: Set<String> = ["q", "p"]
        var value = JSONValue.emptyArray
        var text = JSONText.string("t")
        var color = Color.green
        var plan = Plan.fixed(days: 3)
        var missing: Task?
    }

    enum Color: String, Codable { case red, green }

    enum Plan: Codable, Equatable {
        case none
        case fixed(days: Int)
    }

    @Test func aStruct() throws {
        let task = Task(id: 7, title: "Milk", done: true, note: nil)
        #expect(try JSONEncoding.text(task).string == #"{"id":7,"title":"Milk","done":true}"#)
    }

    @Test func everythingThereAndBack() throws {
        let text = try JSONEncoding.text(Everything())
        let value = text.value
        #expect(value["map"]?.description == #"{"a":2,"z":1}"#)
        #expect(value["set"]?.description == #"["p","q"]"#)
        #expect(value["indexed"]?.description == #"{"1":"a","3":"c"}"#)
        #expect(value["optionals"]?.description == "[1,null]")
        #expect(value["color"]?.stringValue == "green")
        #expect(value["plan"]?.description == #"{"fixed":{"days":3}}"#)
        #expect(value["missing"] == nil)
        let back = try JSONDecoding.decode(Everything.self, from: value)
        #expect(back == Everything())
        #expect(try JSONEncoding.text(back) == text)
    }

    @Test(arguments: [([], "[]"), ([1], "[1]")] as [([Int], String)])
    func arrays(array: [Int], expected: String) throws {
        #expect(try JSONEncoding.text(array).string == expected)
    }

    @Test func topLevelScalars() throws {
        #expect(try JSONEncoding.text("x").string == "\"x\"")
        #expect(try JSONEncoding.text(5).string == "5")
        #expect(try JSONEncoding.text(UInt8(5)).string == "5")
        #expect(try JSONEncoding.text(1.5).string == "1.5")
        #expect(try JSONEncoding.text(Double.nan).string == "null")
        #expect(try JSONEncoding.text(Int?.none).string == "null")
        #expect(try JSONEncoding.text(JSONText.emptyArray).string == "[]")
        #expect(try JSONEncoding.text([JSONValue.null]).string == "[null]")
        #expect(try JSONEncoding.text(Color.red).string == "\"red\"")
    }

    @Test func fieldsInsideAWriter() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("a", 1)
        try writer.field("task", encoding: Task(id: 1, title: "", done: false, note: "n"))
        #expect(throws: EncodingError.self) { try writer.field("bad", encoding: UInt.max) }
        #expect(throws: EncodingError.self) { try writer.field("bad", encoding: [1: UInt.max]) }
        writer.field("b", 2)
        writer.endObject()
        let expected = #"{"a":1,"task":{"id":1,"title":"","done":false,"note":"n"},"b":2}"#
        #expect(writer.finish().string == expected)
    }

    @Test func integersBeyond64BitsWithASign() throws {
        let error = try #require(throws: EncodingError.self) { try JSONEncoding.text(["a": [UInt64.max]]) }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["a", "0"])
    }

    // MARK: Containers by hand

    enum Key: String, CodingKey { case a, b, c }

    struct ByHand: Encodable {
        let body: @Sendable (any Encoder) throws -> Void

        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    @Test func nestedContainers() throws {
        let text = try JSONEncoding.text(
            ByHand { encoder in
                var outer = encoder.container(keyedBy: Key.self)
                var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
                try inner.encode(1, forKey: .a)
                var list = inner.nestedUnkeyedContainer(forKey: .b)
                try list.encode("x")
                #expect(outer.codingPath.isEmpty && inner.codingPath.map(\.stringValue) == ["a"])
                #expect(list.codingPath.map(\.stringValue) == ["a", "b"])
                var object = list.nestedContainer(keyedBy: Key.self)
                try object.encodeNil(forKey: .c)
                _ = list.nestedUnkeyedContainer()
                try list.encodeNil()
                #expect(list.count == 4)
                try 5.encode(to: list.superEncoder())
                _ = outer.nestedContainer(keyedBy: Key.self, forKey: .b)
                try "s".encode(to: outer.superEncoder(forKey: .c))
                try [true].encode(to: outer.superEncoder())
            })
        #expect(text.string == #"{"a":{"a":1,"b":["x",{"c":null},[],null,5]},"b":{},"c":"s","super":[true]}"#)
    }

    @Test func oneContainerAskedForTwice() throws {
        let text = try JSONEncoding.text([
            ByHand { encoder in
                var first = encoder.container(keyedBy: Key.self)
                try first.encode(1, forKey: .a)
                var second = encoder.container(keyedBy: Key.self)
                try second.encode(ByHand { _ in }, forKey: .b)
                try first.encode(2, forKey: .c)
            }
        ])
        #expect(text.string == #"[{"a":1,"b":{},"c":2}]"#)
    }

    /// Values that misuse the encoder.
    ///
    /// They are not test arguments, which Swift Testing would encode with Foundation's encoder.
    private let misuses = [
        ByHand { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
            try outer.encode(1, forKey: .b)
            try inner.encode(2, forKey: .a)
        },
        ByHand { encoder in
            var outer = encoder.unkeyedContainer()
            var inner = outer.nestedUnkeyedContainer()
            try outer.encode(1)
            _ = inner.nestedContainer(keyedBy: Key.self)
        },
        ByHand { encoder in
            _ = encoder.container(keyedBy: Key.self)
            _ = encoder.unkeyedContainer()
        },
        ByHand { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        },
        ByHand { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try? container.encode(ByHand { _ in throw CancellationError() }, forKey: .a)
        },
    ]

    @Test func refusesWhatCanNotBeStreamed() {
        for value in misuses {
            var writer = JSONWriter()
            writer.beginArray()
            #expect(throws: (any Error).self) { try writer.encode(value) }
            writer.value(1)
            writer.endArray()
            #expect(writer.finish().string == "[1]")
        }
    }

    @Test func anEncoderKeptTooLongIsHarmless() throws {
        final class Keeper: @unchecked Sendable { var encoder: (any Encoder)? }
        let keeper = Keeper()
        _ = try JSONEncoding.text(ByHand { keeper.encoder = $0 })
        var container = try #require(keeper.encoder).container(keyedBy: Key.self)
        #expect(throws: EncodingError.self) { try container.encode(1, forKey: .a) }
    }
}
