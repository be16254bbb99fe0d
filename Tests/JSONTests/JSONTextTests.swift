import FHJSON
import Testing

struct JSONTextTests {
    @Test(arguments: [
        (" { \"a\" : [ 1 , 2.50 , \"\\u0041\\/\" ] } ", #"{"a":[1,2.5,"A/"]}"#), ("1E2", "100.0"), ("-0", "0"),
        ("\"\\u2028\u{2028}\u{85}\"", #""\u2028\u2028\u0085""#), ("\"\\ud83d\\ude00\"", "\"😀\""), ("1.0", "1.0"),
        (#"{"b":1,"a":2}"#, #"{"b":1,"a":2}"#),
    ])
    func canonicalForm(input: String, expected: String) throws {
        #expect(try JSONText(parsing: input).string == expected)
        #expect(try JSONText(parsing: Array(input.utf8)).string == expected)
        let again = try JSONText(parsing: expected)
        #expect(again.string == expected)
    }

    @Test func conveniences() {
        #expect(JSONText.null.string == "null")
        #expect(JSONText.emptyObject.description == "{}")
        #expect(JSONText.emptyArray.bytes == Array("[]".utf8))
        #expect(JSONText.integer(5) == JSONText.integer(5))
        #expect(JSONText.real(0.5).string == "0.5")
        #expect(JSONText.emptyObject.value.isObject)
    }

    @Test func membersWrittenTwiceStillRead() {
        let text = JSONText.build { writer in
            writer.beginObject()
            writer.field("a", 1)
            writer.field("a", 2)
            writer.endObject()
        }
        #expect(text.value["a"]?.intValue == 2)
    }
}
