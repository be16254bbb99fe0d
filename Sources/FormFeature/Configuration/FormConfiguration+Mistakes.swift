import FeatureKit
import JSON

/// What is wrong with a declaration.
public struct FormMistake: Sendable, Equatable {
    /// The member that is wrong, from the declaration in which it was looked for.
    public let pointer: JSONPointer
    /// What is wrong with it, and what would be right.
    public let message: String
}

extension FormConfiguration {
    /// What is wrong with the fields, each at its place below `/sections`.
    public var mistakes: [FormMistake] {
        let fields = sections.flatMap(\.fields)
        var known: Set<String> = []
        var mistakes: [FormMistake] = []
        for (place, section) in sections.enumerated() {
            for (index, field) in section.fields.enumerated() {
                var own = field.mistakes
                if !known.insert(field.name).inserted {
                    own.append(.init("name", "the name \(field.name) is another field's already; names must differ"))
                }
                if let mistake = Self.mistake(inEqualToOf: field, among: fields) { own.append(mistake) }
                let prefix = ["sections", "\(place)", "fields", "\(index)"]
                mistakes += own.map {
                    FormMistake(pointer: JSONPointer(prefix + $0.pointer.tokens), message: $0.message)
                }
            }
        }
        return mistakes
    }

    private static func mistake(
        inEqualToOf field: FieldConfiguration, among fields: [FieldConfiguration]
    ) -> FormMistake? {
        guard let name = field.equalTo else { return nil }
        guard let other = fields.first(where: { $0.name == name }), name != field.name else {
            return .init("equalTo", "\(name) must be the name of another field of this form")
        }
        // A secret equals nothing but a secret.
        if (other.type == .secure) != (field.type == .secure) {
            return .init("equalTo", "a secure field can only be compared with another secure field")
        }
        return nil
    }
}

extension FieldConfiguration {
    /// What is wrong with this field, without a look at the others.
    public var mistakes: [FormMistake] {
        (name.isEmpty ? [.init("name", "a field needs a name")] : []) + limitMistakes + orderMistakes
            + valueMistakes + optionMistakes + typeMistakes
    }

    private var limitMistakes: [FormMistake] {
        Limit.allCases.compactMap { limit in
            guard let number = limits[limit] else { return nil }
            guard limit.types.contains(type) else {
                return .init(limit.rawValue, "a field of the type \(type.rawValue) has no \(limit.rawValue)")
            }
            switch limit {
            case .minLength, .maxLength, .minItems, .maxItems:
                if case .integer(let count) = number, count >= 0 { return nil }
                return .init(limit.rawValue, "\(limit.rawValue) must be a whole number from 0")
            case .multipleOf:
                return number > .integer(0) ? nil : .init(limit.rawValue, "multipleOf must be more than 0")
            case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: return nil
            }
        }
    }

    /// Limits that leave no value that is right.
    private var orderMistakes: [FormMistake] {
        let pairs: [(Limit, Limit, isStrict: Bool)] = [
            (.minLength, .maxLength, false), (.minItems, .maxItems, false), (.minimum, .maximum, false),
            (.exclusiveMinimum, .exclusiveMaximum, true), (.minimum, .exclusiveMaximum, true),
            (.exclusiveMinimum, .maximum, true),
        ]
        return pairs.compactMap { low, high, isStrict in
            guard let least = limits[low], let most = limits[high], isStrict ? least >= most : least > most else {
                return nil
            }
            let relation = isStrict ? "must be more than" : "must not be less than"
            return .init(high.rawValue, "\(high.rawValue) \(relation) \(low.rawValue)")
        }
    }

    private var valueMistakes: [FormMistake] {
        [("default", self.default), ("const", const)].compactMap { member, text in
            guard let text else { return nil }
            if type == .secure { return .init(member, "a secure field has no \(member): it would not be secret") }
            // What a person may type is not what a declaration says: a number's text.
            let isTyped = type == .number && text.value.kind == .string
            guard !isTyped, let value = type.value(of: text.value) else {
                return .init(member, "\(member) must be \(type.noun)")
            }
            return mistake(inGiven: value, member)
        }
    }

    /// A value of the right kind that nobody could enter.
    private func mistake(inGiven value: FieldValue, _ member: String) -> FormMistake? {
        if case .text(let text) = value, !text.isEmpty, let matches = type.format, !matches(text) {
            return .init(member, "\(member) must be \(type.noun)")
        }
        guard type == .picker || type == .multiPicker, value != .null else { return nil }
        let known = options.compactMap { FieldValue(scalar: $0.value.value) }
        let given = if case .list(let items) = value { items } else { [value] }
        return given.allSatisfy(known.contains) ? nil : .init(member, "\(member) must be one of the options")
    }

    private var optionMistakes: [FormMistake] {
        guard type == .picker || type == .multiPicker else {
            let message = "only a picker and a multiPicker have options"
            return options.isEmpty ? [] : [.init("options", message)]
        }
        if options.isEmpty { return [.init("options", "a \(type.rawValue) needs options")] }
        var mistakes: [FormMistake] = []
        var known: [FieldValue] = []
        for (index, option) in options.enumerated() {
            let pointer = JSONPointer(["options", "\(index)", "value"])
            guard let value = FieldValue(scalar: option.value.value) else {
                let message = "an option's value must be a string, a number, a Boolean or null"
                mistakes.append(FormMistake(pointer: pointer, message: message))
                continue
            }
            if known.contains(value) {
                mistakes.append(
                    FormMistake(pointer: pointer, message: "another option has the value \(option.value) already"))
            }
            known.append(value)
        }
        return mistakes
    }

    /// Members that the field's type doesn't have.
    private var typeMistakes: [FormMistake] {
        var mistakes: [FormMistake] = []
        if trim, ![.text, .multiline, .email, .file].contains(type) {
            mistakes.append(.init("trim", "only a text, multiline, email or file is trimmed"))
        }
        if uniqueItems, type != .multiPicker {
            mistakes.append(.init("uniqueItems", "only a multiPicker has items"))
        }
        if let step {
            if type != .stepper, type != .slider {
                mistakes.append(.init("step", "only a stepper and a slider have a step"))
            } else if step <= .integer(0) {
                mistakes.append(.init("step", "step must be more than 0"))
            }
        }
        return mistakes
    }
}

extension FieldConfiguration.Limit {
    /// The types of fields that have such a limit.
    fileprivate var types: [FieldType] {
        switch self {
        case .minLength, .maxLength: [.text, .multiline, .secure, .email, .file]
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: [.number, .stepper, .slider]
        case .minItems, .maxItems: [.multiPicker]
        }
    }
}

extension FormMistake {
    fileprivate init(_ member: String, _ message: String) {
        self.init(pointer: JSONPointer([member]), message: message)
    }
}
