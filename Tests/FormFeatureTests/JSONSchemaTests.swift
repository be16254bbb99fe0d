import FHFormFeature
import FHJSON
import FHTextFormats
import FeatureKit
import Testing

/// The keywords of JSON Schema 2020-12; `protocol/form.md` lists the differences of forms.
@Suite struct JSONSchemaTests {
    struct Case: CustomTestStringConvertible {
        let keyword: String
        let type: FieldType
        let value: String
        let isRight: Bool
        let configure: @Sendable (inout FieldConstraints) -> Void

        var testDescription: String { "\(keyword) of \(value) in \(type)" }
    }

    private static func limit(
        _ limit: FieldConstraints.Limit, _ bound: FieldNumber, _ type: FieldType, right: [String], wrong: [String]
    ) -> [Case] {
        cases(limit.rawValue, type, right: right, wrong: wrong) { $0.limits[limit] = .number(bound) }
    }

    private static func cases(
        _ keyword: String, _ type: FieldType, right: [String], wrong: [String],
        _ configure: @escaping @Sendable (inout FieldConstraints) -> Void
    ) -> [Case] {
        right.map { Case(keyword: keyword, type: type, value: $0, isRight: true, configure: configure) }
            + wrong.map { Case(keyword: keyword, type: type, value: $0, isRight: false, configure: configure) }
    }

    private static let numbers: [Case] =
        limit(.minimum, .real(1.1), .number, right: ["1.1", "2.6"], wrong: ["0.6"])
        + limit(.minimum, .integer(-2), .number, right: ["-1", "0", "-2", "-2.0"], wrong: ["-2.0001", "-3"])
        + limit(.maximum, .real(3), .number, right: ["2.6", "3", "3.0"], wrong: ["3.5"])
        + limit(.maximum, .integer(300), .number, right: ["299.97", "300", "300.00"], wrong: ["300.5"])
        + limit(.exclusiveMinimum, .real(1.1), .number, right: ["1.2"], wrong: ["1.1", "0.6"])
        + limit(.exclusiveMaximum, .real(3), .number, right: ["2.2"], wrong: ["3", "3.5"])
        + limit(.multipleOf, .integer(2), .number, right: ["10", "4.0", "-8", "0"], wrong: ["7", "0.5"])
        + limit(.multipleOf, .real(1.5), .number, right: ["0", "4.5"], wrong: ["35"])
        + limit(.multipleOf, .real(0.0001), .number, right: ["0.0075"], wrong: ["0.00751"])
        + limit(.multipleOf, .real(0.01), .number, right: ["4.35", "19.99", "1.1"], wrong: ["0.001"])
        + limit(.multipleOf, .real(0.123456789), .number, right: ["0.246913578"], wrong: ["1e308"])
        + limit(.multipleOf, .real(1e-8), .number, right: ["12391239123"], wrong: ["1e-9"])

    private static let texts: [Case] =
        limit(.minLength, .integer(2), .text, right: [#""foo""#, #""fo""#], wrong: [#""f""#, #""💩""#])
        + limit(.maxLength, .integer(2), .text, right: [#""f""#, #""fo""#, #""💩💩""#], wrong: [#""foo""#])
        + cases("pattern", .text, right: [#""aaa""#], wrong: [#""abc""#, #""A""#]) { $0.pattern = "^a*$" }
        + cases("pattern", .text, right: [#""xxaayy""#], wrong: [#""b""#]) { $0.pattern = "a+" }
        + cases("pattern", .text, right: [#""é""#], wrong: [#""1""#]) { $0.pattern = #"^\p{Letter}$"# }
        + cases("pattern", .text, right: [#""12""#], wrong: [#""১২""#]) { $0.pattern = #"^\d+$"# }
        + cases("format", .text, right: [#""2001:db8::1""#], wrong: [#""2001::db8::1""#]) { $0.format = .ipv6 }
        + cases("format", .text, right: [#""08:30:06Z""#], wrong: [#""08:30:06""#]) { $0.format = .time }
        + cases("format", .text, right: [#""^(abc)""#], wrong: [#""^(abc]""#]) { $0.format = .regex }

    private static let values: [Case] =
        cases("enum", .number, right: ["1", "2.0"], wrong: ["4"]) { $0.values = [.integer(1), .integer(2)] }
        + cases("enum", .text, right: [#""foo""#], wrong: [#""Foo""#]) { $0.values = [.string("foo")] }
        + cases("const", .number, right: ["2", "2.0"], wrong: ["5", "-2"]) { $0.const = .integer(2) }
        + cases("const", .picker, right: ["0", "0.0"], wrong: ["false", #""0""#]) { $0.const = .integer(0) }
        + cases("const", .picker, right: ["true"], wrong: ["1"]) { $0.const = .bool(true) }
        + cases("const", .text, right: [#""\u00e9""#], wrong: [#""e\u0301""#]) { $0.const = .string("\u{E9}") }
        + cases(
            "uniqueItems", .multiPicker, right: ["[0,false]", "[1,true]", #"["a","b"]"#, #"["a"]"#],
            wrong: ["[1,1.0]", "[1,2,1]", #"["a","b","a"]"#]
        ) { $0.uniqueItems = true }
        + limit(.minItems, .integer(2), .multiPicker, right: ["[0,1]", "[0,1,2]"], wrong: ["[1]"])
        + limit(.maxItems, .integer(2), .multiPicker, right: ["[]", "[0,1]"], wrong: ["[0,1,2]"])

    @Test(arguments: numbers + texts + values)
    func aKeywordMeansWhatJSONSchemaSays(_ test: Case) throws {
        var form = FormDriver([
            field("x", test.type) {
                test.configure(&$0.constraints)
                if test.type == .picker || test.type == .multiPicker {
                    $0.options = options("0", "1", "2", "true", "false", #""a""#, #""b""#, #""0""#)
                }
            }
        ])
        try form.enter("x", test.value)
        #expect(form["isValid"].boolValue == test.isRight, "\(form.codes("x"))")
        #expect(form.codes("x") == (test.isRight ? [] : [test.keyword]))
    }

    @Test func aPatternThatExplodesIsAMessageAndTakesNoTime() throws {
        var form = FormDriver([field("x") { $0.constraints.pattern = "^(a+)+$" }])
        try form.enter("x", JSONText.string(String(repeating: "a", count: 60) + "!").string)
        #expect(form.codes("x") == ["patternTooComplex"])
        #expect(form["isValid"].boolValue == false)
        try form.enter("x", #""aaaa""#)
        #expect(form.codes("x") == [])
    }
}
