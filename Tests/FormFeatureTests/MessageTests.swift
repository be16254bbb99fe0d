import FHFormFeature
import FHJSON
import Testing

@Suite struct MessageTests {
    /// Returns the message codes of a field for a value.
    private func codes(
        _ type: FieldType, _ value: String, _ configure: (inout FieldConfiguration) -> Void
    ) throws -> [String] {
        var form = FormDriver([field("x", type, configure)])
        try form.enter("x", value)
        #expect(form["isValid"].boolValue == form.codes("x").isEmpty)
        return form.codes("x")
    }

    @Test func requiredIsSaidOfEverythingEmpty() throws {
        for (type, value) in [
            (FieldType.text, #""""#), (.number, "null"), (.toggle, "false"), (.picker, "null"), (.multiPicker, "[]"),
            (.date, "null"), (.dateTime, #""""#), (.file, #""""#),
        ] {
            #expect(
                try codes(type, value) {
                    $0.required = true
                    $0.options = options(#""a""#)
                } == ["required"])
            #expect(try codes(type, value) { $0.options = options(#""a""#) } == [])
        }
        #expect(FormDriver([field("x", .secure) { $0.required = true }]).codes("x") == ["required"])
        #expect(
            try codes(.picker, "false") {
                $0.required = true
                $0.options = options("false")
            } == [], "a picked false is a value")
        #expect(try codes(.slider, "0") { $0.required = true } == [])
    }

    @Test func anEmptyFieldHasAtMostTheMessageRequired() throws {
        func configure(_ field: inout FieldConfiguration) {
            field.limits[.minLength] = .integer(3)
            field.constraints.const = .string("abc")
        }
        #expect(try codes(.text, #""""#, configure) == [])
        #expect(
            try codes(.text, #""""#) {
                configure(&$0)
                $0.required = true
            } == ["required"])
    }

    @Test func lengthsAreThoseOfUnicodeScalars() throws {
        for (text, count) in [("abc", 3), ("e\u{301}", 2), ("\u{1F469}\u{200D}\u{1F680}", 3), ("\u{10FFFF}", 1)] {
            let value = JSONText.string(text).string
            for (limit, code, wrong) in [
                (FieldConstraints.Limit.minLength, "minLength", count + 1), (.maxLength, "maxLength", count - 1),
            ] {
                #expect(try codes(.text, value) { $0.limits[limit] = .integer(count) } == [])
                #expect(try codes(.text, value) { $0.limits[limit] = .integer(wrong) } == [code])
            }
        }
    }

