import FHFormFeature
import FHJSON
import FHTextFormats
import FeatureKit
import FeatureTesting
import Testing

/// The output schema of a form.
@Suite struct FormOutputSchemaTests {
    private func schema(
        _ fields: FieldConfiguration..., empty: FormConfiguration.EmptyValues = .omit, rowID: String? = nil
    ) -> JSONValue? {
        var form = FormConfiguration(title: "Test", sections: [.init(fields: fields)], ids: IDGenerator(seed: 1))
        form.empty = empty
        return Form(form, rowID: rowID).outputSchema?.value
    }

    /// Returns the schema of the value of one field, in a form that by default submits empty fields.
    private func value(
        _ type: FieldType, empty: FormConfiguration.EmptyValues = .keep, rowID: String? = nil,
        _ configure: (inout FieldConfiguration) -> Void = { _ in }
    ) -> String? {
        let field = FieldConfiguration(name: "x", type: type, configure)
        return schema(field, empty: empty, rowID: rowID)?["properties"]?["x"]?.description
    }

    private static let days = [FieldOption(value: text(#""mon""#)), FieldOption(value: text("2"))]

    // MARK: Members

    @Test func secretsAreNoMembers() {
        #expect(
            schema(FieldConfiguration(name: "a", type: .text), FieldConfiguration(name: "pin", type: .secure))
                == json(
                    #"""
                    {"type":"object","properties":{"a":{"type":"string","minLength":1}},
                     "additionalProperties":false}
                    """#))
    }

    @Test func whatMayBeHiddenOrDisabledNeedNotBeThere() {
        let hidden = FieldConfiguration(name: "b", type: .text) { $0.visibleWhen = .isEmpty("a") }
        let disabled = FieldConfiguration(name: "c", type: .text) { $0.enabledWhen = .isEmpty("a") }
        let group = FieldConfiguration(name: "d", type: .group) {
            $0.visibleWhen = .isEmpty("a")
            $0.fields = [FieldConfiguration(name: "e", type: .toggle)]
        }
        let schema = schema(FieldConfiguration(name: "a", type: .toggle), hidden, disabled, group)
        #expect(schema?["required"] == json(#"["a"]"#))
        // If the group is present, its required fields are too.
        #expect(schema?["properties"]?["d"]?["required"] == json(#"["e"]"#))
    }

    @Test func theFieldsOfAStepThatMayBeHiddenNeedNotBeThere() {
        let sections = { name in [FormSection(fields: [FieldConfiguration(name: name, type: .toggle)])] }
        let form = FormConfiguration(
            title: "Test",
            steps: [
                FormStep(id: "one", title: "1", sections: sections("a")),
                FormStep(id: "two", title: "2", visibleWhen: .isEmpty("/a"), sections: sections("b")),
            ], ids: IDGenerator(seed: 1))
        #expect(Form(form).outputSchema?.value["required"] == json(#"["a"]"#))
    }

    @Test func anOperationMayGiveAnyObject() {
        let form = FormConfiguration(
            title: "Test", sections: [], submit: .perform(SimulatedSource(), operation: "o"),
            ids: IDGenerator(seed: 1))
        #expect(Form(form).outputSchema?.string == #"{"type":"object"}"#)
    }

    @Test func whatIsEmptyIsLeftOutOfANewRow() {
        let picker = value(.picker, empty: .omit) { $0.options = Self.days }
        #expect(picker == #"{"enum":["mon",2]}"#)
        #expect(value(.number, empty: .omit) == #"{"type":"number"}"#)
        #expect(value(.text, empty: .omit) == #"{"type":"string","minLength":1}"#)
        let sure = FieldConfiguration(name: "a", type: .text) { $0.required = true }
        let kept = FieldConfiguration(name: "b", type: .text) { $0.empty = .keep }
        let group = FieldConfiguration(name: "c", type: .group) {
            $0.fields = [FieldConfiguration(name: "d", type: .text)]
        }
        #expect(
            schema(sure, kept, group, FieldConfiguration(name: "e", type: .date))?["required"] == json(#"["a","b"]"#))
    }

    @Test func aPatchOfARowHasAnyMembersAndNullForWhatWasEmptied() {
        let required = FieldConfiguration(name: "a", type: .text) { $0.required = true }
        #expect(schema(required, rowID: "1")?["required"] == nil)
        #expect(value(.text, empty: .omit, rowID: "1") == #"{"type":["string","null"],"minLength":1}"#)
        #expect(value(.text, empty: .keep, rowID: "1") == #"{"type":"string"}"#)
        let picker = value(.picker, empty: .omit, rowID: "1") { $0.options = Self.days }
        #expect(picker == #"{"enum":["mon",2,null]}"#)
        let items = value(.repeated, empty: .omit, rowID: "1") {
            $0.fields = [FieldConfiguration(name: "y", type: .toggle)]
        }
        // An item of the row may have members without a field.
        #expect(
            items
                == #"{"type":"array","items":{"type":"object","properties":{"y":{"type":"boolean"}},"required":["y"]}}"#
        )
    }

    // MARK: Values

    @Test(arguments: [
        (FieldType.text, #"{"type":"string"}"#), (.multiline, #"{"type":"string"}"#),
        (.email, #"{"type":"string"}"#), (.file, #"{"type":"string"}"#),
        (.number, #"{"type":["number","null"]}"#), (.stepper, #"{"type":"number"}"#),
        (.slider, #"{"type":"number"}"#), (.toggle, #"{"type":"boolean"}"#),
        (.date, #"{"type":["string","null"],"format":"date"}"#), (.time, #"{"type":["string","null"]}"#),
        (.dateTime, #"{"type":["string","null"],"format":"date-time"}"#),
    ])
    func whatMayBeEmpty(type: FieldType, schema: String) {
        #expect(value(type) == schema)
    }

    @Test(arguments: [
        (FieldType.text, #"{"type":"string","minLength":1}"#), (.number, #"{"type":"number"}"#),
        (.toggle, #"{"enum":[true]}"#), (.date, #"{"type":"string","format":"date"}"#),
    ])
    func whatMustNotBeEmpty(type: FieldType, schema: String) {
        #expect(value(type) { $0.required = true } == schema)
    }

    @Test func itemsAreObjects() {
        func items(isRequired: Bool) -> String? {
            value(.repeated) {
                $0.fields = [FieldConfiguration(name: "y", type: .toggle)]
                $0.required = isRequired
                $0.constraints.uniqueItems = true
            }
        }
        let item =
            #"{"type":"object","properties":{"y":{"type":"boolean"}},"required":["y"],"additionalProperties":false}"#
        #expect(items(isRequired: false) == #"{"type":"array","items":\#(item)}"#)
        #expect(items(isRequired: true) == #"{"type":"array","items":\#(item),"minItems":1}"#)
    }

    @Test func whatCanBePicked() {
        #expect(value(.picker) { $0.options = Self.days } == #"{"enum":["mon",2,null]}"#)
        let required = value(.picker) {
            $0.options = Self.days
            $0.required = true
        }
        #expect(required == #"{"enum":["mon",2]}"#)
        let several = value(.multiPicker) {
            $0.options = Self.days
            $0.constraints.limits[.minItems] = .number(.integer(2))
            $0.constraints.limits[.maxItems] = .number(.integer(3))
            $0.constraints.uniqueItems = true
        }
        // An empty array is valid too.
        #expect(several == #"{"type":"array","items":{"enum":["mon",2]},"maxItems":3,"uniqueItems":true}"#)
    }

    @Test func constraintsHoldOfWhatIsNotEmpty() {
        func constrain(_ field: inout FieldConfiguration) {
            field.constraints.limits = [.minLength: .number(.integer(2)), .maxLength: .number(.integer(5))]
            field.constraints.pattern = "a"
            field.constraints.format = .uuid
        }
        #expect(value(.text, constrain) == #"{"type":"string","maxLength":5}"#)
        let required = value(.text) {
            constrain(&$0)
            $0.required = true
        }
        #expect(required == #"{"type":"string","minLength":2,"pattern":"a","format":"uuid","maxLength":5}"#)
        let listed = value(.text) { $0.constraints.values = [text(#""a""#), text(#""b""#)] }
        #expect(listed == #"{"enum":["a","b",""]}"#)
        let one = value(.number) { $0.constraints.const = text("7") }
        #expect(one == #"{"enum":[7,null]}"#)
    }

    @Test func limitsThatOtherFieldsSayAreLeftOut() {
        let found = value(.number) {
            $0.isInteger = true
            $0.constraints.limits = [
                .minimum: .number(.integer(1)), .maximum: .field("y"), .multipleOf: .number(.real(0.1)),
            ]
        }
        #expect(found == #"{"type":["integer","null"],"minimum":1}"#)
    }
}
