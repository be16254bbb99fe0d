/// A ``Condition`` that is prepared for repeated evaluation.
///
/// Each name is replaced by a `Place`, such as the index of a value in an array, and the operands are parsed.
public indirect enum ResolvedCondition<Place: Sendable>: Sendable {
    /// The operators of comparisons.
    public enum Comparison: Sendable {
        case equals, contains, greater, less
    }

    /// The operand of a comparison.
    public enum Operand: Sendable {
        case value(Literal)
        case place(Place)
    }

    /// An operand that is a JSON value in the condition.
    public struct Literal: Sendable {
        let operand: ConditionOperand
    }

    case compare(Comparison, Place, Operand)
    case isIn(Place, [Literal])
    case isEmpty(Place)
    case all([ResolvedCondition])
    case any([ResolvedCondition])
    case not(ResolvedCondition)

    /// Resolves the names of a condition.
    ///
    /// A comparison with an unknown name never holds; the same applies to `isIn` and `isEmpty`.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - find: Returns the place of a name; nil if the name is unknown.
    public init(_ condition: Condition, find: (String) -> Place?) {
        let never = Self.any([])
        func comparison(_ kind: Comparison, _ name: String, _ operand: Condition.Operand) -> Self {
            guard let place = find(name) else { return never }
            switch operand {
            case .value(let json): return .compare(kind, place, .value(Literal(operand: ConditionOperand(json))))
            case .field(let other): return find(other).map { .compare(kind, place, .place($0)) } ?? never
            }
        }
        self =
            switch condition {
            case .equals(let name, let operand): comparison(.equals, name, operand)
            case .contains(let name, let operand): comparison(.contains, name, operand)
            case .greater(let name, let operand): comparison(.greater, name, operand)
            case .less(let name, let operand): comparison(.less, name, operand)
            case .isIn(let name, let values):
                find(name).map { .isIn($0, values.map { Literal(operand: ConditionOperand($0)) }) } ?? never
            case .isEmpty(let name): find(name).map { .isEmpty($0) } ?? never
            case .all(let parts): .all(parts.map { Self($0, find: find) })
            case .any(let parts): .any(parts.map { Self($0, find: find) })
            case .not(let part): .not(Self(part, find: find))
            }
    }

    /// The places that the condition reads.
    public var places: [Place] {
        switch self {
        case .compare(_, let place, .place(let other)): [place, other]
        case .compare(_, let place, .value), .isIn(let place, _), .isEmpty(let place): [place]
        case .all(let parts), .any(let parts): parts.flatMap(\.places)
        case .not(let part): part.places
        }
    }

    /// True if the condition holds.
    ///
    /// - Parameter value: Returns the value at a place.
    public func holds(_ value: (Place) -> some ConditionValue) -> Bool {
        var texts = FoldedTexts()
        return holds(&texts, value)
    }

    /// True if the condition holds.
    ///
    /// - Parameters:
    ///   - texts: Buffers that are reused between rows.
    ///   - value: Returns the value at a place.
    func holds(_ texts: inout FoldedTexts, _ value: (Place) -> some ConditionValue) -> Bool {
        switch self {
        case .compare(let comparison, let place, .value(let literal)):
            return value(place).lend { comparison.holds($0, literal.operand, &texts) }
        case .compare(let comparison, let place, .place(let other)):
            let operand = ConditionOperand(value(other))
            return value(place).lend { comparison.holds($0, operand, &texts) }
        case .isIn(let place, let literals):
            return value(place).lend { value in literals.contains { $0.operand.equals(value) } }
        case .isEmpty(let place): return value(place).isBlank
        case .all(let parts):
            for part in parts where !part.holds(&texts, value) { return false }
            return true
        case .any(let parts):
            for part in parts where part.holds(&texts, value) { return true }
            return false
        case .not(let part): return !part.holds(&texts, value)
        }
    }
}

extension ResolvedCondition.Comparison {
    fileprivate func holds(_ value: ScannedValue, _ operand: ConditionOperand, _ texts: inout FoldedTexts) -> Bool {
        switch self {
        case .equals: operand.equals(value)
        case .contains: operand.isIn(value, &texts)
        case .greater: operand.order(of: value, &texts).map { $0 > 0 } ?? false
        case .less: operand.order(of: value, &texts).map { $0 < 0 } ?? false
        }
    }
}