    @Test func boundsAreThoseOfJSONSchema() throws {
        let cases: [(FieldConstraints.Limit, FieldNumber, right: [String], wrong: [String])] = [
            (.minimum, .real(1.5), ["1.5", "2"], ["1.4", "1", "-3"]),
            (.maximum, .integer(3), ["3", "3.0"], ["3.1", "4"]),
            (.exclusiveMinimum, .integer(0), ["0.1", "1"], ["0", "-0.0", "-1"]),
            (.exclusiveMaximum, .real(2.5), ["2.4", "2"], ["2.5", "3"]),
            (.multipleOf, .real(0.1), ["0.3", "1", "-0.7", "0", "1e3", "123456789.1"], ["0.35", "1e-7"]),
            (.multipleOf, .integer(100), ["300", "1e22"], ["150", "10", "0.5"]),
            (.multipleOf, .real(1e22), ["3e22", "0"], ["1e21"]), (.multipleOf, .real(0.25), ["1.75"], ["1.8"]),
            (.maximum, .integer(.max), ["9223372036854775807"], ["1e19"]),
            (.multipleOf, .integer(3), ["9223372036854775806", "-9223372036854775806"], ["9223372036854775807"]),
        ]
        for (limit, bound, right, wrong) in cases {
            for value in right {
                #expect(try codes(.number, value) { $0.limits[limit] = bound } == [], "\(value) \(limit) \(bound)")
            }
            for value in wrong {
                #expect(
                    try codes(.number, value) { $0.limits[limit] = bound } == [limit.rawValue],
                    "\(value) \(limit) \(bound)")
            }
        }
    }

    @Test func itemsAreCountedAndCompared() throws {
        func configure(_ field: inout FieldConfiguration) {
            field.options = options(#""a""#, "1", "2")
            field.limits = [.minItems: .integer(2), .maxItems: .integer(2)]
            field.constraints.uniqueItems = true
        }
        #expect(try codes(.multiPicker, "[1,2]", configure) == [])
        #expect(try codes(.multiPicker, "[1]", configure) == ["minItems"])
        #expect(try codes(.multiPicker, "[]", configure) == [])
        #expect(try codes(.multiPicker, #"[1,2,"a"]"#, configure) == ["maxItems"])
        #expect(try codes(.multiPicker, "[1,1.0]", configure) == ["uniqueItems"])
    }

    @Test func constIsTheOneRightValue() throws {
        #expect(try codes(.toggle, "true") { $0.constraints.const = .bool(true) } == [])
        #expect(try codes(.toggle, "true") { $0.constraints.const = .bool(false) } == ["const"])
        #expect(try codes(.number, "1.0") { $0.constraints.const = .integer(1) } == [])
        #expect(try codes(.text, #""no""#) { $0.constraints.const = .string("yes") } == ["const"])
    }

    @Test func equalToFollowsBothFields() throws {
        var form = FormDriver([field("a"), field("b") { $0.constraints.equalTo = "a" }])
        try form.enter("b", #""x""#)
        #expect(form.codes("b") == ["equalTo"])
        try form.enter("a", #""x""#)
        #expect(form.codes("b") == [])
        try form.enter("a", #""y""#)
        #expect(form.codes("b") == ["equalTo"])
        #expect(form.texts("b") == ["B must be the same as A."])
        #expect(form.codes("a") == [])
        try form.enter("b", #""""#)
        #expect(form.codes("b") == [], "empty")
    }

    @Test func aFieldHasAllItsMessagesInTheirOrder() throws {
        let other = field("other", .number)
        var form = FormDriver([
            other,
            field("n", .number) {
                $0.required = true
                $0.limits = [
                    .minimum: .integer(10), .maximum: .integer(-10), .exclusiveMinimum: .integer(10),
                    .exclusiveMaximum: .integer(-10), .multipleOf: .integer(2),
                ]
                $0.constraints.const = .integer(4)
                $0.constraints.equalTo = "other"
            },
            field("m", .multiPicker) {
                $0.options = options("1")
                $0.limits = [.minItems: .integer(3), .maxItems: .integer(1)]
                $0.constraints.uniqueItems = true
                $0.constraints.const = text("[1]")
            },
            field("e", .email) {
                $0.limits = [.minLength: .integer(3), .maxLength: .integer(1)]
                $0.constraints.const = .string("a@b")
            },
        ])
        try form.send("setValues", #"{"values":{"n":1,"m":[7,7],"e":"xy"}}"#)
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
        #expect(form.codes("n") == bounds + ["const", "equalTo"])
        #expect(form.codes("m") == ["enum", "const", "minItems", "maxItems", "uniqueItems"])
        #expect(form.codes("e") == ["minLength", "maxLength", "format", "const"])
        try form.enter("n", #""x""#)
        #expect(form.codes("n") == ["type", "const", "equalTo"])
        #expect(form["isValid"].boolValue == false)
    }

    @Test func textsAreEnglishSentencesOrTheDeclarations() throws {
        var form = FormDriver([
            field("firstName") { $0.limits[.minLength] = .integer(2) },
            field("nick") { $0.limits[.minLength] = .integer(2) },
            field("n", .number) {
                $0.label = "{limit}"
                $0.limits[.maximum] = .real(0.5)
                $0.constraints.messages = [.maximum: "{label}: no more than {limit} {x} {", .type: "digits, please"]
            },
            field("one") { $0.limits[.maxLength] = .integer(1) },
        ])
        try form.send("setValues", #"{"values":{"firstName":"x","nick":"y","n":1,"one":"xy"}}"#)
        #expect(form.texts("firstName") == ["First name must have at least 2 characters."])
        #expect(form.texts("one") == ["One must have at most 1 character."])
        #expect(form.texts("n") == ["{limit}: no more than 0.5 {x} {"])
        try form.enter("n", #""x""#)
        #expect(form.texts("n") == ["digits, please"])
        #expect(form.field("n")["messages"]?[0]?["severity"]?.stringValue == "error")
    }

    @Test func everyMessageIsASentence() throws {
        var types: [(FieldType, String)] = []
        for type in FieldType.allCases where type != .secure {
            var form = FormDriver([
                field("x", type) {
                    $0.required = true
                    $0.options = options(#""a""#)
                }
            ])
            for value in ["null", #""?""#, "7", #"["?"]"#]
            where form.refusal("setValue", #"{"path":"/x","value":\#(value)}"#) == nil {
                for text in form.texts("x") {
                    #expect(text.hasPrefix("X ") && text.hasSuffix(".") && !text.contains("{"))
                    types.append((type, text))
                }
            }
        }
        #expect(types.contains { $0.0 == .time && $0.1 == "X must be a time such as 18:30." })
    }

    @Test func trimTakesWhiteSpaceOffBeforeChecking() throws {
        var form = FormDriver([
            field("x") {
                $0.trim = true
                $0.required = true
                $0.limits[.maxLength] = .integer(2)
            },
            field("y") { $0.required = true },
        ])
        try form.send("setValues", #"{"values":{"x":" \u00a0\n ","y":" "}}"#)
        #expect(form.codes("x") == ["required"])
        #expect(form.codes("y") == [])
        try form.enter("x", #"" a  ""#)
        #expect(form.codes("x") == [])
        #expect(form.value("x").stringValue == " a  ", "not while it is typed")
        try form.send("submit")
        #expect(form["result"]["x"]?.stringValue == "a")
        #expect(form.value("x").stringValue == "a")
        #expect(form["isDirty"].boolValue == false)
    }
}
