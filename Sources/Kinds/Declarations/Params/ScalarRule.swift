import FHJSON

/// The type and the limits of a value: JSON Schema keywords of a scalar.
struct ScalarRule: Sendable {
    /// The types of scalars.
    enum Kind: String, CaseIterable, Sendable { case string, integer, number, boolean }

    let kind: Kind
    /// The only allowed values; empty to allow all.
    let choices: [JSONText]
    private let minimum: Double?
    private let maximum: Double?
    private let minLength: Int
    private let maxLength: Int

    static let keys = ["type", "enum", "minimum", "maximum", "minLength", "maxLength"]

    /// Reads the keywords of a type, and reports errors.
    init(_ node: WorkspaceNode, _ kind: Kind) {
        self.kind = kind
        func number(_ key: String) -> Double? {
            guard let member = node.member(key) else { return nil }
            if kind != .integer, kind != .number { member.report("is for numbers") }
            if member.value.doubleValue == nil { member.report("must be a number") }
            return member.value.doubleValue
        }
        func length(_ key: String) -> Int? {
            if kind != .string, node.value[key] != nil { node.report("is for strings", at: key) }
            return node.integer(key, in: 0...1_000_000)
        }
        (minimum, maximum) = (number("minimum"), number("maximum"))
        (minLength, maxLength) = (length("minLength") ?? 0, length("maxLength") ?? .max)
        var choices: [JSONText] = []
        if let member = node.member("enum") {
            if member.value.isArray, member.value.count == 0 { member.report("must not be empty") }
            for element in member.elements {
                if Self.isOfKind(element.value, kind) {
                    choices.append(JSONText(element.value))
                } else {
                    element.report("must be \(Self.phrase(kind))")
                }
            }
        }
        self.choices = choices
    }

    /// Returns what is wrong with a value; nil for an allowed value.
    func fault(of value: JSONValue) -> String? {
        if !Self.isOfKind(value, kind) { return "must be \(Self.phrase(kind))" }
        if !choices.isEmpty, !choices.contains(where: { $0.value == value }) {
            return "must be one of \(choices.map(\.string).joined(separator: ", "))"
        }
        if let number = value.doubleValue {
            if let minimum, number < minimum {
                return "must be at least \(JSONText.build { $0.value(minimum) }.string)"
            }
            if let maximum, number > maximum { return "must be at most \(JSONText.build { $0.value(maximum) }.string)" }
        }
        if let text = value.stringValue {
            let length = text.unicodeScalars.count
            if length < minLength { return minLength == 1 ? "must not be empty" : "must have \(minLength) characters" }
            if length > maxLength { return "must have at most \(maxLength) characters" }
        }
        return nil
    }

    /// True if any string is allowed, apart from its length.
    var isText: Bool { kind == .string && choices.isEmpty }

    /// The value that a string spells; any other value as it is.
    func spelled(by value: JSONValue) -> JSONText {
        guard kind != .string, let text = value.stringValue, let read = try? JSONText(parsing: text),
            Self.isOfKind(read.value, kind)
        else { return JSONText(value) }
        return read
    }

    private static func isOfKind(_ value: JSONValue, _ kind: Kind) -> Bool {
        switch kind {
        case .string: value.stringValue != nil
        case .integer: value.intValue != nil
        case .number: value.doubleValue != nil
        case .boolean: value.boolValue != nil
        }
    }

    private static func phrase(_ kind: Kind) -> String {
        switch kind {
        case .string: "a string"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "true or false"
        }
    }
}
