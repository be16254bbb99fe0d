import FHJSON
import FHRows
import Testing

@Suite struct RowQueryTests {
    private func passes(_ text: String, in keys: [String] = [], _ row: String) throws -> Bool {
        RowQuery(text: text, textKeys: keys).matches(try JSONText(parsing: row))
    }

    private func sorted(_ keys: [SortKey], _ rows: [String]) throws -> [String] {
        let query = RowQuery(sort: keys)
        let texts = try rows.map { try JSONText(parsing: $0) }
        return texts.indices.sorted { a, b in
            query.precedes(texts[a], texts[b]) || a < b && !query.precedes(texts[b], texts[a])
        }.map { texts[$0].string }
    }

    @Test func everyWordMustBeInOneOfTheMembers() throws {
        let row = #"{"title":"Café Noir","place":"Oslo","n":42,"open":true,"tags":["red"]}"#
        #expect(try passes("cafe oslo", row) && passes("  NOIR\tosl ", row) && passes("42", row))
        #expect(try !passes("cafe bergen", row) && !passes("true", row) && !passes("red", row))
        #expect(try passes("cafe", in: ["title"], row) && !passes("oslo", in: ["title"], row))
        #expect(try !passes("title", row) && !passes("noiroslo", row))
    }

    @Test func whiteSpaceAloneAsksForNothing() throws {
        #expect(RowQuery.all.isPlain && !RowQuery.all.isFilter)
        #expect(RowQuery(text: " \t\u{3000}").isPlain && RowQuery(textKeys: ["a"]).isPlain)
        #expect(RowQuery(text: "a").isFilter && RowQuery(predicate: .all([])).isFilter)
        #expect(!RowQuery(sort: [SortKey("a")]).isPlain && !RowQuery(sort: [SortKey("a")]).isFilter)
    }

    @Test func kindsStandInTheirOrderAndWhatIsMissingIsLast() throws {
        let ordered = [#"{"x":-1}"#, #"{"x":2.5}"#, #"{"x":"a"}"#, #"{"x":false}"#, #"{"x":true}"#, #"{"x":[1]}"#]
        let missing = [#"{"x":null}"#, "{}", #"{"x":" "}"#, #"{"x":[]}"#]
        #expect(try sorted([SortKey("x")], missing + ordered.reversed()) == ordered + missing)
        #expect(try sorted([SortKey("x", isDescending: true)], missing + ordered) == ordered.reversed() + missing)
    }

    @Test func textIsSortedFoldedAndThenAsItIs() throws {
        let ordered = ["a", "Á", "ab", "Äb", "b", "Z"].map { #"{"x":"\#($0)"}"# }
        #expect(try sorted([SortKey("x")], ordered.reversed()) == ordered)
    }

    @Test func equalRowsKeepTheirOrderInBothDirections() throws {
        let rows = [#"{"x":1,"n":1}"#, #"{"x":1.0,"n":2}"#, #"{"x":1,"n":3}"#]
        #expect(try sorted([SortKey("x")], rows).map { try JSONText(parsing: $0).value["n"]?.intValue } == [1, 2, 3])
        #expect(
            try sorted([SortKey("x", isDescending: true)], rows)
                .map { try JSONText(parsing: $0).value["n"]?.intValue } == [1, 2, 3])
    }

    @Test func aSecondKeyDecidesWhatTheFirstDoesNot() throws {
        let ordered = [#"{"x":1,"y":2}"#, #"{"x":1,"y":1}"#, #"{"x":2,"y":3}"#]
        #expect(try sorted([SortKey("x"), SortKey("y", isDescending: true)], ordered.reversed()) == ordered)
    }

    @Test func aNumericKeyReadsTextAsNumbers() throws {
        let ordered = [#"{"x":"-9"}"#, #"{"x":"1.25"}"#, #"{"x":"1.5"}"#, #"{"x":"many"}"#]
        #expect(try sorted([SortKey("x", isNumber: true)], ordered.reversed()) == ordered)
        #expect(try sorted([SortKey("x")], ordered) == [ordered[0], ordered[2], ordered[1], ordered[3]])
    }

    @Test func aNumberThatADoubleCannotHoldComesAfterAllOthers() throws {
        let ordered = [#"{"x":"-1e999"}"#, #"{"x":-9}"#, #"{"x":1e+300}"#, #"{"x":"1e999"}"#, #"{"x":"many"}"#]
        #expect(try sorted([SortKey("x", isNumber: true)], ordered.reversed()) == ordered)
    }
}
