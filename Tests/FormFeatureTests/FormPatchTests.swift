import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHFormFeature

/// A form about a row submits exactly the user's changes.
@Suite struct FormPatchTests {
    private static let fields = [
        field("title") { $0.required = true },
        field("note") { $0.trim = true },
        field("open", .toggle),
        field("size", .picker) {
            $0.options = options(#""small""#, #""large""#)
            $0.default = text(#""small""#)
        },
        field("tags", .multiPicker) { $0.options = options(#""red""#, #""blue""#) },
        field("place", .group) { $0.fields = [field("city"), field("floor", .number)] },
        field("lines", .repeated) { $0.fields = [field("q", .number), field("text")] },
    ]

    private func form(
        _ values: String, empty: FormConfiguration.EmptyValues = .omit, id: String? = "7"
    ) -> FormDriver {
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: Self.fields)], ids: IDGenerator(seed: 1))
        configuration.values = text(values)
        configuration.empty = empty
        return FormDriver(configuration, rowID: id)
    }

    /// Submits a form and returns its output; nil if there is none.
    private func submitted(_ form: FormDriver) throws -> JSONValue? {
        var form = form
        try form.send("submit")
        guard let output = form.outputs.last, output.outcome == .completed else { return nil }
        return output.value.value
    }

    @Test func aFormThatInsertsHandsOnAWholeRowAlsoAboutARow() async throws {
        let params = #"{"id":"7","values":{"title":"a","open":3,"other":1}}"#
        let form = FormStore(Self.fields, params: params) { $0.submit = .insert($1) }
        #expect(form["isDirty"].boolValue == false)
        try form.send("submit")
        await form.answer(0)
        #expect(form["result"] == json(#"{"title":"a","open":false,"size":"small"}"#))
    }

    // MARK: Patches

    @Test func nothingChangedIsNoEditAndTheFormIsDone() throws {
        var form = form(#"{"title":"a","unknown":1}"#)
        try form.send("submit")
        #expect(form.outputs == [.done("submit", id: "7")])
        #expect(form["status"].stringValue == "succeeded" && form["result"] == json("{}"))
    }

    @Test func nothingChangedIsNoEditEvenWhereTheRowIsWrong() throws {
        var form = form("{}")
        try form.send("submit")
        #expect(form.outputs == [.done("submit", id: "7")])
    }

    @Test func aChangedFieldIsHandedOnWithTheRowsID() throws {
        var form = form(#"{"title":"a","note":"n"}"#)
        try form.enter("title", #""b""#)
        try form.send("submit")
        #expect(form.outputs == [Output("submit", id: "7", value: text(#"{"title":"b"}"#))])
        #expect(form["result"] == json(#"{"title":"b"}"#))
    }

    @Test func whatIsEnteredAndTakenBackIsNoChange() throws {
        var form = form(#"{"title":"a","note":"n"}"#)
        try form.enter("note", #""m""#)
        try form.enter("note", #"" n ""#)
        #expect(try submitted(form) == nil)
    }

    @Test(arguments: [
        ("note", #""""#, #"{"note":null}"#), ("size", "null", #"{"size":null}"#), ("tags", "[]", #"{"tags":null}"#),
        ("open", "false", #"{"open":false}"#),
        ("place", #"{"city":"","floor":null}"#, #"{"place":{"city":null,"floor":null}}"#),
        ("place/city", #""Bergen""#, #"{"place":{"city":"Bergen"}}"#), ("lines", "[]", #"{"lines":[]}"#),
    ])
    func whatIsEmptiedIsNull(path: String, value: String, patch: String) throws {
        var form = form(
            #"""
            {"title":"a","note":"n","open":true,"size":"large","tags":["red"],"place":{"city":"Oslo","floor":2,"x":1},
             "lines":[{"q":1}]}
            """#)
        try form.enter(path, value)
        #expect(try submitted(form) == json(patch))
    }

    @Test func keptEmptyValuesAreHandedOnAsTheyAre() throws {
        var form = form(#"{"title":"a","note":"n","tags":["red"]}"#, empty: .keep)
        try form.enter("note", #""""#)
        try form.enter("tags", "[]")
        #expect(try submitted(form) == json(#"{"note":"","tags":[]}"#))
    }

    // MARK: Defaults

    @Test func aRowGetsNoDefaults() throws {
        var form = form(#"{"title":"a","size":null}"#)
        #expect(form.value("size").isNull)
        try form.enter("title", #""b""#)
        #expect(try submitted(form) == json(#"{"title":"b"}"#))
    }

    @Test func theParamsSayWhichRowItIs() throws {
        let configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: Self.fields)], ids: IDGenerator(seed: 1))
        let edit = try Form(configuration, params: json(#"{"id":"7","values":{"title":"a"}}"#))
        let new = try Form(configuration, params: json(#"{"values":{"title":"a"}}"#))
        #expect(edit.rowID == "7" && new.rowID == nil)
    }

    // MARK: Items

    @Test func itemsKeepTheMembersThatNoFieldShows() throws {
        var form = form(#"{"title":"a","lines":[{"id":"x","q":1,"sku":"A"},{"id":"y","text":"t","q":2}]}"#)
        let items = form.value("lines").elements.compactMap(\.stringValue)
        try form.enter("lines/\(items[0])/q", "3")
        try form.enter("lines/\(items[1])/text", #""""#)
        try form.send("insertItem", #"{"path":"/lines","value":{"text":"new"}}"#)
        #expect(
            try submitted(form)
                == json(#"{"lines":[{"id":"x","q":3,"sku":"A"},{"id":"y","q":2},{"text":"new"}]}"#))
    }

    @Test func itemsThatAreMovedOrRemovedAreHandedOnTogether() throws {
        var form = form(#"{"title":"a","lines":[{"id":"x","q":1},{"id":"y","q":2},{"id":"z","q":3}]}"#)
        let items = form.value("lines").elements.compactMap(\.stringValue)
        try form.send("removeItem", #"{"path":"/lines","id":"\#(items[1])"}"#)
        try form.send("moveItem", #"{"path":"/lines","id":"\#(items[0])"}"#)
        #expect(try submitted(form) == json(#"{"lines":[{"id":"z","q":3},{"id":"x","q":1}]}"#))
    }

    // MARK: New rows

    @Test func aNewRowLacksWhatIsEmpty() throws {
        var form = form("{}", id: nil)
        try form.enter("title", #""a""#)
        try form.send("insertItem", #"{"path":"/lines","value":{"q":1}}"#)
        #expect(
            try submitted(form) == json(#"{"title":"a","open":false,"size":"small","lines":[{"q":1}]}"#))
    }

    @Test func aNewRowKeepsWhatIsEmptyWhereThatIsDeclared() throws {
        var form = form("{}", empty: .keep, id: nil)
        try form.enter("title", #""a""#)
        try form.enter("size", "null")
        let values = json(
            #"""
            {"title":"a","note":"","open":false,"size":null,"tags":[],"place":{"city":"","floor":null},"lines":[]}
            """#)
        #expect(try submitted(form) == values)
    }
}
