import FeatureKit
import FormFeature
import JSON
import Testing

@Suite struct FormMistakesTests {
    private func members(
        _ type: FieldType, _ configure: (inout FieldConfiguration) -> Void = { _ in }
    ) -> [String] {
        field("x", type, configure).mistakes.map(\.pointer.description)
    }

    @Test func aPlainFieldOfEachTypeIsRight() {
        for type in FieldType.allCases {
            let isPicker = type == .picker || type == .multiPicker
            #expect(members(type) { if isPicker { $0.options = options(#""a""#, "1", "null") } } == [])
        }
    }

    @Test func aLimitThatTheTypeDoesNotHave() {
        #expect(members(.toggle) { $0.limits[.minLength] = .integer(1) } == ["/minLength"])
        #expect(members(.text) { $0.limits[.minimum] = .integer(1) } == ["/minimum"])
        #expect(members(.date) { $0.limits[.maximum] = .integer(1) } == ["/maximum"])
        #expect(members(.number) { $0.limits[.maxItems] = .integer(1) } == ["/maxItems"])
        #expect(members(.secure) { $0.limits[.minLength] = .integer(8) } == [])
    }

    @Test func aLimitThatIsNone() {
        #expect(members(.text) { $0.limits[.minLength] = .integer(-1) } == ["/minLength"])
        #expect(members(.text) { $0.limits[.maxLength] = .real(1.5) } == ["/maxLength"])
        #expect(members(.number) { $0.limits[.multipleOf] = .integer(0) } == ["/multipleOf"])
        #expect(members(.number) { $0.limits[.minimum] = .integer(-3) } == [])
    }

    @Test func limitsThatLeaveNothing() {
        #expect(members(.number) { $0.limits = [.minimum: .integer(2), .maximum: .real(1.5)] } == ["/maximum"])
        #expect(members(.number) { $0.limits = [.minimum: .integer(2), .maximum: .integer(2)] } == [])
        #expect(
            members(.number) { $0.limits = [.minimum: .integer(2), .exclusiveMaximum: .integer(2)] }
                == ["/exclusiveMaximum"])
        #expect(members(.text) { $0.limits = [.minLength: .integer(2), .maxLength: .integer(1)] } == ["/maxLength"])
    }

    @Test func valuesThatTheTypeCannotHold() {
        #expect(members(.text) { $0.default = .integer(1) } == ["/default"])
        #expect(members(.number) { $0.default = .string("1") } == ["/default"])
        #expect(members(.number) { $0.constraints.const = .string("x") } == ["/const"])
        #expect(members(.toggle) { $0.constraints.const = .integer(1) } == ["/const"])
        #expect(members(.secure) { $0.default = .string("x") } == ["/default"])
        #expect(members(.number) { $0.default = .null } == [])
    }

    @Test func optionsThatAreNone() {
        #expect(members(.picker) == ["/options"])
        #expect(members(.multiPicker) == ["/options"])
        #expect(members(.text) { $0.options = options("1") } == ["/options"])
        #expect(
            members(.picker) { $0.options = options("1", "[]", "1.0") }
                == ["/options/1/value", "/options/2/value"])
    }

    @Test func membersOfOtherTypes() {
        #expect(members(.number) { $0.trim = true } == ["/trim"])
        #expect(members(.secure) { $0.trim = true } == ["/trim"])
        #expect(members(.text) { $0.constraints.uniqueItems = true } == ["/uniqueItems"])
        #expect(members(.number) { $0.step = .integer(1) } == ["/step"])
        #expect(members(.slider) { $0.step = .integer(0) } == ["/step"])
        #expect(field("", .text).mistakes.map(\.pointer.description) == ["/name"])
    }

    @Test func fieldsAreComparedWithEachOther() {
        let configuration = FormConfiguration(
            title: "",
            sections: [
                FormSection(fields: [field("a"), field("s", .secure)]),
                FormSection(fields: [
                    field("a"), field("b") { $0.constraints.equalTo = "nobody" }, field("c") { $0.constraints.equalTo = "c" },
                    field("d") { $0.constraints.equalTo = "s" }, field("e") { $0.constraints.equalTo = "a" },
                    field("f", .secure) { $0.constraints.equalTo = "s" },
                    field("g", .toggle) { $0.limits[.minLength] = .integer(1) },
                ]),
            ], ids: IDGenerator(seed: 1))
        let mistakes = configuration.mistakes
        #expect(
            mistakes.map(\.pointer.description) == [
                "/sections/1/fields/0/name", "/sections/1/fields/1/equalTo", "/sections/1/fields/2/equalTo",
                "/sections/1/fields/3/equalTo", "/sections/1/fields/6/minLength",
            ])
        #expect(mistakes[4].message == "a field of the type toggle has no minLength")
        // Whoever reads declarations refuses these; a form of them must still stand.
        #expect(FormDriver(configuration)["isValid"].boolValue == true)
    }
}
