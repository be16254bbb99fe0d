import FHJSON
import Foundation
import Testing

@testable import FHRowCollections

struct DecodingTests {
    struct Window: Codable, Equatable {
        var offset: UInt8
        var limit: Int?
    }

    struct Screen: Codable, Equatable {
        var name: String
        var windows: [Window]
        var titles: [String]
        var sizes: [Int]
        var ratio: Float
        var byName: [String: Window]
    }

    enum Size: String, Codable, CaseIterable { case small, large }

    struct Shirt: Codable { var size: Size }

    private let good = #"{"name":"n","windows":[{"offset":1}],"titles":["t"],"sizes":[1],"ratio":1,"byName":{}}"#

    /// Changes of the valid document, with the resulting errors.
    @Test(arguments: [
        (#"{"name":null}"#, "/name", "required"), (#"{"name":5}"#, "/name", "type"),
        (#"{"windows":{}}"#, "/windows", "type"),
        (#"{"windows":[{"offset":1},{}]}"#, "/windows/1/offset", "required"),
        (#"{"windows":[{"offset":256}]}"#, "/windows/0/offset", "invalid"),
        (#"{"windows":[{"offset":-1}]}"#, "/windows/0/offset", "invalid"),
        (#"{"windows":[{"offset":1.5}]}"#, "/windows/0/offset", "type"),
        (#"{"windows":[{"offset":1e300}]}"#, "/windows/0/offset", "invalid"),
        (#"{"windows":[{"offset":1,"limit":"x"}]}"#, "/windows/0/limit", "type"),
        (#"{"windows":[7]}"#, "/windows/0", "type"),
        (#"{"windows":[[]]}"#, "/windows/0", "type"), (#"{"titles":["a",1]}"#, "/titles/1", "type"),
        (#"{"titles":["a",null]}"#, "/titles/1", "required"), (#"{"sizes":[1,"2"]}"#, "/sizes/1", "type"),
        (#"{"ratio":1e300}"#, "/ratio", "invalid"), (#"{"ratio":true}"#, "/ratio", "type"),
        (#"{"byName":{"a/b":{"offset":"x"}}}"#, "/byName/a~1b/offset", "type"),
    ])
    func errorsSayWhere(patch: String, pointer: String, code: String) throws {
        var document = try JSONValue(parsing: good)
        document = try JSONDecoding.decode(JSONValue.self, from: document)
        var text = document.merged(with: try JSONValue(parsing: patch))
        // A merge patch can't set null, so the text is replaced instead.
        if patch.contains("null}") {
            text = try JSONText(parsing: good.replacing(#""name":"n""#, with: #""name":null"#))
        }
        let error = try #require(throws: DecodingError.self) { try JSONDecoding.decode(Screen.self, from: text.value) }
        #expect(error.jsonPointer.description == pointer)
        #expect(error.reasonCode == code)
        #expect(!error.reason.isEmpty)
    }

    @Test func rawValues() throws {
        #expect(try JSONDecoding.decode(Shirt.self, from: JSONValue(parsing: #"{"size":"large"}"#)).size == .large)
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoding.decode(Shirt.self, from: JSONValue(parsing: #"{"size":"huge"}"#))
        }
        #expect(error.jsonPointer.description == "/size" && error.reasonCode == "invalid")
    }

    @Test(arguments: [
        (#"{"size":"huge"}"#, "/size", "invalid"), (#"{"size":7}"#, "/size", "type"),
        (#"{"size":"small","others":["large","huge"]}"#, "/others/1", "invalid"),
        (#"{"size":"small","another":"huge"}"#, "/another", "invalid"),
    ])
    func aValueThatIsNoneOfAnEnumsIsToldWhichThereAre(text: String, pointer: String, code: String) throws {
        struct Order: Decodable {
            var size: Size
            var others: [Size]?
            var another: Size?
        }
        let value = try JSONValue(parsing: text)
        let error = try #require(throws: DecodingError.self) { try JSONDecoding.decode(Order.self, from: value) }
        #expect(error.reason == "must be one of small, large")
        #expect(error.jsonPointer.description == pointer && error.reasonCode == code)
    }

    @Test func wholeRealsAreIntegers() throws {
        let window = try JSONDecoding.decode(Window.self, from: JSONValue(parsing: #"{"offset":1.0,"limit":2e2}"#))
        #expect(window == Window(offset: 1, limit: 200))
        #expect(try JSONDecoding.decode([Int].self, from: JSONValue(parsing: "[1.0,-0.0]")) == [1, 0])
        #expect(try JSONDecoding.decode(Double.self, from: JSONValue(parsing: "3")) == 3)
    }

    @Test func missingAndNullOptionals() throws {
        for text in [#"{"offset":1}"#, #"{"offset":1,"limit":null,"extra":[]}"#] {
            #expect(try JSONDecoding.decode(Window.self, from: JSONValue(parsing: text)).limit == nil)
        }
    }

    @Test func jsonInsideJSON() throws {
        struct Box: Codable, Equatable {
            var value: JSONValue
            var text: JSONText
            var maybe: JSONValue?
            var list: [JSONText]
        }
        let text = #"{"value":{"a":[1]},"text":[2.50],"list":["x",null]}"#
        let box = try JSONDecoding.decode(Box.self, from: JSONValue(parsing: text))
        #expect(box.value["a"]?[0]?.intValue == 1)
        #expect(box.text.string == "[2.5]")
        #expect(box.list.map(\.string) == ["\"x\"", "null"])
        #expect(try JSONEncoding.text(box).string == #"{"value":{"a":[1]},"text":[2.5],"list":["x",null]}"#)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(box) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Box.self, from: Data(text.utf8)) }
    }

    @Test func containersByHand() throws {
        struct Reader: Decodable {
            enum Key: String, CodingKey { case a, b, missing }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                #expect(Set(container.allKeys) == [.a, .b])
                #expect(container.contains(.a) && !container.contains(.missing))
                #expect(try container.decodeNil(forKey: .b))
                #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .missing) }
                var list = try container.nestedUnkeyedContainer(forKey: .a)
                #expect(list.count == 5)
                #expect(try !list.decodeNil() && list.decode(Int8.self) == 1)
                #expect(try list.decodeNil())
                let inner = try list.nestedContainer(keyedBy: Key.self)
                #expect(try inner.decode(String.self, forKey: .a) == "x")
                #expect(inner.codingPath.map(\.stringValue) == ["a", "2"])
                var deep = try list.nestedUnkeyedContainer()
                #expect(deep.isAtEnd)
                #expect(throws: DecodingError.self) { try deep.decode(Int.self) }
                #expect(try Bool(from: list.superDecoder()))
                #expect(list.isAtEnd)
                #expect(try container.superDecoder(forKey: .b).singleValueContainer().decodeNil())
                #expect(try container.superDecoder().singleValueContainer().decodeNil())
            }
        }
        _ = try JSONDecoding.decode(
            Reader.self, from: JSONValue(parsing: #"{"a":[1,null,{"a":"x"},[],true],"b":null}"#))
    }
}
