import FHDataSources
import FHJSON
import Testing

@Suite struct TolerantJSONTests {
    private func read(_ text: String) throws -> TolerantJSON {
        try Array(text.utf8).withUnsafeBytes { bytes in try TolerantJSON(parsing: bytes) }
    }

    @Test(arguments: [
        ("{\"a\": 1, \"b\": [2.5, \"x\"]}", #"{"a":1,"b":[2.5,"x"]}"#),
        ("9223372036854775808", #""9223372036854775808""#), ("9223372036854775807", "9223372036854775807"),
        ("[-9223372036854775809, 1e400, -1.5E+999]", #"["-9223372036854775809","1e400","-1.5E+999"]"#),
        ("{\"a\":1e999,\"a\":2}", #"{"a":2}"#), ("{\"a\":1,\"b\":2,\"\\u0061\":3}", #"{"a":3,"b":2}"#),
        ("[\"\\ud800\", \"\\udc00x\\ud83d\\ude00\\ud83d\"]", "[\"\u{FFFD}\",\"\u{FFFD}x😀\u{FFFD}\"]"),
        (" [ 1e999 , { \"a\" : [ ] , \"b\" : { } , \"c\" : null } ] ", #"["1e999",{"a":[],"b":{},"c":null}]"#),
    ])
    func readsWhatOtherReadersCannotKeep(text: String, expected: String) throws {
        #expect(JSONText(try read(text).value).string == expected)
    }

    @Test func namesMembersThatAreGivenTwice() throws {
        let found = try read(#"{"a":1,"b":{"c":1,"c":2},"a":3}"#)
        #expect(found.repeatedMembers == ["c", "a"])
        #expect(!found.hasLoneSurrogates)
        #expect(try read(#"["\ud800"]"#).hasLoneSurrogates)
    }

    @Test(arguments: ["", "[1e999", "[1e999,]", "{\"a\":1e999 \"b\":1}", "[1e999] x", "[1e999,\"\\x\"]", "[1e999,01]"])
    func otherFaultsAreFaults(text: String) {
        #expect { _ = try read(text) } throws: { ($0 as? JSONParseError)?.kind == .syntax }
    }

    @Test(arguments: [
        ("1e999", JSONParseError.Kind.limit, "has a number that is too large"),
        ("{\"a\":1,\n\"a\":2}", .repeatedMember, "has a member that is given twice"),
        ("[\"\\ud800\"]", .limit, "has half of a surrogate pair"),
        ("{\"\\u0000\":1}", .limit, "has U+0000 in the name of a member"), ("{", .syntax, "is not JSON: "),
    ])
    func validJSONIsNotCalledAnythingElse(text: String, kind: JSONParseError.Kind, fault: String) {
        do throws(JSONParseError) {
            _ = try JSONValue(parsing: text)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.kind == kind && error.fault.hasPrefix(fault))
        }
    }
}
