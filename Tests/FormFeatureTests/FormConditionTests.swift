import FHFormFeature
import FHJSON
import FeatureKit
import Testing

/// Properties that depend on other fields: visibility, editability, required values and limits.
@Suite struct FormConditionTests {
    private static func `is`(_ name: String, _ value: String) -> Condition { .equals(name, .value(text(value))) }

    private func member(_ form: FormDriver, _ name: String, _ member: String) -> Bool? {
        form.field(name)[member]?.boolValue
    }

    @Test func aHiddenFieldIsNeitherCheckedNorHandedOnAndKeepsWhatItHolds() throws {
        var form = FormDriver([
            field("kind"),
            field("vat") {
                $0.visibleWhen = Self.is("kind", #""firm""#)
                $0.required = true
            },
        ])
        #expect(member(form, "vat", "visible") == false)
        #expect(form.codes("vat") == [])
        #expect(form["isValid"].boolValue == true)
        try form.enter("kind", #""firm""#)
        #expect(member(form, "vat", "visible") == true)
        #expect(form.codes("vat") == ["required"])
        try form.enter("vat", #""NO 1""#)
        try form.enter("kind", #""person""#)
        try form.send("submit")
        #expect(form["result"] == json(#"{"kind":"person"}"#))
        try form.enter("kind", #""firm""#)
        #expect(form.value("vat").stringValue == "NO 1")
    }

    @Test func aHiddenFieldCountsAsEmptyForOthers() throws {
        var form = FormDriver([
            field("a", .toggle), field("b") { $0.visibleWhen = Self.is("a", "true") },
            field("c") { $0.visibleWhen = Self.is("b", #""x""#) },
        ])
        try form.enter("b", #""x""#)
        #expect(member(form, "c", "visible") == false)
        try form.enter("a", "true")
        #expect(member(form, "c", "visible") == true)
        try form.enter("a", "false")
        #expect(member(form, "b", "visible") == false)
        #expect(member(form, "c", "visible") == false)
    }

    @Test func aFieldThatIsNotEnabledCanNotBeEnteredAndIsNotHandedOn() throws {
        var form = FormDriver([
            field("a", .toggle),
            field("b") {
                $0.enabledWhen = Self.is("a", "true")
                $0.required = true
            },
        ])
        #expect(form.codes("b") == [])
        #expect(form.refusal("setValue", #"{"path":"/b","value":"x"}"#) == .unavailable("disabled"))
        #expect(form.refusal("setValues", #"{"values":{"b":"x"}}"#) == .unavailable("disabled"))
        try form.send("submit")
        #expect(form["result"] == json(#"{"a":false}"#))
        try form.enter("a", "true")
        try form.enter("b", #""x""#)
        #expect(form.value("b").stringValue == "x")
    }

    @Test func whatIsEnteredTogetherMayEnableEachOther() throws {
        var form = FormDriver([field("a", .toggle), field("b") { $0.enabledWhen = Self.is("a", "true") }])
        try form.send("setValues", #"{"values":{"b":"x","a":true}}"#)
        #expect(form.value("b").stringValue == "x")
    }

    @Test func aWarningMayHaveALimitThatAnotherFieldSays() throws {
        var form = FormDriver(
            [
                field("usual", .number),
                field("n", .number) {
                    $0.warnings.limits[.maximum] = .field("usual")
                    $0.constraints.limits[.multipleOf] = .field("usual")
                },
            ], values: #"{"usual":5}"#)
        try form.enter("n", "10")
        #expect(form.codes("n") == ["maximum"])
        #expect(form["isValid"].boolValue == true)
        try form.enter("usual", "0")
        #expect(form.codes("n") == ["maximum"], "of nothing there are no multiples")
    }

    @Test func requiredWhenFollowsItsCondition() throws {
        var form = FormDriver([field("a"), field("b") { $0.requiredWhen = .not(.isEmpty("a")) }])
        #expect(form.codes("b") == [])
        #expect(member(form, "b", "required") == false)
        try form.enter("a", #""x""#)
        #expect(form.codes("b") == ["required"])
        #expect(member(form, "b", "required") == true)
        try form.enter("a", #""""#)
        #expect(form.codes("b") == [])
    }

    @Test(arguments: [
        (Condition.equals("n", .value("1")), "1", true), (.equals("n", .value("1")), "1.0", true),
        (.equals("n", .value("null")), "null", true), (.equals("n", .value(#""1""#)), "1", false),
        (.greater("n", .value("1")), "1.5", true), (.greater("n", .value("1")), "1", false),
        (.less("n", .value("1")), "null", false), (.isIn("n", ["1", "2"]), "2", true), (.isIn("n", ["1"]), "3", false),
        (.all([.greater("n", .value("0")), .less("n", .value("2"))]), "1", true), (.all([]), "1", true),
        (.any([.equals("n", .value("1")), .equals("n", .value("2"))]), "2", true), (.any([]), "1", false),
        (.not(.isEmpty("n")), "1", true), (.isEmpty("n"), "null", true),
        (.greater("n", .field("m")), "6", true), (.greater("n", .field("m")), "5", false),
    ])
    func conditionsOverNumbers(_ condition: Condition, _ value: String, _ holds: Bool) throws {
        var form = FormDriver(
            [field("n", .number), field("m", .number), field("x") { $0.visibleWhen = condition }], values: #"{"m":5}"#)
        try form.enter("n", value)
        #expect(member(form, "x", "visible") == holds)
    }

    @Test(arguments: [
        (Condition.contains("t", .value(#""OSLO""#)), "In Óslo", true), (.contains("t", .value(#""x""#)), "abc", false),
        (.less("t", .value(#""2026-12-31""#)), "2026-12-30", true),
        (.less("t", .value(#""2026-01-01T10:00:00Z""#)), "2026-01-01T11:30:00+02:00", true),
        (.greater("t", .value(#""2026-01-01T10:00:00Z""#)), "2026-01-01T09:00:00.5-01:00", true),
        (.greater("t", .value("1")), "2", true), (.isEmpty("t"), "", true), (.isEmpty("t"), " ", true),
    ])
    func conditionsOverTexts(_ condition: Condition, _ value: String, _ holds: Bool) throws {
        var form = FormDriver([field("t"), field("x") { $0.visibleWhen = condition }])
        try form.enter("t", JSONText.string(value).string)
        #expect(member(form, "x", "visible") == holds)
    }

    @Test func aToggleThatIsOffSaysSo() throws {
        var form = FormDriver([field("a", .toggle), field("b") { $0.visibleWhen = Self.is("a", "false") }])
        #expect(member(form, "b", "visible") == true)
        try form.enter("a", "true")
        #expect(member(form, "b", "visible") == false)
    }

    // MARK: Limits

    @Test func aLimitFollowsItsFieldAndTheValueFollowsTheLimit() throws {
        var form = FormDriver(
            [
                field("count", .stepper) { $0.limits[.maximum] = .integer(10) },
                field("step", .slider) { $0.constraints.limits[.maximum] = .field("count") },
            ], values: #"{"count":8,"step":7}"#)
        #expect(form.field("step")["maximum"]?.intValue == 8)
        try form.enter("count", "5")
        #expect(form.value("step").intValue == 5)
        #expect(form.field("step")["maximum"]?.intValue == 5)
        #expect(form.field("step")["dirty"]?.boolValue == true)
        try form.enter("count", "9")
        #expect(form.value("step").intValue == 5, "what was clamped stays")
        try form.enter("step", "12")
        #expect(form.codes("step") == ["maximum"])
        #expect(form.texts("step") == ["Step must be at most 9."])
    }

    @Test func withoutItsFieldsValueThereIsNoLimit() throws {
        var form = FormDriver([
            field("most", .number), field("n", .number) { $0.constraints.limits[.maximum] = .field("/most") },
        ])
        try form.enter("n", "1000")
        #expect(form.codes("n") == [])
        #expect(form.field("n")["maximum"] == nil)
        try form.enter("most", "5")
        #expect(form.codes("n") == ["maximum"], "one that comes to be a limit changes no value")
        try form.enter("most", "4")
        #expect(form.value("n").intValue == 4)
    }

    // MARK: Rules and warnings

    @Test func aRuleOfAFieldIsLookedAtWhenAllThatItReadsIsThere() throws {
        let ordered = FormRule(
            .greater("end", .field("start")), code: "order", message: "The end must be after the start.")
        var form = FormDriver([field("start", .date), field("end", .date) { $0.rules = [ordered] }])
        #expect(form.codes("end") == [])
        try form.enter("end", #""2026-01-01""#)
        #expect(form.codes("end") == [])
        try form.enter("start", #""2026-02-01""#)
        #expect(form.codes("end") == ["order"])
        #expect(form["isValid"].boolValue == false)
        try form.enter("end", #""2026-03-01""#)
        #expect(form.codes("end") == [])
    }

    @Test func aRuleOfTheFormIsAMessageOfTheForm() throws {
        var configuration = FormConfiguration(
            title: "", sections: [FormSection(fields: [field("a", .number), field("b", .number)])],
            ids: IDGenerator(seed: 1))
        configuration.rules = [
            FormRule(.less("a", .field("b")), code: "less", message: "a < b"),
            FormRule(.less("a", .value("100")), code: "much", message: "That is much.", severity: .warning),
        ]
        var form = FormDriver(configuration)
        try form.send("setValues", #"{"values":{"a":200,"b":100}}"#)
        let codes = form["formMessages"].elements.compactMap { $0["code"]?.stringValue }
        #expect(codes == ["less", "much"])
        #expect(form["isValid"].boolValue == false)
        try form.send("submit")
        #expect(form["status"].stringValue == "editing")
        try form.enter("b", "300")
        #expect(form["isValid"].boolValue == true, "a warning blocks nothing")
        try form.send("submit")
        #expect(form["status"].stringValue == "succeeded")
    }

    @Test func warningsStandBehindErrorsAndBlockNothing() throws {
        var form = FormDriver([
            field("p") {
                $0.limits[.minLength] = .integer(4)
                $0.warnings.limits[.minLength] = .number(.integer(12))
                $0.warnings.pattern = "[0-9]"
                $0.warnings.messages[.pattern] = "A digit makes it better."
            }
        ])
        try form.enter("p", #""abc""#)
        #expect(form.codes("p") == ["minLength", "minLength", "pattern"])
        let severities = form.field("p")["messages"].map { $0.elements.compactMap { $0["severity"]?.stringValue } }
        #expect(severities == ["error", "warning", "warning"])
        try form.enter("p", #""abcd""#)
        #expect(form["isValid"].boolValue == true)
        #expect(form.texts("p").last == "A digit makes it better.")
    }

    // MARK: Visibility of messages

    @Test func whatAChangeDoesToMessagesThatWereShown() throws {
        for (again, afterChange, afterBlur) in [
            (FormConfiguration.ShowMessagesAgain.onChange, true, true), (.onBlur, false, true),
            (.onSubmit, false, false),
        ] {
            var configuration = FormConfiguration(
                title: "", sections: [FormSection(fields: [field("a") { $0.required = true }])],
                ids: IDGenerator(seed: 1))
            configuration.showMessagesAgain = again
            var form = FormDriver(configuration)
            try form.send("blur", #"{"path":"/a"}"#)
            #expect(form.isShown("a"))
            try form.enter("a", #""x""#)
            #expect(form.isShown("a") == afterChange, "\(again)")
            try form.send("blur", #"{"path":"/a"}"#)
            #expect(form.isShown("a") == afterBlur, "\(again)")
            try form.enter("a", #""""#)
            try form.send("submit")
            #expect(form.isShown("a"))
        }
    }

    @Test func onBlurShowsThemWhenTheFieldIsLeftAndHidesThemWhenItChanges() throws {
        var form = FormDriver([field("a") { $0.required = true }], showMessages: .onBlur)
        try form.enter("a", #""x""#)
        #expect(!form.isShown("a"))
        try form.send("blur", #"{"path":"/a"}"#)
        #expect(form.isShown("a"))
        try form.enter("a", #""xy""#)
        #expect(!form.isShown("a"))
    }
}

extension JSONText: ExpressibleByStringLiteral {
    /// Parses a literal as JSON.
    public init(stringLiteral string: String) { self = text(string) }
}
