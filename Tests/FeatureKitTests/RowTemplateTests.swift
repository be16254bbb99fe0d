import FHJSON
import FHRowCollections
import FeatureKit
import Testing

@Suite struct RowTemplateTests {
    private func row(_ value: String) throws -> SourceRow { SourceRow(id: "7", value: try JSONText(parsing: value)) }

    private func filled(_ template: RowTemplate, _ values: String..., count: Int? = nil) throws -> String {
        let rows = try values.map { try row($0) }
        return template.filled(with: rows, count: count ?? rows.count)
    }

    @Test func membersAreFilledIn() throws {
        #expect(try filled("Delete {title}?", #"{"title":"Apple"}"#) == "Delete Apple?")
        #expect(try filled("{/owner/name} of {/list/1}", #"{"owner":{"name":"Ada"},"list":[1,"x"]}"#) == "Ada of x")
        #expect(try filled("{/a~1b}{~}", #"{"a/b":"1","~":"2"}"#) == "12")
        #expect(try filled("{count} {/count}", #"{"count":"own"}"#) == "1 own")
        #expect(try filled("nothing", #"{}"#) == "nothing")
    }

    @Test func eachKindOfValueHasItsText() throws {
        let values = #"{"n":1.50,"big":123456789012345678,"t":true,"f":false,"o":{"a":[1]},"s":"é \"q\""}"#
        let text = try filled("{big} {t} {f} {o} {s}", values)
        #expect(text == #"123456789012345678 true false {"a":[1]} é "q""#)
        #expect(try filled("{n}", values).hasPrefix("1.5"))
        #expect(try filled("[{none}][{/a/b}][{nil}]", #"{"a":1,"nil":null}"#) == "[][][]")
    }

    @Test func aRowWhoseValueWasDroppedIsNamedByItsID() throws {
        var rows = RowCollection(RowBatch([try row(#"{"t":"a"}"#)]))
        rows.dropValues(in: 0..<1)
        let template: RowTemplate = "Tick {t}"
        #expect(template.filled(with: [rows[0], try row(#"{"t":"b"}"#)], count: 2) == "Tick 7, b")
    }

    @Test func aLongValueIsCut() throws {
        let long = String(repeating: "x", count: 600)
        let text = try filled("{a}", #"{"a":"\#(long)"}"#)
        #expect(text.count == 501)
        #expect(text.hasSuffix("x…"))
    }

    @Test func aValueIsNoTemplate() throws {
        #expect(try filled("{a}{b}", #"{"a":"{b}","b":"{{"}"#) == "{b}{{")
    }

    @Test func bracesAreWrittenTwice() throws {
        #expect(try filled("{{a}} {{{a}}} } }}", #"{"a":"x"}"#) == "{a} {x} } }")
    }

    @Test func oneAndOtherAreChosenByTheNumber() throws {
        let template = RowTemplate(one: "Delete {t}?", other: "Delete {count}: {t}?")
        #expect(try filled(template, #"{"t":"a"}"#) == "Delete a?")
        #expect(try filled(template, #"{"t":"a"}"#, #"{"t":"b"}"#) == "Delete 2: a, b?")
        let many = [#"{"t":"a"}"#, #"{"t":"b"}"#, #"{"t":"c"}"#, #"{"t":"d"}"#]
        #expect(try filled(template, many[0], many[1], many[2]) == "Delete 3: a, b, c?")
        #expect(try filled(template, many[0], many[1], many[2], many[3]) == "Delete 4: a, b, c, …?")
        #expect(try filled(template, many[0], count: 9) == "Delete 9: a, …?")
        let rows = try many.map { try row($0) }
        #expect(template.filled(with: rows, count: nil) == "Delete 4+: a, b, c, …?")
        #expect(template.filled(with: [], count: 0) == "Delete 0: ?")
    }

    @Test func whatCanNotBeReadStaysAsItIs() throws {
        for (text, part) in [("a {b", "{b"), ("{}", "{}"), ("{/a~2}", "{/a~2}"), ("x {", "{"), ("{a} {b", "{b")] {
            let template = RowTemplate(text)
            #expect(template.faults.map(\.part) == [part])
            #expect(try filled(template, #"{"a":"{a}"}"#) == text)
        }
        let template = RowTemplate(one: "{a}", other: "{")
        #expect(template.faults == [])
        #expect(template.faultsOfOther.map(\.part) == ["{"])
        #expect(RowTemplate("{{ {a} }}").faults == [])
    }

    @Test func aMemberCanHaveAFormat() throws {
        struct Stars: ValueFormatter {
            func text(of value: JSONText?, in format: String) -> String? {
                format == "stars" ? String(repeating: "*", count: value?.value.intValue ?? 0) : nil
            }
        }
        let rows = try [row(#"{"n":2,"m":{"k":3}}"#), row(#"{"n":null}"#)]
        let template = RowTemplate("{n|stars}, {/m/k|stars}, {n|none}")
        #expect(template.filled(with: [rows[0]], count: 1, by: Stars()) == "**, ***, 2")
        #expect(template.filled(with: rows, count: 2, by: Stars()) == "**, , ***, , 2, ")
        #expect(template.filled(with: [rows[0]], count: 1) == "2, 3, 2")
        #expect(template.formats.map(\.part) == ["{n|stars}", "{/m/k|stars}", "{n|none}"] && template.faults == [])
        #expect(RowTemplate("{|stars}").faults.map(\.part) == ["{|stars}"])
    }

    @Test func textsWithPlaceholdersAreAboutRows() {
        #expect(RowTemplate("{a}").isAboutRows)
        #expect(RowTemplate("{count}").isAboutRows)
        #expect(RowTemplate(one: "a", other: "b").isAboutRows)
        #expect(!RowTemplate("a {{b}}").isAboutRows)
    }

    @Test func aDroppedValueIsEmpty() throws {
        #expect(RowTemplate("[{a}]").filled(with: [SourceRow(id: "1", value: .emptyObject)], count: 1) == "[]")
    }
}
