import FHJSON
import Testing

struct ClosedMembersTests {
    private func unknown(_ value: String, in schema: String) throws -> [String] {
        let members = try ClosedMembers(JSONValue(parsing: schema))
        return try members?.unknown(in: JSONValue(parsing: value)).map { $0.pointer.description } ?? []
    }

    private static let nested = """
        {"type":"object","properties":{"sort":{"type":"array","items":{"type":"object","properties":{"key":{}},\
        "additionalProperties":false}},"value":{"type":"object"}},"additionalProperties":false}
        """

    private static let objects: [(String, [String])] = [
        (#"{"sort":[{"key":1}],"value":{"any":1}}"#, []),
        (#"{"sort":[{"key":1},{"kay":2,"key":3}]}"#, ["/sort/1/kay"]),
        (#"{"filter":1,"sort":{"not":"an array"}}"#, ["/filter"]), ("[]", []), ("null", []),
    ]

    @Test(arguments: objects)
    func closedObjects(value: String, expected: [String]) throws {
        #expect(try unknown(value, in: Self.nested) == expected)
    }

    @Test func openObjects() throws {
        #expect(try ClosedMembers(JSONValue(parsing: #"{"type":"object","properties":{"a":{}}}"#)) == nil)
        let values = #"{"additionalProperties":{"additionalProperties":false,"properties":{"x":{}}}}"#
        #expect(try unknown(#"{"a":{"x":1},"b":{"y":1}}"#, in: values) == ["/b/y"])
    }

    /// An object or an array selects the alternative of its type.
    ///
    /// With two alternatives for objects, no member is unknown.
    @Test func alternatives() throws {
        let closed = #"{"type":"object","properties":{"all":{}},"additionalProperties":false}"#
        let list = #"{"type":"array","items":\#(closed)}"#
        let schema = #"{"properties":{"ids":{"anyOf":[\#(list),\#(closed),{"type":"string"}]}}}"#
        #expect(try unknown(#"{"ids":{"all":1,"al":2}}"#, in: schema) == ["/ids/al"])
        #expect(try unknown(#"{"ids":[{"all":1},{"any":2}]}"#, in: schema) == ["/ids/1/any"])
        #expect(try unknown(#"{"ids":"all"}"#, in: schema) == [])
        let two = #"{"anyOf":[\#(closed),{"type":"object","properties":{"any":{}}}]}"#
        #expect(try ClosedMembers(JSONValue(parsing: two)) == nil)
    }

    private static let misspelt: [(name: String, known: [String], likely: String?)] = [
        ("beforID", ["value", "beforeId"], "beforeId"), ("before", ["value", "beforeId"], "beforeId"),
        ("BEFORE_ID", ["beforeId"], "beforeId"), ("txt", ["id", "text"], "text"), ("towm", ["river", "town"], "town"),
        ("vlaues", ["values"], "values"), ("sql", ["id", "text"], nil), ("", ["a"], nil), ("b", ["a"], nil),
        ("town", ["/town"], "/town"), ("x", [], nil),
    ]

    @Test func likelyNames() {
        for one in Self.misspelt { #expect(LikelyName.of(one.name, among: one.known) == one.likely) }
    }
}
