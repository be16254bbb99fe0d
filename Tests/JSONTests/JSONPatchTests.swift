import FHJSON
import Testing

struct JSONPatchTests {
    /// The examples of RFC 6902, appendix A, for `add`, `remove` and `replace`, and further ones with arrays.
    @Test(arguments: [
        (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":"bar","baz":"qux"}"#),
        (
            #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            #"{"foo":["bar","qux","baz"]}"#
        ),
        (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
        (#"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
        (
            #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            #"{"baz":"boo","foo":"bar"}"#
        ),
        (
            #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            #"{"foo":"bar","child":{"grandchild":{}}}"#
        ),
        (#"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc"]}]"#, #"{"foo":["bar",["abc"]]}"#),
        (#"{"/":9,"~1":10}"#, #"[{"op":"replace","path":"/~01","value":11}]"#, #"{"/":9,"~1":11}"#),
        (#"{"a":1}"#, #"[{"op":"add","path":"/a","value":2}]"#, #"{"a":2}"#),
        (#"{"a":1}"#, #"[{"op":"replace","path":"","value":[1]},{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
        (#"{"a":{"b":[{"c":1}]}}"#, #"[{"op":"remove","path":"/a/b/0/c"}]"#, #"{"a":{"b":[{}]}}"#),
        (#"{"a":1}"#, "[]", #"{"a":1}"#),
        // Keys that are equal for Swift but have other bytes.
        (
            "{\"\u{E9}\":1,\"e\u{301}\":1}", "[{\"op\":\"replace\",\"path\":\"/e\u{301}\",\"value\":2}]",
            "{\"\u{E9}\":1,\"e\u{301}\":2}"
        ),
    ])
    func applies(target: String, patch: String, expected: String) throws {
        let result = try JSONPatch.apply(JSONValue(parsing: patch), to: JSONValue(parsing: target))
        #expect(JSONText(result).string == expected)
    }

    @Test(arguments: [
        (#"{"op":"add"}"#, "a patch is an array of operations"),
        (#"[{"op":"add","value":1}]"#, "operation 0: its path must be a JSON Pointer"),
        (#"[{"op":"move","path":"/a","from":"/b"}]"#, "operation 0: its op must be add, remove or replace"),
        (#"[{"op":"add","path":"/a"}]"#, "operation 0: it has no value"),
        (#"[{"op":"remove","path":"/a"},{"op":"remove","path":"/a"}]"#, "operation 1: there is no a"),
        (#"[{"op":"replace","path":"/x","value":1}]"#, "operation 0: there is no x"),
        (#"[{"op":"add","path":"/x/y","value":1}]"#, "operation 0: there is no x"),
        (#"[{"op":"add","path":"/b/2","value":1}]"#, "operation 0: there is no place 2"),
        (#"[{"op":"remove","path":"/b/01"}]"#, "operation 0: there is no 01"),
        (#"[{"op":"add","path":"/a/y","value":1}]"#, "operation 0: the parent of y is no object and no array"),
        (#"[{"op":"remove","path":""}]"#, "operation 0: the whole document can't be removed"),
    ])
    func refuses(patch: String, message: String) throws {
        let target = try JSONValue(parsing: #"{"a":1,"b":[0]}"#)
        let patch = try JSONValue(parsing: patch)
        let fault = #expect(throws: JSONPatch.Fault.self) { try JSONPatch.apply(patch, to: target) }
        #expect(fault?.message == message)
    }
}
