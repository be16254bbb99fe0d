import JSON
import TextFolding

/// A condition whose names were looked up once.
public indirect enum ResolvedCondition<Place: Sendable, Value: ConditionValue>: Sendable {
    /// How two values are compared.
    public enum Comparison: Sendable {
        case equals, contains, greater, less
    }

    /// What a value is compared with.
    public enum Operand: Sendable {
        case value(Value)
        case place(Place)
    }

    case compare(Comparison, Place, Operand)
    case isIn(Place, Set<Value>)
    case isEmpty(Place)
    case all([ResolvedCondition])
    case any([ResolvedCondition])
    case not(ResolvedCondition)

    /// Looks up what a condition names; what can't be read makes that part of it one that doesn't hold.
    ///
    /// - Parameter find: the place that a name stands for; nil where there is none.
    public init(_ condition: Condition, find: (String) -> Place?) {
        let never = Self.any([])
        func comparison(_ kind: Comparison, _ name: String, _ operand: Condition.Operand) -> Self {
            guard let place = find(name) else { return never }
            switch operand {
            case .value(let json): return Value(scalar: json.value).map { .compare(kind, place, .value($0)) } ?? never
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
                find(name).map { .isIn($0, Set(values.compactMap { Value(scalar: $0.value) })) } ?? never
            case .isEmpty(let name): find(name).map { .isEmpty($0) } ?? never
            case .all(let parts): .all(parts.map { Self($0, find: find) })
            case .any(let parts): .any(parts.map { Self($0, find: find) })
            case .not(let part): .not(Self(part, find: find))
            }
    }

    /// The places that it reads.
    public var places: [Place] {
        switch self {
        case .compare(_, let place, .place(let other)): [place, other]
        case .compare(_, let place, .value), .isIn(let place, _), .isEmpty(let place): [place]
        case .all(let parts), .any(let parts): parts.flatMap(\.places)
        case .not(let part): part.places
        }
    }

    /// Whether it holds.
    ///
    /// - Parameter value: what is at a place; null where that is nothing.
    public func holds(_ value: (Place) -> Value) -> Bool {
        switch self {
        case .compare(let comparison, let place, let operand):
            let right =
                switch operand {
                case .value(let value): value
                case .place(let other): value(other)
                }
            return comparison.holds(value(place), right)
        case .isIn(let place, let values): return values.contains(value(place))
        case .isEmpty(let place): return value(place) == .null
        case .all(let parts): return parts.allSatisfy { $0.holds(value) }
        case .any(let parts): return parts.contains { $0.holds(value) }
        case .not(let part): return !part.holds(value)
        }
    }
}

extension ResolvedCondition.Comparison {
    func holds(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equals: left == right
        case .contains: Self.contains(left, right)
        case .greater: Self.precedes(right, left)
        case .less: Self.precedes(left, right)
        }
    }

    private static func contains(_ value: Value, _ part: Value) -> Bool {
        if let list = value.list { return list.contains(part) }
        guard let text = value.text, let part = part.text else { return false }
        var folder = TextFolder()
        let folded = folder.folded(text)
        return folded.withUnsafeBufferPointer { FoldedNeedle(part).isIn(folded: $0) }
    }

    private static func precedes(_ left: Value, _ right: Value) -> Bool {
        guard let text = left.text, let other = right.text else { return left.isNumber(below: right) }
        if let moment = Moment(text), let otherMoment = Moment(other) { return moment < otherMoment }
        return text.utf8.lexicographicallyPrecedes(other.utf8)
    }
}
