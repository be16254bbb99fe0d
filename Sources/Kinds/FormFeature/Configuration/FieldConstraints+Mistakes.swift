import FHJSON
import FHKindParts
import FHPatterns
import FeatureKit

/// Diagnostics for constraints, with pointers relative to the declaration of the constraints.
extension FieldConstraints {
    /// The diagnostics for the constraints of one field, without regard to other fields.
    func mistakes(of field: FieldConfiguration) -> [DeclarationMistake] {
        let mistakes = kindMistakes(field.type) + limitMistakes + orderMistakes + valueMistakes(field)
        return mistakes.isEmpty ? rangeMistakes(field) : mistakes
    }

    /// Diagnostics for constraints that the field type doesn't support.
    private func kindMistakes(_ type: FieldType) -> [DeclarationMistake] {
        let members: [(String, isThere: Bool, isSupported: Bool)] =
            Limit.allCases.map { ($0.rawValue, limits[$0] != nil, $0.isSupported(by: type)) } + [
                ("pattern", pattern != nil, type.hasLength),
                ("format", format != nil, type.isText),
                // The options already restrict the values that can be picked.
                ("enum", values != nil, !type.picksMany && !type.hasFields),
                ("const", const != nil, !type.hasFields),
                ("uniqueItems", uniqueItems, type.hasItems),
                ("equalTo", equalTo != nil, !type.hasFields),
            ]
        return members.filter { $0.isThere && !$0.isSupported }.map { name, _, _ in
            DeclarationMistake([name], "a field of the type \(type.rawValue) has no \(name)")
        }
    }

    private var limitMistakes: [DeclarationMistake] {
        Limit.allCases.compactMap { limit in
            guard let number = number(limit) else { return nil }
            switch limit {
            case .minLength, .maxLength, .minItems, .maxItems:
                if case .integer(let count) = number, count >= 0 { return nil }
                return DeclarationMistake([limit.rawValue], "\(limit.rawValue) must be a whole number from 0")
            case .multipleOf:
                return number > .integer(0)
                    ? nil : DeclarationMistake([limit.rawValue], "multipleOf must be more than 0")
            case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: return nil
            }
        }
    }

    /// Diagnostics for pairs of limits that no value can satisfy.
    private var orderMistakes: [DeclarationMistake] {
        let pairs: [(Limit, Limit, isStrict: Bool)] = [
            (.minLength, .maxLength, false), (.minItems, .maxItems, false), (.minimum, .maximum, false),
            (.exclusiveMinimum, .exclusiveMaximum, true), (.minimum, .exclusiveMaximum, true),
            (.exclusiveMinimum, .maximum, true),
        ]
        return pairs.compactMap { low, high, isStrict in
            guard let least = number(low), let most = number(high), isStrict ? least >= most : least > most else {
                return nil
            }
            let relation = isStrict ? "must be more than" : "must not be less than"
            return DeclarationMistake([high.rawValue], "\(high.rawValue) \(relation) \(low.rawValue)")
        }
    }

    /// Diagnostics for limits that no integer satisfies, and for a `minItems` that exceeds the number of options.
    private func rangeMistakes(_ field: FieldConfiguration) -> [DeclarationMistake] {
        if let count = number(.minItems), uniqueItems, field.type.picksMany, field.optionsSource == nil,
            count > .integer(field.options.count)
        {
            return [DeclarationMistake(["minItems"], "minItems must not be more than there are options")]
        }
        guard field.isInteger else { return [] }
        let lows = [
            number(.minimum)?.double.rounded(.up), number(.exclusiveMinimum).map { $0.double.rounded(.down) + 1 },
        ]
        let highs: [(Limit, Double?)] = [
            (.maximum, number(.maximum)?.double.rounded(.down)),
            (.exclusiveMaximum, number(.exclusiveMaximum).map { $0.double.rounded(.up) - 1 }),
        ]
        guard let low = lows.compactMap(\.self).max() else { return [] }
        return highs.compactMap { limit, high in
            guard let high, high < low else { return nil }
            return DeclarationMistake([limit.rawValue], "\(limit.rawValue) leaves no whole number")
        }
    }

    private func valueMistakes(_ field: FieldConfiguration) -> [DeclarationMistake] {
        var mistakes: [DeclarationMistake] = []
        if let pattern {
            do throws(PatternError) {
                _ = try Pattern(pattern)
            } catch {
                let place = error.offset == 0 ? "" : " behind \(error.offset) characters"
                mistakes.append(DeclarationMistake(["pattern"], "is no regular expression:\(place) \(error.message)"))
            }
        }
        if field.type.hasFields { return mistakes }
        if let const { mistakes += field.mistakes(inGiven: const.value, ["const"]) }
        if let values, !field.type.picksMany {
            if values.isEmpty { mistakes.append(DeclarationMistake(["enum"], "enum must hold a value")) }
            for (place, value) in values.enumerated() {
                mistakes += field.mistakes(inGiven: value.value, ["enum", "\(place)"])
            }
        }
        return mistakes
    }

    /// Diagnostics for constraints that are declared for the warnings of a field and for its errors alike.
    ///
    /// A value that violates such a constraint has an error, so the warning is never needed.
    func repetitions(of errors: FieldConstraints) -> [DeclarationMistake] {
        func isSame(_ own: JSONText?, _ other: JSONText?) -> Bool { own != nil && own?.value == other?.value }
        let isEnum = values != nil && values?.map(\.value) == errors.values?.map(\.value)
        let members: [(String, isSame: Bool)] =
            Limit.allCases.map { ($0.rawValue, limits[$0] != nil && limits[$0] == errors.limits[$0]) } + [
                ("pattern", pattern != nil && pattern == errors.pattern),
                ("format", format != nil && format == errors.format), ("enum", isEnum),
                ("const", isSame(const, errors.const)), ("uniqueItems", uniqueItems && errors.uniqueItems),
                ("equalTo", equalTo != nil && equalTo == errors.equalTo),
            ]
        return members.filter(\.isSame).map { name, _ in
            DeclarationMistake(
                [name], "\(name) is already an error of this field; use another constraint for the warning")
        }
    }

    private func number(_ limit: Limit) -> FieldNumber? {
        if case .number(let number) = limits[limit] { number } else { nil }
    }
}

extension FieldConstraints.Limit {
    /// True if fields of a type can have the limit.
    fileprivate func isSupported(by type: FieldType) -> Bool {
        switch self {
        case .minLength, .maxLength: type.hasLength
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: type.hasRange
        case .minItems, .maxItems: type.hasItems
        }
    }
}

extension FieldNumber {
    fileprivate var double: Double {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let real): real
        }
    }
}
