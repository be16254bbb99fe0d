import JSON
import TextFolding

/// A condition whose fields were looked up once.
indirect enum PlanCondition: Sendable {
    enum Comparison: Sendable {
        case equals, contains, greater, less
    }

    enum Operand: Sendable {
        case value(FieldValue)
        case field(Int)
    }

    case compare(Comparison, Int, Operand)
    case isIn(Int, Set<FieldValue>)
    case isEmpty(Int)
    case all([PlanCondition])
    case any([PlanCondition])
    case not(PlanCondition)

    /// Looks up what a condition names; what can't be read makes that part of it one that doesn't hold.
    ///
    /// - Parameter node: the field that has the condition; nil for one of the form or a step.
    init(_ condition: Condition, _ tree: FieldTree, from node: Int?) {
        let never = PlanCondition.any([])
        func comparison(_ kind: Comparison, _ name: String, _ operand: Condition.Operand) -> PlanCondition {
            guard let field = try? tree.find(name, from: node) else { return never }
            switch operand {
            case .value(let json):
                return FieldValue(scalar: json.value).map { .compare(kind, field, .value($0)) } ?? never
            case .field(let other):
                return (try? tree.find(other, from: node)).map { .compare(kind, field, .field($0)) } ?? never
            }
        }
        self =
            switch condition {
            case .equals(let name, let operand): comparison(.equals, name, operand)
            case .contains(let name, let operand): comparison(.contains, name, operand)
            case .greater(let name, let operand): comparison(.greater, name, operand)
            case .less(let name, let operand): comparison(.less, name, operand)
            case .isIn(let name, let values):
                (try? tree.find(name, from: node))
                    .map { .isIn($0, Set(values.compactMap { FieldValue(scalar: $0.value) })) } ?? never
            case .isEmpty(let name): (try? tree.find(name, from: node)).map { .isEmpty($0) } ?? never
            case .all(let parts): .all(parts.map { PlanCondition($0, tree, from: node) })
            case .any(let parts): .any(parts.map { PlanCondition($0, tree, from: node) })
            case .not(let part): .not(PlanCondition(part, tree, from: node))
            }
    }

    /// The fields that it reads.
    var fields: [Int] {
        switch self {
        case .compare(_, let field, .field(let other)): [field, other]
        case .compare(_, let field, .value), .isIn(let field, _), .isEmpty(let field): [field]
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        case .not(let part): part.fields
        }
    }

    /// Whether it holds.
    ///
    /// - Parameter value: what a field holds; null where it is empty or not visible.
    func holds(_ value: (Int) -> FieldValue) -> Bool {
        switch self {
        case .compare(let comparison, let field, let operand):
            let right =
                switch operand {
                case .value(let value): value
                case .field(let other): value(other)
                }
            return comparison.holds(value(field), right)
        case .isIn(let field, let values): return values.contains(value(field))
        case .isEmpty(let field): return value(field) == .null
        case .all(let parts): return parts.allSatisfy { $0.holds(value) }
        case .any(let parts): return parts.contains { $0.holds(value) }
        case .not(let part): return !part.holds(value)
        }
    }
}

extension PlanCondition.Comparison {
    func holds(_ left: FieldValue, _ right: FieldValue) -> Bool {
        switch self {
        case .equals: left == right
        case .contains: Self.contains(left, right)
        case .greater: Self.precedes(right, left)
        case .less: Self.precedes(left, right)
        }
    }

    private static func contains(_ value: FieldValue, _ part: FieldValue) -> Bool {
        switch (value, part) {
        case (.list(let items), _): return items.contains(part)
        case (.text(let text), .text(let part)):
            var folder = TextFolder()
            let folded = folder.folded(text)
            return folded.withUnsafeBufferPointer { FoldedNeedle(part).isIn(folded: $0) }
        default: return false
        }
    }

    private static func precedes(_ left: FieldValue, _ right: FieldValue) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)):
            if let left = Moment(left), let right = Moment(right) {
                left < right
            } else {
                left.utf8.lexicographicallyPrecedes(right.utf8)
            }
        default: false
        }
    }
}
