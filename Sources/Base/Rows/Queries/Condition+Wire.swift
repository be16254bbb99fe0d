import FHJSON

/// Conditions on rows as the protocol encodes them.
extension Condition {
    /// The maximum nesting depth.
    ///
    /// It is greater than the limit for conditions in workspaces, because a host may combine several conditions.
    private static let deepest = 64
    private static let combinations = ["all", "any", "not"]
    private static let operators = ["equals", "contains", "in", "greater", "less", "empty"]

    /// Writes the condition as one value.
    ///
    /// From this value, ``init(_:at:)`` reads an equal condition. The exception is a comparison of two names, which the
    /// wire format does not have: it is written as a condition that never holds.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .equals(let key, let operand): Self.write(key, "equals", operand, to: &json)
        case .contains(let key, let operand): Self.write(key, "contains", operand, to: &json)
        case .greater(let key, let operand): Self.write(key, "greater", operand, to: &json)
        case .less(let key, let operand): Self.write(key, "less", operand, to: &json)
        case .isIn(let key, let literals):
            json.field("key", key)
            json.key("in")
            Self.write(literals, to: &json)
        case .isEmpty(let key):
            json.field("key", key)
            json.field("empty", true)
        case .all(let parts):
            json.key("all")
            Self.write(parts, to: &json)
        case .any(let parts):
            json.key("any")
            Self.write(parts, to: &json)
        case .not(let part):
            json.key("not")
            part.write(to: &json)
        }
        json.endObject()
    }

    /// Reads a condition.
    ///
    /// Several operators in one object must all hold.
    ///
    /// - Parameters:
    ///   - value: The condition as JSON.
    ///   - path: The path of the value, for errors.
    /// - Throws: The first error: an unknown member, an operand of the wrong kind, or more than 64 levels.
    public init(_ value: JSONValue, at path: [String] = []) throws(QueryDiagnostic) {
        try self.init(QueryNode(value: value, path: path), depth: 1)
    }

    init(_ node: QueryNode, depth: Int) throws(QueryDiagnostic) {
        guard depth <= Self.deepest else {
            throw node.diagnostic("is nested in \(Self.deepest) conditions; use fewer")
        }
        guard let name = Self.combinations.first(where: { node.value[$0] != nil }), let part = node.member(name) else {
            self = try Self.comparison(node)
            return
        }
        try node.expect([name])
        if name == "not" {
            self = .not(try Condition(part, depth: depth + 1))
            return
        }
        var parts: [Condition] = []
        for element in try part.elements(of: "conditions") { parts.append(try Condition(element, depth: depth + 1)) }
        self = name == "all" ? .all(parts) : .any(parts)
    }

    private static func comparison(_ node: QueryNode) throws(QueryDiagnostic) -> Condition {
        try node.expect(["key"] + operators + combinations)
        guard let key = try node.member("key")?.text() else {
            throw node.diagnostic("lacks key, the member that is compared; or all, any or not")
        }
        var parts: [Condition] = []
        for name in operators {
            if let operand = node.member(name) { parts.append(try comparison(of: key, name, operand)) }
        }
        if parts.isEmpty { throw node.diagnostic("lacks an operator: \(operators.joined(separator: ", "))") }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private static func comparison(
        of key: String, _ name: String, _ operand: QueryNode
    ) throws(QueryDiagnostic) -> Condition {
        switch name {
        case "equals": .equals(key, JSONText(operand.value))
        case "contains": .contains(key, .value(JSONText(try operand.scalar())))
        case "in": .isIn(key, try operand.elements(of: "values").map { JSONText($0.value) })
        case "empty": try operand.flag() ? .isEmpty(key) : .not(.isEmpty(key))
        case "greater": .greater(key, JSONText(operand.value))
        default: .less(key, JSONText(operand.value))
        }
    }

    // MARK: Writing

    private static func write(_ key: String, _ name: StaticString, _ operand: Operand, to json: inout JSONWriter) {
        guard case .value(let literal) = operand else {
            json.key("any")
            json.value(JSONText.emptyArray)
            return
        }
        json.field("key", key)
        json.key(name)
        json.value(literal)
    }

    private static func write(_ literals: [JSONText], to json: inout JSONWriter) {
        json.beginArray()
        for literal in literals { json.value(literal) }
        json.endArray()
    }

    private static func write(_ parts: [Condition], to json: inout JSONWriter) {
        json.beginArray()
        for part in parts { part.write(to: &json) }
        json.endArray()
    }
}
