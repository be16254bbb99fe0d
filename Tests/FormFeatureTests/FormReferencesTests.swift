import FHFormFeature
import FHJSON
import FHKindParts
import FeatureKit
import Testing

/// Errors in references to fields, from other fields, from steps and from rules.
@Suite struct FormReferencesTests {
    private static let one = Condition.Operand.value(text("1"))

    /// Makes a form with a field of each kind that can be referenced, and a last field `own`.
    private func world(
        _ type: FieldType = .number, _ configure: (inout FieldConfiguration) -> Void = { _ in }
    ) -> FormConfiguration {
        form(
            field("number", .number), field("text"), field("secret", .secure),
            field("group", .group) { $0.fields = [field("inner", .number), field("secret", .secure)] },
            field("items", .repeated) { $0.fields = [field("price", .number)] }, field("own", type, configure))
    }

    /// Returns the paths of the errors of the last field.
    private func wrong(
        _ type: FieldType = .number, _ configure: (inout FieldConfiguration) -> Void
    ) -> [String] {
        places(world(type, configure)).map { $0.replacing("/sections/0/fields/5", with: "") }
    }

    // MARK: Names

    @Test func conditionsReadFieldsThatThereAre() {
        for (name, isRight) in [
            ("number", true), ("/number", true), ("group/inner", true), ("/group/inner", true), ("inner", false),
            ("nothing", false), ("/items/price", false), ("group", false), ("", false), ("/", false),
        ] {
            #expect(
                wrong { $0.visibleWhen = .equals(name, Self.one) } == (isRight ? [] : ["/visibleWhen/field"]), "\(name)"
            )
            #expect(wrong { $0.visibleWhen = .isEmpty(name) } == (isRight ? [] : ["/visibleWhen/field"]), "\(name)")
            #expect(
                wrong { $0.enabledWhen = .less("number", .field(name)) }
                    == (isRight ? [] : ["/enabledWhen/less/field"]), "\(name)")
        }
    }

    @Test func namesAreLookedUpWhereTheyStand() {
        let items = field("items", .repeated) {
            $0.fields = [
                field("kind"),
                field("more", .group) {
                    $0.fields = [
                        field("a") { $0.visibleWhen = .isEmpty("b") }, field("b"),
                        field("c") { $0.visibleWhen = .all([.isEmpty("kind"), .isEmpty("/items/kind")]) },
                        field("d") { $0.visibleWhen = .any([.isEmpty("/top"), .isEmpty("top")]) },
                    ]
                },
            ]
        }
        #expect(
            places(form(field("top"), items)) == [
                "/sections/0/fields/1/fields/1/fields/2/visibleWhen/all/0/field",
                "/sections/0/fields/1/fields/1/fields/3/visibleWhen/any/1/field",
            ])
    }

    @Test func theMessageNamesWhatThereIs() {
        func message(_ name: String) -> String? {
            world { $0.visibleWhen = .isEmpty(name) }.mistakes.first?.message
        }
        #expect(message("numbr") == "there is no field numbr; here are: number, text, secret, group, items, own")
        #expect(message("/x")?.hasSuffix("here are: /number, /text, /secret, /group, /items, /own") == true)
        #expect(message("/items/price") == "/items/price is a field of items, and can only be read within its item")
        #expect(message("group") == "group is a group, which has no value; name a field in it")
    }

    @Test func everyPartOfAConditionIsLookedAt() {
        let condition = Condition.all([
            .any([.contains("x", Self.one), .greater("number", .field("y"))]), .not(.isIn("z", [text("[]")])),
        ])
        let places = [
            "/all/0/any/0/field", "/all/0/any/1/greater/field", "/all/1/not/field", "/all/1/not/in/0",
        ]
        #expect(wrong { $0.requiredWhen = condition } == places.map { "/requiredWhen" + $0 })
        #expect(
            wrong { $0.rules = [FormRule(condition, message: "M")] } == places.map { "/rules/0/holds" + $0 })
        var configuration = world()
        configuration.rules = [FormRule(condition, message: "M")]
        #expect(self.places(configuration) == places.map { "/rules/0/holds" + $0 })
        let step = FormStep(id: "s", title: "", visibleWhen: condition, sections: configuration.sections)
        configuration = FormConfiguration(title: "", steps: [step], ids: IDGenerator(seed: 1))
        #expect(self.places(configuration).starts(with: places.map { "/steps/0/visibleWhen" + $0 }))
    }

    private func places(_ configuration: FormConfiguration) -> [String] { FormFeatureTests.places(configuration) }

    @Test func whatIsComparedIsAScalar() {
        #expect(wrong { $0.visibleWhen = .equals("text", .value(text("{}"))) } == ["/visibleWhen/equals"])
    }

    @Test func secretsAndItemsCanOnlyBeAskedWhetherTheyAreEmpty() {
        for name in ["secret", "/group/secret", "items"] {
            #expect(wrong { $0.visibleWhen = .isEmpty(name) } == [])
            for condition in [
                Condition.equals(name, Self.one), .contains(name, Self.one), .greater(name, Self.one),
                .less(name, Self.one), .isIn(name, [text("1")]),
            ] {
                #expect(wrong { $0.visibleWhen = condition } == ["/visibleWhen/field"], "\(condition)")
            }
            #expect(wrong { $0.visibleWhen = .equals("text", .field(name)) } == ["/visibleWhen/equals/field"])
        }
    }

    @Test func aConditionDoesNotReadItsOwnField() {
        #expect(wrong { $0.enabledWhen = .isEmpty("own") } == ["/enabledWhen"])
        #expect(wrong { $0.requiredWhen = .isEmpty("/own") } == ["/requiredWhen"])
        #expect(wrong { $0.rules = [FormRule(.less("own", .field("number")), message: "M")] } == [])
        let group = field("group", .group) {
            $0.fields = [field("inner")]
            $0.enabledWhen = .isEmpty("group/inner")
        }
        #expect(places(form(group)) == ["/sections/0/fields/0/enabledWhen"])
    }

    // MARK: Constraints

    @Test func limitsAreNumbersOfOtherFields() {
        #expect(wrong { $0.constraints.limits[.maximum] = .field("number") } == [])
        #expect(wrong { $0.constraints.limits[.maximum] = .field("/group/inner") } == [])
        #expect(wrong(.text) { $0.constraints.limits[.maxLength] = .field("number") } == [])
        for name in ["text", "secret", "items", "group", "nothing", "/items/price"] {
            #expect(wrong { $0.constraints.limits[.maximum] = .field(name) } == ["/maximum/field"], "\(name)")
            #expect(wrong { $0.warnings.limits[.maximum] = .field(name) } == ["/warnings/maximum/field"], "\(name)")
        }
    }

    @Test func fieldsAreComparedWithOthersOfTheirKind() {
        for (type, name, isRight) in [
            (FieldType.text, "text", true), (.text, "/group/inner", true), (.text, "nothing", false),
            (.text, "own", false), (.text, "secret", false), (.text, "items", false), (.text, "group", false),
            (.secure, "secret", true), (.secure, "/group/secret", true), (.secure, "text", false),
        ] {
            #expect(wrong(type) { $0.constraints.equalTo = name } == (isRight ? [] : ["/equalTo"]), "\(type) \(name)")
        }
    }

    // MARK: Cycles

    private func cycles(_ configuration: FormConfiguration) -> [String] {
        _ = FormDriver(configuration)
        return configuration.mistakes.map { "\($0.pointer) \($0.message.split(separator: ";")[0])" }
    }

    @Test func aFieldIsNotVisibleByWhatDependsOnIt() {
        let shown: (String) -> (inout FieldConfiguration) -> Void = { name in { $0.visibleWhen = .isEmpty(name) } }
        #expect(
            cycles(form(field("a", .text, shown("a")), field("z", .text, shown("a")))) == [
                "/sections/0/fields/0/visibleWhen leads back to itself (/a → /a)"
            ])
        #expect(
            cycles(form(field("z", .text, shown("a")), field("a", .text, shown("b")), field("b", .text, shown("a"))))
                == ["/sections/0/fields/1/visibleWhen leads back to itself (/a → /b → /a)"])
        #expect(
            cycles(form(field("a", .text, shown("b")), field("b", .text, shown("c")), field("c"))) == [])
    }

    @Test func aGroupIsNotVisibleByWhatIsInIt() {
        let group = field("g", .group) {
            $0.fields = [field("a"), field("b") { $0.visibleWhen = .isEmpty("a") }]
            $0.visibleWhen = .isEmpty("g/a")
        }
        #expect(
            cycles(form(group)) == ["/sections/0/fields/0/visibleWhen leads back to itself (/g → /g/a → /g)"])
    }

    @Test func aStepIsNotVisibleByWhatIsInIt() {
        let sections = [FormSection(fields: [field("a")])]
        let steps = [
            FormStep(id: "s", title: "", visibleWhen: .isEmpty("a"), sections: sections),
            FormStep(id: "t", title: "", visibleWhen: .isEmpty("a"), sections: [FormSection(fields: [field("b")])]),
        ]
        #expect(
            cycles(FormConfiguration(title: "", steps: steps, ids: IDGenerator(seed: 1))) == [
                "/steps/0/visibleWhen leads back to itself (/a → /a)"
            ])
    }

    @Test func aLimitDoesNotDependOnItself() {
        func limited(_ name: String, by other: String) -> FieldConfiguration {
            field(name, .number) { $0.constraints.limits[.maximum] = .field(other) }
        }
        #expect(
            cycles(form(limited("a", by: "b"), limited("b", by: "a"), limited("c", by: "c"))) == [
                "/sections/0/fields/0/maximum leads back to itself (/a → /b → /a)",
                "/sections/0/fields/2/maximum leads back to itself (/c → /c)",
            ])
    }
}
