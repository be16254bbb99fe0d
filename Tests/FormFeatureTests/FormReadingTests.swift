import FHJSON
import FeatureKit
import FeatureTesting
import Testing

@testable import FHFormFeature

/// A form reads the values of a row by their meaning, and writes values in the notation of the row.
@Suite struct FormReadingTests {
    private func form(_ fields: [FieldConfiguration], _ values: String) -> FormDriver {
        var configuration = FormConfiguration(
            title: "Test", sections: [FormSection(fields: fields)], ids: IDGenerator(seed: 1))
        configuration.values = text(values)
        return FormDriver(configuration, rowID: "1")
    }

    /// Submits the form and returns the patch.
    private func patch(_ form: inout FormDriver) throws -> JSONValue? {
        try form.send("submit")
        return form.outputs.last?.value.value
    }

    @Test(arguments: [
        ("true", "true", "false"), ("1", "true", "0"), ("0", "false", "1"), (#""true""#, "true", #""false""#),
        (#""TRUE""#, "true", #""FALSE""#), (#""False""#, "false", #""True""#), (#""0""#, "false", #""1""#),
        (#""""#, "false", #""true""#), ("null", "false", "true"),
    ])
    func aToggleKeepsTheSpelling(held: String, shown: String, written: String) throws {
        var form = form([field("x", .toggle)], #"{"x":\#(held)}"#)
        #expect(form.value("x") == json(shown))
        #expect(form["isDirty"].boolValue == false)
        try form.enter("x", shown == "true" ? "false" : "true")
        #expect(try patch(&form) == json(#"{"x":\#(written)}"#))
    }

    @Test(arguments: [
        (FieldType.stepper, #""4""#, "4", "5", #""5""#), (.slider, #""0.75""#, "0.75", "0.5", #""0.5""#),
        (.number, #""3""#, "3", "4", #""4""#), (.number, "3", "3", "4", "4"), (.text, "5", #""5""#, #""6""#, "6"),
        (.text, "5", #""5""#, #""six""#, #""six""#), (.text, "true", #""true""#, #""false""#, "false"),
        (.picker, #""2""#, "2", "1", #""1""#), (.picker, "2", "2", "1", "1"),
    ])
    func otherFieldsDoSoToo(type: FieldType, held: String, shown: String, entered: String, written: String) throws {
        let own = field("x", type) { $0.options = options("1", "2") }
        var form = form([own], #"{"x":\#(held)}"#)
        #expect(form.value("x") == json(shown))
        try form.enter("x", entered)
        #expect(try patch(&form) == json(#"{"x":\#(written)}"#))
    }

    /// A row shows a number that no double can represent as a string.
    @Test(arguments: [
        ("1e400", "4"), ("-1e400", "4"), ("9223372036854775808", "4"), ("many", #""4""#), ("[1e400]", #""4""#),
    ])
    func aNumberThatIsTooLargeIsReplacedByANumber(held: String, written: String) throws {
        for type in [FieldType.number, .stepper] {
            var form = form([field("x", type)], #"{"x":"\#(held)"}"#)
            #expect(form["isDirty"].boolValue == false)
            try form.enter("x", "4")
            #expect(try patch(&form) == json(#"{"x":\#(written)}"#))
        }
    }

    @Test func anItemThatIsNullStaysSo() throws {
        let own = field("x", .repeated) { $0.fields = [field("y"), field("z", .group) { $0.fields = [field("w")] }] }
        var form = form([own], #"{"x":[{"y":"1"},null,null]}"#)
        try form.enter("x/k1/y", #""2""#)
        try form.enter("x/k3/z/w", #""3""#)
        #expect(try patch(&form) == json(#"{"x":[{"y":"2"},null,{"z":{"w":"3"}}]}"#))
    }

    @Test func aPickerOfTextsTakesANumber() throws {
        let own = field("x", .picker) { $0.options = options(#""1""#, #""2""#) }
        var form = form([own], #"{"x":2}"#)
        #expect(form.value("x") == json(#""2""#))
        try form.enter("x", #""1""#)
        #expect(try patch(&form) == json(#"{"x":1}"#))
    }

    @Test(arguments: [
        (FieldType.toggle, #""sometimes""#), (.toggle, "2"), (.stepper, #""many""#), (.number, "[1]"), (.text, "{}"),
        (.date, "[]"), (.multiPicker, "7"), (.repeated, #""x""#), (.group, "3"),
    ])
    func anOddValueIsNamedAndStays(type: FieldType, odd: String) throws {
        let own = field("x", type) { $0.fields = [field("y")] }
        var form = form([own, field("name")], #"{"x":\#(odd),"name":"oak"}"#)
        let message = form.field("x")["messages"]?.elements.first
        #expect(message?["code"] == json(#""type""#) && message?["severity"] == json(#""warning""#))
        #expect(message?["text"]?.stringValue?.contains(JSONText(json(odd)).string) == true)
        #expect(form.field("x")["showMessages"]?.boolValue == true)
        #expect(form["isValid"].boolValue == true && form["isDirty"].boolValue == false)
        try form.enter("name", #""ash""#)
        #expect(try patch(&form) == json(#"{"name":"ash"}"#))
    }

    @Test func anOddValueIsCorrectedAlsoByWhatAnEmptyFieldHolds() throws {
        var form = form([field("x", .toggle)], #"{"x":"sometimes"}"#)
        try form.enter("x", "false")
        #expect(form["isDirty"].boolValue == true)
        #expect(form.field("x")["messages"]?.elements.isEmpty == true)
        #expect(try patch(&form) == json(#"{"x":false}"#))
    }

    @Test func anOddValueComesAndGoesWithTheRow() throws {
        var form = form([field("x", .toggle)], #"{"x":true}"#)
        let odd = form.form.follow(json(#"{"id":"1","values":{"x":"odd"}}"#), in: form.state)
        form.apply(try #require(odd))
        #expect(form.value("x") == json("false") && form.field("x")["messages"]?.elements.count == 1)
        let right = form.form.follow(json(#"{"id":"1","values":{"x":"true"}}"#), in: form.state)
        form.apply(try #require(right))
        #expect(form.value("x") == json("true") && form.field("x")["messages"]?.elements.isEmpty == true)
        try form.enter("x", "false")
        #expect(try patch(&form) == json(#"{"x":"false"}"#))
    }

    @Test func whatIsEnteredIsAsStrictAsBefore() throws {
        var form = form([field("x", .toggle)], #"{"x":1}"#)
        #expect(form.refusal("setValue", #"{"path":"/x","value":"true"}"#) != nil)
        #expect(throws: ActionRefusal.self) {
            _ = try Form(form.form.configuration, params: json(#"{"values":{"x":"true"}}"#))
        }
    }
}
