import FHFormFeature
import FHJSON
import FHKindParts
import FHTextFormats
import FeatureKit
import FeatureTesting
import Testing

/// Errors in the configuration of single fields.
@Suite struct FormMistakesTests {
    /// Returns the invalid members of the declaration of a field, in a form with no other field.
    private func members(
        _ type: FieldType, _ configure: (inout FieldConfiguration) -> Void = { _ in }
    ) -> [String] {
        let own = field("x", type) { field in
            if type == .picker || type == .multiPicker { field.options = options(#""a""#, "1", "null") }
            if type == .group || type == .repeated { field.fields = [FieldConfiguration(name: "y", type: .number)] }
            configure(&field)
        }
        let prefix = "/sections/0/fields/0"
        return places(form(own)).map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : "?\($0)" }
    }

    @Test func aPlainFieldOfEachTypeIsRight() {
        for type in FieldType.allCases { #expect(members(type) == [], "\(type)") }
    }

    // MARK: Limits

    @Test func aLimitThatTheTypeDoesNotHave() {
        let wrong: [(FieldType, FieldConstraints.Limit)] = [
            (.toggle, .minLength), (.text, .minimum), (.date, .maximum), (.number, .maxItems), (.repeated, .maxLength),
            (.group, .minItems),
        ]
        for (type, limit) in wrong {
            #expect(members(type) { $0.constraints.limits[limit] = 1 } == ["/\(limit)"], "\(type)")
            #expect(members(type) { $0.warnings.limits[limit] = 1 } == ["/warnings/\(limit)"], "\(type)")
        }
        #expect(members(.secure) { $0.constraints.limits[.minLength] = 8 } == [])
        #expect(members(.repeated) { $0.constraints.limits[.minItems] = 1 } == [])
    }

    @Test func aLimitThatIsNone() {
        #expect(members(.text) { $0.constraints.limits[.minLength] = -1 } == ["/minLength"])
        #expect(members(.text) { $0.constraints.limits[.maxLength] = 1.5 } == ["/maxLength"])
        #expect(members(.repeated) { $0.warnings.limits[.maxItems] = -1 } == ["/warnings/maxItems"])
        #expect(members(.number) { $0.constraints.limits[.multipleOf] = 0 } == ["/multipleOf"])
        #expect(members(.number) { $0.constraints.limits[.minimum] = -3 } == [])
    }

    @Test func limitsThatLeaveNothing() {
        func wrong(
            _ type: FieldType, _ limits: [FieldConstraints.Limit: FieldConstraints.LimitValue], isInteger: Bool = false
        ) -> [String] {
            members(type) {
                $0.constraints.limits = limits
                $0.isInteger = isInteger
            }
        }
        #expect(wrong(.number, [.minimum: 2, .maximum: 1.5]) == ["/maximum"])
        #expect(wrong(.number, [.minimum: 2, .maximum: 2]) == [])
        #expect(wrong(.number, [.minimum: 2, .exclusiveMaximum: 2]) == ["/exclusiveMaximum"])
        #expect(wrong(.text, [.minLength: 2, .maxLength: 1]) == ["/maxLength"])
        #expect(wrong(.number, [.minimum: 1.2, .maximum: 1.8]) == [])
        #expect(wrong(.number, [.minimum: 1.2, .maximum: 1.8], isInteger: true) == ["/maximum"])
        #expect(wrong(.number, [.exclusiveMinimum: 1, .exclusiveMaximum: 2], isInteger: true) == ["/exclusiveMaximum"])
        #expect(wrong(.number, [.exclusiveMinimum: 1, .maximum: 2], isInteger: true) == [])
    }

    @Test func moreDifferentItemsThanThereAreOptions() {
        func wrong(_ count: Int, isUnique: Bool) -> [String] {
            members(.multiPicker) {
                $0.constraints.limits[.minItems] = .number(.integer(count))
                $0.constraints.uniqueItems = isUnique
            }
        }
        #expect(wrong(4, isUnique: true) == ["/minItems"])
        #expect(wrong(3, isUnique: true) == [] && wrong(4, isUnique: false) == [])
    }

    // MARK: Texts

    @Test func aPatternThatIsNone() {
        #expect(members(.text) { $0.constraints.pattern = "a(b" } == ["/pattern"])
        #expect(members(.text) { $0.warnings.pattern = "[" } == ["/warnings/pattern"])
        #expect(members(.text) { $0.constraints.pattern = "^a+$" } == [])
        let mistakes = form(field("x") { $0.constraints.pattern = "ab(" }).mistakes
        #expect(mistakes.first?.message.contains("is no regular expression: behind ") == true)
    }

    @Test func textsOfWhatHoldsNone() {
        #expect(members(.number) { $0.constraints.pattern = "a" } == ["/pattern"])
        #expect(members(.picker) { $0.constraints.format = .uri } == ["/format"])
        #expect(members(.secure) { $0.constraints.format = .uuid } == ["/format"])
        #expect(members(.secure) { $0.constraints.pattern = "[0-9]" } == [])
        #expect(members(.multiline) { $0.constraints.format = .uri } == [])
    }

    // MARK: Values

    @Test func valuesThatTheTypeCannotHold() {
        let wrong: [(FieldType, String)] = [
            (.text, "1"), (.number, #""1""#), (.toggle, "1"), (.stepper, #""1""#), (.date, "7"),
            (.date, #""2026-13-01""#),
            (.email, #""ada""#), (.picker, #""b""#), (.picker, "[]"), (.secure, #""x""#), (.multiPicker, #""a""#),
            (.multiPicker, #"["b"]"#),
        ]
        for (type, value) in wrong {
            #expect(members(type) { $0.default = text(value) } == ["/default"], "\(type) \(value)")
            #expect(members(type) { $0.constraints.const = text(value) } == ["/const"], "\(type) \(value)")
            if type == .multiPicker { continue }
            #expect(members(type) { $0.constraints.values = [text(value)] } == ["/enum/0"], "\(type) \(value)")
        }
        for type in FieldType.allCases where type != .secure && type != .group {
            #expect(members(type) { $0.default = .null } == [], "\(type)")
        }
    }

    @Test func valuesThatAreNoWholeNumber() {
        for value in ["1.5", "1"] {
            let places = members(.number) {
                $0.isInteger = true
                $0.default = text(value)
                $0.constraints.values = [text(value)]
            }
            #expect(places == (value == "1" ? [] : ["/enum/0", "/default"]))
        }
    }

    @Test func aDefaultBeyondALimitMayBeDeclared() {
        let places = members(.number) {
            $0.default = text("9")
            $0.constraints.limits[.maximum] = 5
        }
        #expect(places == [], "a person may enter it too, and is told")
    }

    @Test func valuesOfItemsAndGroups() {
        for (value, place) in [
            ("7", "/default"), ("[{},7]", "/default/1"), (#"[{"y":[]}]"#, "/default/0/y"),
            (#"[{"z":1}]"#, "/default/0/z"), (#"[{"pin":"1"}]"#, "/default/0/pin"),
            (#"[{"part":{"pin":"1"}}]"#, "/default/0/part/pin"), (#"[{"part":[]}]"#, "/default/0/part"),
            (#"[{"more":[{"y":1},{"y":"a"}]}]"#, "/default/0/more/1/y"),
        ] {
            let found = members(.repeated) {
                let parts = [field("y", .number), field("pin", .secure)]
                $0.default = text(value)
                $0.fields =
                    parts + [
                        field("part", .group) { $0.fields = parts }, field("more", .repeated) { $0.fields = parts },
                    ]
            }
            #expect(found == [place], "\(value)")
        }
        #expect(members(.repeated) { $0.default = text(#"[{"y":1},{}]"#) } == [])
        #expect(members(.group) { $0.default = text(#"{"y":1}"#) } == ["/default"])
        for type in [FieldType.group, .repeated] {
            #expect(members(type) { $0.constraints.const = .null } == ["/const"])
            #expect(members(type) { $0.constraints.values = [.null] } == ["/enum"])
        }
    }

    @Test func anEnumThatLeavesNothing() {
        #expect(members(.text) { $0.constraints.values = [] } == ["/enum"])
        #expect(members(.multiPicker) { $0.constraints.values = [text("[]")] } == ["/enum"], "its options say that")
    }

    @Test func optionsThatAreNone() {
        #expect(members(.picker) { $0.options = [] } == ["/options"])
        #expect(members(.multiPicker) { $0.options = [] } == ["/options"])
        #expect(members(.text) { $0.options = options("1") } == ["/options"])
        #expect(
            members(.picker) { $0.options = options("1", "[]", "1.0") } == ["/options/1/value", "/options/2/value"])
    }

    @Test func optionsOfASource() {
        let source = OptionsSource(source: SimulatedSource())
        #expect(members(.picker) { $0.optionsSource = source } == ["/options"], "not both")
        #expect(members(.text) { $0.optionsSource = source } == ["/options"])
        let places = members(.picker) {
            $0.options = []
            $0.optionsSource = source
            $0.default = text(#""whatever it has""#)
        }
        #expect(places == [])
    }

    // MARK: Other members

    @Test func membersOfOtherTypes() {
        #expect(members(.number) { $0.trim = true } == ["/trim"])
        #expect(members(.secure) { $0.trim = true } == ["/trim"])
        #expect(members(.text) { $0.constraints.uniqueItems = true } == ["/uniqueItems"])
        #expect(members(.repeated) { $0.constraints.uniqueItems = true } == [])
        #expect(members(.number) { $0.step = .integer(1) } == ["/step"])
        #expect(members(.slider) { $0.step = .integer(0) } == ["/step"])
        #expect(members(.text) { $0.isInteger = true } == ["/integer"])
        #expect(members(.group) { $0.required = true } == ["/required"])
        #expect(members(.group) { $0.requiredWhen = .isEmpty("x") } == ["/requiredWhen", "/requiredWhen/field"])
    }

    @Test func fieldsOfWhatHasNone() {
        #expect(members(.text) { $0.fields = [field("y")] } == ["/fields"])
        #expect(members(.group) { $0.fields = [] } == ["/fields"])
        #expect(members(.repeated) { $0.fields = [] } == ["/fields"])
    }

    @Test func aWarningThatIsAnErrorAlready() {
        func repeated(_ configure: (inout FieldConstraints) -> Void) -> [String] {
            members(.text) {
                configure(&$0.constraints)
                configure(&$0.warnings)
            }
        }
        #expect(repeated { $0.limits[.maxLength] = 5 } == ["/warnings/maxLength"])
        #expect(repeated { $0.pattern = "a" } == ["/warnings/pattern"])
        #expect(repeated { $0.format = .uri } == ["/warnings/format"])
        #expect(repeated { $0.const = text(#""a""#) } == ["/warnings/const"])
        #expect(repeated { $0.values = [text(#""a""#)] } == ["/warnings/enum"])
        let places = members(.text) {
            $0.constraints.limits[.maxLength] = 10
            $0.warnings.limits[.maxLength] = 5
        }
        #expect(places == [])
    }
}

// MARK: Forms

/// Makes a form with one section.
func form(_ fields: FieldConfiguration...) -> FormConfiguration {
    FormConfiguration(title: "", sections: [FormSection(fields: fields)], ids: IDGenerator(seed: 1))
}

/// Returns the paths of a form's configuration errors.
func places(_ configuration: FormConfiguration) -> [String] {
    // The reader of declarations refuses these forms, but they must not crash.
    _ = FormDriver(configuration)["isValid"]
    return configuration.mistakes.map(\.pointer.description)
}

extension FieldConstraints.LimitValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Makes a number of a literal.
    public init(integerLiteral value: Int) { self = .number(.integer(value)) }
    /// Makes a number of a literal.
    public init(floatLiteral value: Double) { self = .number(.real(value)) }
}
