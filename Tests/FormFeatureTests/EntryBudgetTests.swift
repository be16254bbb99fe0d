import FHFormFeature
import FHJSON
import FeatureKit
import Testing

/// The maximum amount of data that one action can enter.
@Suite struct EntryBudgetTests {
    private static let form = FormDriver([
        field("x") { $0.constraints.pattern = "^[a-z]+$" }, field("y"), field("p", .secure),
        field("picked", .multiPicker) { $0.options = [FieldOption(value: .string("a"), title: "A")] },
        field("lines", .repeated) { lines in
            lines.fields = [
                field("y"), field("z", .toggle),
                field("inner", .group) { $0.fields = [field("parts", .repeated) { $0.fields = [field("part")] }] },
            ]
        },
    ])

    private static func text(_ count: Int) -> String { #""\#(String(repeating: "a", count: count))""# }
    private static func array(_ element: String, _ count: Int) -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    private static let long = text(10_000_000)
    private static let half = text(600_000)

    /// Actions that exceed the maximum, with the paths of the errors.
    private static let tooMuch = [
        ("setValue", #"{"path":"/x","value":\#(long)}"#, "/value"),
        ("setValues", #"{"values":{"x":\#(long)}}"#, "/values/x"),
        ("setValues", #"{"values":{"x":\#(half),"y":\#(half)}}"#, "/values/y"),
        ("setSecret", #"{"path":"/p","value":\#(long)}"#, "/value"),
        ("setValue", #"{"path":"/lines","value":[{"y":\#(long)}]}"#, "/value"),
        ("insertItem", #"{"path":"/lines","value":{"y":\#(long)}}"#, "/value/y"),
        ("rebase", #"{"values":{"x":\#(long)}}"#, "/values/x"),
        ("setValue", #"{"path":"/picked","value":\#(array(#""a""#, 10_001))}"#, "/value"),
        ("setValue", #"{"path":"/lines","value":\#(array("{}", 2_500))}"#, "/value"),
        ("setValue", #"{"path":"/lines","value":[{"inner":{"parts":\#(array("{}", 5_001))}}]}"#, "/value"),
    ]

    @Test(arguments: tooMuch)
    func tooMuchForOneActionIsRefused(action: String, params: String, place: String) throws {
        var form = Self.form
        guard case .invalidParams(let mistakes) = form.refusal(action, params) else {
            Issue.record("\(action) takes it")
            return
        }
        #expect(mistakes.map(\.code) == ["invalid"])
        #expect(mistakes.map(\.path) == [place])
    }

    @Test func asMuchAsThereMayBeIsEntered() throws {
        var form = Self.form
        try form.enter("x", Self.text(1 << 20))
        #expect(form.codes("x") == [])
        try form.enter("picked", Self.array(#""a""#, 9_999))
        #expect(form["fields"]["/picked"]?["value"]?.count == 9_999)
        try form.enter("lines", Self.array(#"{"y":"b"}"#, 1_000))
        #expect(form["fields"]["/lines"]?["items"]?.count == 1_000)
        #expect(form["isValid"].boolValue == true)
    }

    @Test func aFormIsNotOpenedWithTooMuch() throws {
        let mistakes = Self.form.form.mistakes(
            inValues: try JSONValue(parsing: #"{"y":"b","lines":\#(Self.array("{}", 2_500)),"x":1}"#))
        #expect(mistakes.map(\.path) == ["/values/lines"])
    }
}
