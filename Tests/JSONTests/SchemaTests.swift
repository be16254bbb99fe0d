import FHJSON
import Testing

struct SchemaTests {
    struct Row: Codable, Equatable {
        var id: Int
        var title: String
        var done: Bool?
    }

    enum Color: String, Codable, CaseIterable { case red, green }
    enum Level: Int, Codable, CaseIterable { case low = 1, high = 9 }
    enum Open: String, Codable { case a, b }

    struct Identifier: RawRepresentable, Codable { var rawValue: String }

    struct Page: Codable {
        var rows: [Row]
        var color: Color
        var level: Level?
        var ratio: Float
        var unsigned: UInt16
        var map: [String: [Double]]
        var tags: Set<String>
        var any: JSONValue
        var text: JSONText?
        var first: Row?
        var identifier: Identifier
    }

    struct Tree: Codable {
        var name: String
        var children: [Tree]
    }

    final class Chain: Codable { var next: Chain? }

    struct Picky: Codable {
        var name: String

        init(from decoder: any Decoder) throws {
            name = try decoder.singleValueContainer().decode(String.self)
            if name.isEmpty { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "empty")) }
        }
    }

    struct Tuple: Decodable {
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            _ = try list.decode(Int.self)
            _ = try list.decode(String.self)
        }
    }

    private static let row = """
        {"type":"object","properties":{"id":{"type":"integer"},"title":{"type":"string"},"done":{"type":"boolean"}},\
        "required":["id","title"]}
        """

    /// A type that decodes from a string or a number.
    struct Length: SchemaProviding {
        static var schema: StaticString { #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"# }
        static let sample = Length()
        init() {}
        init(from decoder: any Decoder) throws { preconditionFailure("nothing is asked of it") }
    }

    enum Measure: Decodable { case cut(at: Length, other: Length?) }

    @Test func typesThatGiveTheirSchema() {
        let length = Length.schema.description
        #expect(JSONSchema.of([Length].self).string == #"{"type":"array","items":\#(length)}"#)
        let expected = """
            {"type":"object","properties":{"at":\(length),"other":\(length)},"required":["at"],\
            "additionalProperties":false}
            """
        #expect(JSONSchema.ofAction(Measure.self, name: "cut")?.string == expected)
    }

    @Test func primitivesAndContainers() {
        #expect(JSONSchema.of(Int.self).string == #"{"type":"integer"}"#)
        #expect(JSONSchema.of(UInt8.self).string == #"{"type":"integer","minimum":0}"#)
        #expect(JSONSchema.of(String?.self).string == #"{"type":"string"}"#)
        #expect(JSONSchema.of([Bool].self).string == #"{"type":"array","items":{"type":"boolean"}}"#)
        #expect(JSONSchema.of(JSONText.self).string == "{}")
        #expect(JSONSchema.of(Row.self).string == Self.row)
        #expect(JSONSchema.of(Tuple.self).string == #"{"type":"array","items":{"type":"integer"}}"#)
    }

    @Test func aStructOfEverything() {
        let expected = """
            {"type":"object","properties":{"rows":{"type":"array","items":\(Self.row)},"color":{"enum":["red","green"]},\
            "level":{"enum":[1,9]},"ratio":{"type":"number"},"unsigned":{"type":"integer","minimum":0},\
            "map":{"type":"object","additionalProperties":{"type":"array","items":{"type":"number"}}},\
            "tags":{"type":"array","items":{"type":"string"},"uniqueItems":true},"any":{},"text":{},"first":\(Self.row),\
            "identifier":{"type":"string"}},"required":["rows","color","ratio","unsigned","map","tags","any",\
            "identifier"]}
            """
        #expect(JSONSchema.of(Page.self).string == expected)
    }

    @Test func whatCanNotBeReflected() {
        #expect(JSONSchema.of(Open.self).string == "{}")
        #expect(JSONSchema.of(Picky.self).string == "{}")
        #expect(JSONSchema.of([Picky].self).string == #"{"type":"array","items":{}}"#)
        #expect(JSONSchema.of(ActionTests.Action.self).string == "{}")
    }

    @Test func typesThatContainThemselves() {
        let tree = """
            {"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{}}},\
            "required":["name","children"]}
            """
        #expect(JSONSchema.of(Tree.self).string == tree)
        #expect(JSONSchema.of(Chain.self).string == #"{"type":"object","properties":{"next":{}}}"#)
    }

    @Test(arguments: [
        ("refresh", #"{"type":"object","additionalProperties":false}"#), ("nope", nil),
        (
            "setWindow",
            """
            {"type":"object","properties":{"offset":{"type":"integer"},"limit":{"type":"integer"}},\
            "required":["offset","limit"],"additionalProperties":false}
            """
        ),
        (
            "setQuery",
            #"{"type":"object","properties":{"_0":{"type":"string"}},"required":["_0"],"additionalProperties":false}"#
        ),
        (
            "select",
            """
            {"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"}},\
            "extend":{"type":"boolean"}},"required":["ids"],"additionalProperties":false}
            """
        ),
        ("child", "{}"), ("any", "{}"), ("map", #"{"type":"object","additionalProperties":{"type":"integer"}}"#),
        (
            "list",
            """
            {"type":"object","properties":{"_0":{"type":"array","items":{"type":"integer"}}},"required":["_0"],\
            "additionalProperties":false}
            """
        ),
    ])
    func actions(name: String, expected: String?) {
        #expect(JSONSchema.ofAction(ActionTests.Action.self, name: name)?.string == expected)
    }

    @Test func actionsOfOtherTypes() {
        let none = #"{"type":"object","additionalProperties":false}"#
        #expect(JSONSchema.ofAction(Color.self, name: "red")?.string == none)
        #expect(JSONSchema.ofAction(Color.self, name: "blue") == nil)
        #expect(JSONSchema.ofAction(ActionTests.Plain.self, name: "stop")?.string == none)
        #expect(JSONSchema.ofAction(ActionTests.Plain.self, name: "jump") == nil)
        #expect(JSONSchema.ofAction(Row.self, name: "id") != nil)
    }
}
