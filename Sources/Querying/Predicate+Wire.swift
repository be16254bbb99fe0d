import JSON

/// A predicate as the condition that the protocol describes.
extension Predicate {
    /// How deep conditions may stand in each other: more than workspaces let them, since a host may put some together.
    private static let deepest = 64
    private static let combinations = ["all", "any", "not"]
    private static let operators = ["equals", "contains", "in", "greater", "less"]

    /// Writes the condition as one value.
    ///
    /// What ``init(_:at:)`` reads of it is equal to this. Lists that are empty are written as they are.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .equals(let key, let literal): Self.write(key, "equals", to: &json) { $0.value(literal) }
        case .contains(let key, let text): Self.write(key, "contains", to: &json) { $0.value(text) }
        case .isIn(let key, let literals): Self.write(key, "in", to: &json) { Self.write(literals, to: &$0) }
        case .greater(let key, let literal): Self.write(key, "greater", to: &json) { $0.value(literal) }
        case .less(let key, let literal): Self.write(key, "less", to: &json) { $0.value(literal) }
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

    /// Reads a condition; several operators in one object are all of them.
    ///
    /// - Parameter path: the keys and indices that lead to the value, for the mistake.
    /// - Throws: what is wrong first: an unknown member, an operand of the wrong kind, more than 64 levels.
    public init(_ value: JSONValue, at path: [String] = []) throws(QueryMistake) {
        try self.init(QueryNode(value: value, path: path), depth: 1)
    }

    init(_ node: QueryNode, depth: Int) throws(QueryMistake) {
        guard depth <= Self.deepest else { throw node.mistake("stands in \(Self.deepest) conditions; say it in fewer") }
        guard let name = Self.combinations.first(where: { node.value[$0] != nil }), let part = node.member(name) else {
            self = try Self.comparison(node)
            return
        }
        try node.expect([name])
        if name == "not" {
            self = .not(try Predicate(part, depth: depth + 1))
            return
        }
        var parts: [Predicate] = []
        for element in try part.elements(of: "conditions") { parts.append(try Predicate(element, depth: depth + 1)) }
        self = name == "all" ? .all(parts) : .any(parts)
    }

    private static func comparison(_ node: QueryNode) throws(QueryMistake) -> Predicate {
        try node.expect(["key"] + operators + combinations)
        guard let key = try node.member("key")?.text() else {
            throw node.mistake("lacks key, the member that is compared; or all, any or not")
        }
        var parts: [Predicate] = []
        for name in operators {
            if let operand = node.member(name) { parts.append(try comparison(of: key, name, operand)) }
        }
        if parts.isEmpty { throw node.mistake("lacks an operator: \(operators.joined(separator: ", "))") }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private static func comparison(
        of key: String, _ name: String, _ operand: QueryNode
    ) throws(QueryMistake) -> Predicate {
        switch name {
        case "equals": .equals(key, JSONText(operand.value))
        case "contains": .contains(key, try operand.text())
        case "in": .isIn(key, try operand.elements(of: "values").map { JSONText($0.value) })
        case "greater": .greater(key, JSONText(operand.value))
        default: .less(key, JSONText(operand.value))
        }
    }

    // MARK: Writing

    private static func write(
        _ key: String, _ name: StaticString, to json: inout JSONWriter, _ operand: (inout JSONWriter) -> Void
    ) {
        json.field("key", key)
        json.key(name)
        operand(&json)
    }

    private static func write(_ literals: [JSONText], to json: inout JSONWriter) {
        json.beginArray()
        for literal in literals { json.value(literal) }
        json.endArray()
    }

    private static func write(_ parts: [Predicate], to json: inout JSONWriter) {
        json.beginArray()
        for part in parts { part.write(to: &json) }
        json.endArray()
    }
}
