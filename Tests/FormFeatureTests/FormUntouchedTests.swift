import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHFormFeature

/// Validation errors of the original row don't prevent the user from changing another field.
@Suite struct FormUntouchedTests {
    private static let named = field("name")

    private func form(_ fields: [FieldConfiguration], _ values: String, rules: [FormRule] = []) -> FormDriver {
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: fields + [Self.named])], ids: IDGenerator(seed: 1))
        configuration.values = text(values)
        configuration.rules = rules
        return FormDriver(configuration, rowID: "1")
    }

    /// Submits a new name and returns the output; nil if the form refuses the submit.
    private func renamed(_ form: FormDriver) throws -> JSONValue? {
        var form = form
        try form.enter("name", #""ash""#)
        try form.send("submit")
        return form.outputs.last?.value.value
    }

    private func severities(_ form: FormDriver, _ name: String) -> [String] {
        form.field(name)["messages"].map { $0.elements.compactMap { $0["severity"]?.stringValue } } ?? []
    }

    private static let kinds: [(FieldConfiguration, String, String)] = [
        (field("x", .date), #""2026-1-5""#, "format"), (field("x", .date), "20260105", "format"),
        (field("x", .time), #""25:00""#, "format"), (field("x", .dateTime), #""yesterday""#, "format"),
        (field("x", .email), #""none""#, "format"), (field("x", .picker) { $0.options = options("1") }, "3", "enum"),
        (field("x", .multiPicker) { $0.options = options("1") }, "[3]", "enum"),
        (field("x", .number) { $0.isInteger = true }, "1.5", "type"),
        (field("x", .stepper) { $0.limits[.maximum] = .integer(3) }, "4", "maximum"),
        (field("x") { $0.limits[.maxLength] = .integer(1) }, #""ab""#, "maxLength"),
        (field("x") { $0.constraints.pattern = "^a" }, #""b""#, "pattern"),
        (
            field("x", .repeated) {
                $0.fields = [field("y")]
                $0.limits[.minItems] = .integer(2)
            }, #"[{"y":"1"}]"#, "minItems"
        ),
    ]

    @Test(arguments: 0..<12)
    func aWrongValueOfTheRowIsAWarning(kind: Int) throws {
        let (own, held, code) = Self.kinds[kind]
        let form = form([own], #"{"x":\#(held),"name":"oak"}"#)
        #expect(form.codes("x") == [code] && severities(form, "x") == ["warning"])
        #expect(form.isShown("x") && form["isValid"].boolValue == true)
        #expect(try renamed(form) == json(#"{"name":"ash"}"#))
    }

    @Test func itIsAnErrorOnceItWasChanged() throws {
        var form = form([field("x", .date)], #"{"x":"2026-1-5"}"#)
        try form.enter("x", #""2026-1-6""#)
        #expect(severities(form, "x") == ["error"])
        #expect(try renamed(form) == nil)
        try form.enter("x", #""2026-1-5""#)
        #expect(severities(form, "x") == ["warning"])
        #expect(try renamed(form) == json(#"{"name":"ash"}"#))
    }

    @Test func aFieldThatTheRowLeavesEmptyIsStillRequired() throws {
        let form = form([field("x", .date) { $0.required = true }], #"{"name":"oak"}"#)
        #expect(form.codes("x") == ["required"] && severities(form, "x") == ["error"])
        #expect(try renamed(form) == nil)
    }

    @Test func aRequiredFieldThatCanNotHoldWhatTheRowHasIsNotEmpty() throws {
        let form = form([field("x", .number) { $0.required = true }], #"{"x":"many"}"#)
        #expect(form.codes("x") == ["type"] && severities(form, "x") == ["warning"])
        #expect(try renamed(form) == json(#"{"name":"ash"}"#))
    }

    @Test func whatAnotherFieldMakesWrongIsAnError() throws {
        let fields = [
            field("low", .number),
            field("high", .number) { $0.constraints.limits[.exclusiveMinimum] = .field("low") },
            field("x", .number) {
                $0.rules = [FormRule(.less("x", .field("low")), code: "order", message: "no")]
            },
        ]
        var form = form(fields, #"{"low":5,"high":3,"x":7}"#)
        #expect(severities(form, "high") == ["warning"] && severities(form, "x") == ["warning"])
        #expect(try renamed(form) == json(#"{"name":"ash"}"#))
        try form.enter("low", "6")
        #expect(severities(form, "high") == ["error"] && severities(form, "x") == ["error"])
        #expect(try renamed(form) == nil)
        try form.enter("low", "5")
        #expect(severities(form, "high") == ["warning"])
    }

    @Test func aRuleOfTheFormIsSuchAWarningToo() throws {
        let rule = FormRule(.less("low", .field("high")), code: "order", message: "no")
        var form = form([field("low", .number), field("high", .number)], #"{"low":5,"high":3}"#, rules: [rule])
        #expect(form["formMessages"][0]?["severity"]?.stringValue == "warning")
        #expect(try renamed(form) == json(#"{"name":"ash"}"#))
        try form.enter("high", "4")
        #expect(form["formMessages"][0]?["severity"]?.stringValue == "error")
        #expect(try renamed(form) == nil)
    }

    @Test func itemsAreLikeTheForm() throws {
        let lines = field("lines", .repeated) {
            $0.fields = [field("due", .date) { $0.required = true }, field("q", .number)]
        }
        var form = form([lines], #"{"lines":[{"id":"a","due":"2026-1-5","q":1},{"id":"b","due":7,"q":2}]}"#)
        let items = form.value("lines").elements.compactMap(\.stringValue)
        #expect(severities(form, "lines/\(items[0])/due") == ["warning"])
        try form.enter("lines/\(items[1])/q", "3")
        var edited = form
        try edited.send("submit")
        let patch = json(#"{"lines":[{"id":"a","due":"2026-1-5","q":1},{"id":"b","due":7,"q":3}]}"#)
        #expect(edited.outputs.last?.value.value == patch)
        // A new item is entered.
        try form.send("insertItem", #"{"path":"/lines","value":{"due":"2026-1-5"}}"#)
        try form.send("submit")
        #expect(form.outputs.isEmpty)
    }

    @Test func aFormForANewRowIsAsStrictAsBefore() throws {
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: [field("x", .date)])], ids: IDGenerator(seed: 1))
        configuration.values = text(#"{"x":"2026-1-5"}"#)
        var form = FormDriver(configuration)
        #expect(severities(form, "x") == ["error"])
        try form.send("submit")
        #expect(form.outputs.isEmpty)
    }

    @Test func pagesGoOn() throws {
        var configuration = FormConfiguration(title: "Test", sections: [], ids: IDGenerator(seed: 1))
        configuration.steps = [
            FormStep(id: "a", title: "A", sections: [FormSection(fields: [field("x", .date)])]),
            FormStep(id: "b", title: "B", sections: [FormSection(fields: [Self.named])]),
        ]
        configuration.values = text(#"{"x":"2026-1-5"}"#)
        var form = FormDriver(configuration, rowID: "1")
        try form.send("nextStep")
        #expect(form["step"]["id"]?.stringValue == "b")
    }
}
