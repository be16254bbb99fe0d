import FHJSON

extension Condition {
    /// The condition as a clause for users, such as `member = true`.
    public var words: String {
        switch self {
        case .equals(let name, let operand): "\(name) = \(operand.words)"
        case .contains(let name, let operand): "\(name) contains \(operand.words)"
        case .isIn(let name, let values):
            "\(name) is one of \(values.prefix(10).map { Operand.value($0).words }.joined(separator: ", "))"
        case .greater(let name, let operand): "\(name) > \(operand.words)"
        case .less(let name, let operand): "\(name) < \(operand.words)"
        case .isEmpty(let name): "\(name) is empty"
        case .all(let parts): Self.words(parts, "and", none: "nothing")
        case .any(let parts): Self.words(parts, "or", none: "what never holds")
        case .not(.isEmpty(let name)): "\(name) is not empty"
        case .not(let part): "not (\(part.words))"
        }
    }

    private static func words(_ parts: [Condition], _ conjunction: String, none: String) -> String {
        if parts.isEmpty { return none }
        if parts.count == 1 { return parts[0].words }
        return parts.map { part in
            switch part {
            case .all, .any: "(\(part.words))"
            default: part.words
            }
        }.joined(separator: " \(conjunction) ")
    }
}

extension Condition.Operand {
    /// The operand as part of a clause.
    fileprivate var words: String {
        switch self {
        case .value(let value): String(value.string.prefix(100))
        case .field(let name): "the value of \(name)"
        }
    }
}
