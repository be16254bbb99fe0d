import FHFormats
import FHJSON
import Testing

@Suite struct DeclarationTests {
    @Test(
        arguments: [
            (#"5"#, ["", "must be the name of a format, or an object with the type: "]),
            (#"{}"#, ["", "lacks type, one of number, bytes"]),
            (#""size""#, ["", "must be one of number, bytes"]),
            (#"{"type":"size"}"#, ["type", "must be one of number, bytes"]),
            (#"{"type":"bytes","decimals":10}"#, ["decimals", "must be an integer from 0 to 9"]),
            (#"{"type":"bytes","unit":"MiBs"}"#, ["unit", "must be one of B, kB, MB"]),
            (#"{"type":"bytes","colour":1}"#, ["colour", "is not known here; known are type, decimals, binary, unit"]),
            (#""currency""#, ["", "lacks currency, a code such as EUR"]),
            (#"{"type":"currency","currency":"euro"}"#, ["currency", "must be a code of three capital letters"]),
            (#""tag""#, ["", "lacks values"]),
            (#"{"type":"tag","values":[]}"#, ["values", "must be an object with a tag for each value"]),
            (
                #"{"type":"tag","values":{"a":5}}"#,
                ["values/a", "must be a title, or an object of title, tone and icon"]
            ),
            (#"{"type":"tag","values":{"a":{"tone":"red"}}}"#, ["values/a/tone", "must be one of success, warning"]),
            (#"{"type":"tag","values":{"a":{"titel":"A"}}}"#, ["values/a/titel", "is not known here"]),
            (#"{"type":"number","grouping":"no"}"#, ["grouping", "must be true or false"]),
        ])
    func mistakesSayWhereTheyAreAndWhatWouldBeRight(_ declaration: String, _ expected: [String]) throws {
        let value = try JSONText(parsing: declaration).value
        let mistakes = #expect(throws: CellFormat.Mistakes.self) { try CellFormat(value) }
        let mistake = try #require(mistakes?.all.first)
        #expect(mistake.path.joined(separator: "/") == expected[0])
        #expect(mistake.message.hasPrefix(expected[1]), "\(mistake.message)")
        #expect(mistakes?.all.count == 1)
    }

    @Test func aNameIsShortForAnObject() throws {
        #expect(try CellFormat(JSONText.string("bytes").value).text == JSONText(parsing: #"{"type":"bytes"}"#))
        #expect(try CellFormat(JSONText.string("bytes").value) == CellFormat(.bytes))
    }

    @Test func aTemplateGetsTheValueItselfIfItDoesNotFit() {
        let format = CellFormat(.bytes)
        #expect(format.text(of: JSONText.string("many").value, in: Viewing()) == "many")
        #expect(format.text(of: JSONText.bool(true).value, in: Viewing()) == "true")
        #expect(format.text(of: nil, in: Viewing()) == "")
        #expect(format.text(of: .null, in: Viewing()) == "")
    }
}
