import JSON
import Testing

struct JSONMergePatchTests {
    /// RFC 7396, appendix A, and the example of section 3.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        (
            #"{"title":"Goodbye!","author":{"givenName":"John","familyName":"Doe"},"tags":["a","b"],"content":"x"}"#,
            #"{"title":"Hello!","phoneNumber":"+01","author":{"familyName":null},"tags":["a"]}"#,
            #"{"title":"Hello!","author":{"givenName":"John"},"tags":["a"],"content":"x","phoneNumber":"+01"}"#
        ),
    ])
    func merges(target: String, patch: String, expected: String) throws {
        let merged = try JSONValue(parsing: target).merged(with: JSONValue(parsing: patch))
        #expect(merged.string == expected)
    }

    @Test(arguments: [
        (#"{"a":1,"b":2}"#, #"{"a":3}"#, #"{"a":1}"#), (#"{"a":1}"#, #"{"b":2}"#, #"{"b":null}"#),
        (#"{"a":{"x":1}}"#, #"{"a":{"y":2}}"#, #"{"a":{"y":null}}"#),
        (#"{"a":{"x":1}}"#, #"{"a":5}"#, #"{"a":{"x":1}}"#),
        (#"{"a":5}"#, #"{"a":{"x":1}}"#, #"{"a":5}"#), (#"{"a":5}"#, #"{"a":null,"b":null}"#, #"{"a":5}"#),
        (#"{"a":[1]}"#, #"{"a":[2]}"#, #"{"a":[1]}"#), ("{}", "{}", "{}"),
    ])
    func theOppositeLeadsBack(target: String, patch: String, opposite: String) throws {
        let target = try JSONValue(parsing: target)
        let patch = try JSONValue(parsing: patch)
        let back = JSONMergePatch.opposite(of: patch, on: target)
        #expect(back.string == opposite)
        #expect(target.merged(with: patch).value.merged(with: back.value).value == target)
    }
}
