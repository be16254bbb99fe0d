import FHJSON
import Testing

struct JSONPointerTests {
    /// The example document of RFC 6901, section 5.
    private let document = try! JSONValue(
        parsing: """
            {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}
            """)

    @Test(arguments: [
        ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"),
        ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"), ("/foo", #"["bar","baz"]"#), ("/foo/2", nil), ("/foo/-", nil),
        ("/foo/01", nil), ("/foo/+1", nil), ("/foo/1e0", nil), ("/foo/", nil), ("/nope", nil), ("//x", nil),
        ("/foo/99999999999999999999", nil),
    ])
    func resolves(pointer: String, expected: String?) throws {
        let parsed = try JSONPointer(parsing: pointer)
        #expect(document.value(at: parsed).map { JSONText($0).string } == expected)
        #expect(document[parsed] == document.value(at: parsed))
        #expect(parsed.description == pointer)
    }

    @Test func theWholeDocument() throws {
        #expect(document.value(at: try JSONPointer(parsing: "")) == document)
        #expect(JSONPointer().description == "")
    }

    @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~", "#/a"])
    func refuses(pointer: String) {
        #expect(throws: JSONParseError.self) { try JSONPointer(parsing: pointer) }
    }

    @Test func tokens() throws {
        #expect(try JSONPointer(parsing: "/a~01/~10/").tokens == ["a~1", "/0", ""])
        #expect(JSONPointer(["a"]).appending("b/~").appending(3).description == "/a/b~1~0/3")
    }
}
