import FHFormFeature
import FHJSON
import FeatureKit
import Testing

@Suite struct FieldValueTests {
    private static let types: [(FieldType, initial: String, value: String, wrong: [String])] = [
        (.text, #""""#, #""a""#, ["1", "true", "[]", "{}"]), (.multiline, #""""#, #""a\nb""#, ["1"]),
        (.email, #""""#, #""a@b""#, ["1"]), (.file, #""""#, #""/etc/hosts""#, ["{}"]),
        (.number, "null", "2.5", ["true", "[]", "{}"]), (.stepper, "0", "3", [#""3""#, "true"]),
        (.slider, "0", "0.5", [#""a""#, "[]"]), (.toggle, "false", "true", ["1", #""true""#]),
        (.picker, "null", #""a""#, ["[]", "{}"]), (.multiPicker, "[]", #"["a",1]"#, [#""a""#, "[[]]", "[{}]", "{}"]),
        (.date, "null", #""2026-02-28""#, ["20260228", "{}"]), (.time, "null", #""12:30""#, ["1230"]),
        (.dateTime, "null", #""2026-02-28T12:30:00Z""#, ["0"]),
    ]

    @Test(arguments: types) func aFieldHoldsWhatItsTypeSays(
        _ type: FieldType, _ initial: String, _ value: String, _ wrong: [String]
    ) throws {
        var form = FormDriver([field("x", type) { $0.options = options(#""a""#, "1") }])
        #expect(form.value("x") == json(initial))
        try form.enter("x", value)
        #expect(form.value("x") == json(value))
        #expect(form.codes("x") == [])
        for wrong in wrong {
            guard case .invalidParams(let fields) = form.refusal("setValue", #"{"path":"/x","value":\#(wrong)}"#) else {
                Issue.record("\(type) takes \(wrong)")
                continue
            }
            #expect(fields.allSatisfy { $0.path.hasPrefix("/value") } && fields.map(\.code) == ["type"])
            #expect(form.value("x") == json(value))
        }
        try form.enter("x", "null")
        #expect(form.value("x") == json(initial), "null empties a field")
    }

    @Test func everyTypeIsAmongThese() {
        #expect(Set(FieldType.allCases) == Set(Self.types.map { $0.0 } + [.secure, .group, .repeated]))
    }

    /// If a value has several parts, the error names the first invalid part instead of the whole value.
    @Test(arguments: [
        (#"{"path":"/tags","value":["a",[]]}"#, "/value/1", "the field /tags holds values of options, not an array"),
        (#"{"path":"/tags","value":"a"}"#, "/value", "the field /tags holds an array of options' values, not a string"),
        (
            #"{"path":"/lines","value":[{"n":1},5]}"#, "/value/1",
            "an item of /lines is an object of values by field name, not a number"
        ),
        (
            #"{"path":"/lines","value":[{"n":1},{"n":true}]}"#, "/value/1/n",
            "the field /n holds a number, not true or false"
        ),
        (
            #"{"path":"/lines","value":[{"g":{"t":{}}}]}"#, "/value/0/g/t",
            "the field /g/t holds a string, not an object"
        ),
        (
            #"{"path":"/lines","value":[{"g":[]}]}"#, "/value/0/g",
            "the field /g holds an object of values by field name, not an array"
        ),
    ])
    func theInnermostWrongValueIsNamed(params: String, path: String, message: String) {
        let inner = [field("n", .number), field("g", .group) { $0.fields = [field("t")] }]
        var form = FormDriver([
            field("tags", .multiPicker) { $0.options = options(#""a""#) },
            field("lines", .repeated) { $0.fields = inner },
        ])
        guard case .invalidParams(let fields) = form.refusal("setValue", params) else {
            Issue.record("\(params) is taken")
            return
        }
        #expect(fields.map(\.path) == [path] && fields.map(\.message) == [message])
    }

    @Test func severalWrongValuesAreNamedAtOnce() {
        var form = FormDriver([field("a"), field("b", .toggle), field("c~/")])
        let refusal = form.refusal("setValues", #"{"values":{"a":1,"b":2,"c~/":3}}"#)
        guard case .invalidParams(let fields) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(fields.map(\.path) == ["/values/a", "/values/b", "/values/c~0~1"])
        #expect(fields[0].message == "the field /a holds a string, not a number")
        #expect(form.refusal("rebase", #"{"values":{"b":0}}"#) != nil)
    }

    @Test func aNumberTypedAsTextIsReadWhereItIsOne() throws {
        var form = FormDriver([field("n", .number) { $0.limits[.minimum] = .integer(10) }])
        for (typed, value) in [("12", "12"), ("-0.5e1", "-5"), ("2.0", "2"), ("", "null")] {
            try form.enter("n", JSONText.string(typed).string)
            #expect(form.value("n") == json(value))
        }
        for typed in ["1.", "-", "1e", "0x10", "007", "true", "[1]", "1e999", "NaN", " "] {
            try form.enter("n", JSONText.string(typed).string)
            #expect(form.value("n").stringValue == typed)
            #expect(form.codes("n") == ["type"])
        }
    }

    @Test func defaultsComeBeforeTheTypesOwnAndParamsBeforeBoth() {
        let fields = [
            field("a") { $0.default = .string("declared") }, field("b") { $0.default = .string("declared") },
            field("c", .stepper) { $0.limits[.minimum] = .integer(3) }, field("d", .toggle), field("e", .secure),
        ]
        let form = FormDriver(
            fields, values: #"{"b":"given","d":1,"e":"hunter2","unknown":true}"#)
        #expect(form.value("a").stringValue == "declared")
        #expect(form.value("b").stringValue == "given")
        #expect(form.value("c").intValue == 3)
        #expect(form.value("d").boolValue == false)
        #expect(form.value("e") == json(#"{"isSet":false}"#))
        #expect(form["isDirty"].boolValue == false)
        #expect(form.form.mistakes(inValues: json(#"{"b":"x","d":1,"e":1,"unknown":1}"#)).map(\.path) == ["/values/d"])
    }

    @Test func optionsMayBeAnyScalars() throws {
        var form = FormDriver([
            field("one", .picker) { $0.options = options(#""a""#, "1", "1.5", "false", "null") },
            field("some", .multiPicker) { $0.options = options(#""a""#, "1", "true") },
        ])
        for value in [#""a""#, "1", "1.0", "1.5", "false", "null"] {
            try form.enter("one", value)
            #expect(form.codes("one") == [])
        }
        for value in [#""A""#, "2", "true", #""1""#] {
            try form.enter("one", value)
            #expect(form.codes("one") == ["enum"])
        }
        try form.enter("some", #"[true,1.0,"a"]"#)
        #expect(form.codes("some") == [])
        try form.enter("some", #"["a",false]"#)
        #expect(form.codes("some") == ["enum"])
        #expect(form.field("one")["options"]?[1] == json(#"{"value":1,"title":"1"}"#))
        #expect(form.field("one")["options"]?[0] == json(#"{"value":"a","title":"a"}"#))
    }

    @Test func valuesAreComparedAsJSONIs() throws {
        let fields = [field("n", .number) { $0.default = .integer(2) }, field("t") { $0.default = .string("\u{E9}") }]
        var form = FormDriver(fields)
        try form.enter("n", "2.0")
        #expect(form["isDirty"].boolValue == false)
        try form.enter("t", #""e\u0301""#)
        #expect(form.field("t")["dirty"]?.boolValue == true, "the same letter, but another text")
    }

    @Test func aLabelIsMadeOfTheName() {
        let labels = [
            "email": "Email", "pageCount": "Page count", "pageURL": "Page URL", "URLPath": "URL path", "x": "X",
        ]
        for (name, label) in labels {
            #expect(FieldConfiguration(name: name, type: .text).label == label)
        }
        #expect(FieldConfiguration(name: "x", type: .text, label: "Own").label == "Own")
    }
}
