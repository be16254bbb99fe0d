import FHJSON
import Testing

struct ActionTests {
    struct Selection: Codable, Equatable {
        var ids: [String]
        var extend: Bool?
    }

    enum Child: Codable, Equatable {
        case tick
        case setValue(text: String)
    }

    enum Action: Codable, Equatable {
        case refresh
        case setWindow(offset: Int, limit: Int)
        case setQuery(String)
        case select(Selection)
        case maybe(Selection?)
        case child(Child)
        case pair(Int, Int)
        case mixed(Selection, animated: Bool)
        case any(JSONValue)
        case text(JSONText)
        case map([String: Int])
        case list([Int])
    }

    @Test(
        arguments: [
            ("refresh", "{}", .refresh), ("refresh", "null", .refresh), ("refresh", "[]", .refresh),
            ("refresh", #"{"unknown":1}"#, .refresh),
            ("setWindow", #"{"offset":0,"limit":50.0}"#, .setWindow(offset: 0, limit: 50)),
            ("setQuery", #"{"_0":"x"}"#, .setQuery("x")), ("select", #"{"ids":["a"]}"#, .select(Selection(ids: ["a"]))),
            ("select", #"{"_0":{"ids":["a"],"extend":true}}"#, .select(Selection(ids: ["a"], extend: true))),
            ("maybe", "{}", .maybe(nil)), ("maybe", "null", .maybe(nil)),
            ("maybe", #"{"ids":[]}"#, .maybe(Selection(ids: []))), ("child", #"{"tick":{}}"#, .child(.tick)),
            ("child", #"{"setValue":{"text":"t"}}"#, .child(.setValue(text: "t"))),
            ("pair", #"{"_0":1,"_1":2}"#, .pair(1, 2)),
            ("mixed", #"{"_0":{"ids":[]},"animated":true}"#, .mixed(Selection(ids: []), animated: true)),
            ("any", #"{"a":1}"#, .any(.build { $0.raw(#"{"a":1}"#) })), ("any", #"{"_0":5}"#, .any(.integer(5))),
            ("text", #"{"a":1}"#, .text(.build { $0.raw(#"{"a":1}"#) })), ("map", #"{"a":1}"#, .map(["a": 1])),
            ("list", #"{"_0":[1]}"#, .list([1])),
        ] as [(String, String, Action)])
    func decodes(name: String, params: String, expected: Action) throws {
        let params = try JSONValue(parsing: params)
        #expect(try JSONDecoding.decodeAction(Action.self, name: name, params: params) == expected)
    }

    @Test(arguments: [
        ("setWindow", #"{"offset":0}"#, "/limit", "required"),
        ("setWindow", #"{"offset":"x","limit":1}"#, "/offset", "type"),
        ("setWindow", "7", "", "type"), ("setWindow", "[1]", "", "type"), ("setWindow", "null", "/offset", "required"),
        ("select", #"{"ids":[1]}"#, "/ids/0", "type"), ("select", "{}", "/ids", "required"),
        ("setQuery", "{}", "/_0", "required"), ("setQuery", #"{"x":1}"#, "/_0", "required"),
        ("mixed", #"{"animated":true}"#, "/_0", "required"), ("refresh", "5", "", "type"), ("nope", "{}", "", "type"),
        ("child", #"{"setValue":{}}"#, "/setValue/text", "required"), ("list", #"{"a":1}"#, "", "type"),
    ])
    func refuses(name: String, params: String, pointer: String, code: String) throws {
        let params = try JSONValue(parsing: params)
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoding.decodeAction(Action.self, name: name, params: params)
        }
        #expect(error.jsonPointer.description == pointer)
        #expect(error.reasonCode == code)
    }

    @Test(
        arguments: [
            (.refresh, "refresh", "{}"), (.setWindow(offset: 1, limit: 2), "setWindow", #"{"offset":1,"limit":2}"#),
            (.setQuery("x"), "setQuery", #"{"_0":"x"}"#), (.select(Selection(ids: ["a"])), "select", #"{"ids":["a"]}"#),
            (.maybe(nil), "maybe", "{}"), (.child(.tick), "child", #"{"tick":{}}"#),
            (.pair(1, 2), "pair", #"{"_0":1,"_1":2}"#),
            (.mixed(Selection(ids: []), animated: false), "mixed", #"{"_0":{"ids":[]},"animated":false}"#),
            (.any(.emptyObject), "any", #"{"_0":{}}"#),
            (.any(.build { $0.raw(#"{"_0":1}"#) }), "any", #"{"_0":{"_0":1}}"#),
            (.map(["b": 2, "a": 1]), "map", #"{"a":1,"b":2}"#), (.map([:]), "map", #"{"_0":{}}"#),
            (.list([1]), "list", #"{"_0":[1]}"#),
        ] as [(Action, String, String)])
    func encodes(action: Action, name: String, params: String) throws {
        let encoded = try JSONEncoding.action(action)
        #expect(encoded.name == name)
        #expect(encoded.params.string == params)
        let back = try JSONDecoding.decodeAction(Action.self, name: encoded.name, params: encoded.params.value)
        #expect(back == action)
    }

    enum Plain: String, Codable { case start, stop }

    struct Wrapped: Codable, Equatable {
        var inner: Action

        init(_ inner: Action) { self.inner = inner }
        init(from decoder: any Decoder) throws { inner = try decoder.singleValueContainer().decode(Action.self) }
        func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }
    }

    @Test func otherWaysToDecodeAnAction() throws {
        #expect(try JSONDecoding.decodeAction(Plain.self, name: "stop") == .stop)
        #expect(throws: DecodingError.self) { try JSONDecoding.decodeAction(Plain.self, name: "jump") }
        #expect(try JSONEncoding.action(Plain.stop) == ("stop", .emptyObject))
        let params = try JSONValue(parsing: #"{"offset":1,"limit":2}"#)
        let wrapped = try JSONDecoding.decodeAction(Wrapped.self, name: "setWindow", params: params)
        #expect(wrapped == Wrapped(.setWindow(offset: 1, limit: 2)))
        #expect(try JSONDecoding.decodeAction(Wrapped.self, name: "refresh") == Wrapped(.refresh))
        #expect(try JSONEncoding.action(wrapped).name == "setWindow")
        let whole = try JSONDecoding.decodeAction(JSONValue.self, name: "x", params: params)
        #expect(whole.description == #"{"x":{"offset":1,"limit":2}}"#)
        #expect(throws: EncodingError.self) { try JSONEncoding.action([1]) }
        #expect(throws: EncodingError.self) { try JSONEncoding.action(["a": 1, "b": 2]) }
        #expect(throws: EncodingError.self) { try JSONEncoding.action([String: Int]()) }
    }
}
