import FHJSON

/// A JSON Schema, with the keywords that the kit evaluates.
///
/// The keywords are parsed once, and not again for each value that is validated.
final class Schema {
    /// A reference to a target schema: the keyword `$ref`.
    struct Reference {
        /// The name of the target in messages, such as `a#/$defs/b`.
        let name: String
        /// The name of the document that contains the target, such as `a`.
        let document: String
        /// The location of the target in its document.
        let pointer: JSONPointer
        /// True if the target is in the same document as the reference.
        let isLocal: Bool
    }

    /// The keywords for members.
    struct Members {
        let required: [String]
        /// The members `others` that an object must have if it has the member `name`.
        let dependent: [(name: String, others: [String])]
        let named: [String: Schema]
        /// The schema of members that are not in `named`; nil for any value.
        let others: Schema?
        let names: Schema?
        let hasPatterns: Bool
        let minimum: Int
    }

    /// The keywords for elements.
    struct Elements {
        let minimum: Int
        let maximum: Int
        let mustDiffer: Bool
        let first: [Schema]
        /// The schema of the elements after the elements that `first` describes; nil for any value.
        let rest: Schema?
        let contained: Schema?
        let maximumContained: Int
    }

    /// The keywords for the value itself.
    struct Scalar {
        let types: [String]?
        let constant: JSONValue?
        let words: JSONValue?
        let minLength: Int
        let pattern: String?
        private let bounds: (minimum: Double, maximum: Double, exclusiveMinimum: Double)
    }

    /// The keywords that combine schemas.
    struct Combination {
        let all: [Schema]
        /// The alternatives of `anyOf` and of `oneOf`.
        let alternatives: [[Schema]]
        let forbidden: Schema?
        let condition: Condition?
    }

    /// The keywords `if`, `then` and `else`.
    struct Condition {
        let test: Schema
        let positive: Schema?
        let negative: Schema?
    }

    /// True if the schema is `true` and allows any value, false if it is `false`; nil for a schema with keywords.
    let isAllowed: Bool?
    let reference: Reference?
    let scalar: Scalar
    let members: Members?
    let elements: Elements?
    let combination: Combination
    private let value: JSONValue
    private let document: String
    /// The subschemas that ``descendant(_:)`` has returned before, by location.
    private var descendants: [JSONPointer: Schema] = [:]

    /// Reads a schema.
    ///
    /// - Parameter document: the name of the document that contains the schema.
    init(_ value: JSONValue, in document: String) {
        self.value = value
        self.document = document
        isAllowed = value.boolValue
        reference = value["$ref"]?.stringValue.map { Reference($0, in: document) }
        scalar = Scalar(value)
        members = Members(value, in: document)
        elements = Elements(value, in: document)
        combination = Combination(value, in: document)
    }

    /// Returns the subschema at a location in this schema; nil if there is none.
    func descendant(_ pointer: JSONPointer) -> Schema? {
        if pointer.tokens.isEmpty { return self }
        if let known = descendants[pointer] { return known }
        let schema = value[pointer].map { Schema($0, in: document) }
        descendants[pointer] = schema
        return schema
    }
}

extension Schema.Reference {
    fileprivate init(_ text: String, in document: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        self.document = parts[0].isEmpty ? document : String(parts[0].dropFirst(SchemaSet.prefix.count))
        pointer = (try? JSONPointer(parsing: fragment)) ?? JSONPointer()
        name = self.document + (fragment.isEmpty ? "" : "#\(fragment)")
        isLocal = text.hasPrefix("#")
    }
}

extension Schema.Scalar {
    fileprivate init(_ value: JSONValue) {
        types = value["type"]?.types
        constant = value["const"]
        words = value["enum"]
        minLength = value["minLength"]?.intValue ?? 0
        pattern = value["pattern"]?.stringValue
        bounds = (
            value["minimum"]?.doubleValue ?? -.infinity, value["maximum"]?.doubleValue ?? .infinity,
            value["exclusiveMinimum"]?.doubleValue ?? -.infinity
        )
    }

    /// True if numbers are compared with bounds.
    var hasBounds: Bool { bounds != (-.infinity, .infinity, -.infinity) }

    /// Returns true if a number is beyond the bounds.
    func excludes(_ number: Double) -> Bool {
        number < bounds.minimum || number > bounds.maximum || number <= bounds.exclusiveMinimum
    }
}

extension Schema.Combination {
    fileprivate init(_ value: JSONValue, in document: String) {
        func inner(_ name: String) -> Schema? { value[name].map { Schema($0, in: document) } }
        func list(_ name: String) -> [Schema] { value[name]?.elements.map { Schema($0, in: document) } ?? [] }
        all = list("allOf")
        alternatives = [list("anyOf"), list("oneOf")].filter { !$0.isEmpty }
        forbidden = inner("not")
        condition = inner("if").map {
            Schema.Condition(test: $0, positive: inner("then"), negative: inner("else"))
        }
    }
}

extension Schema.Members {
    /// Nil if the schema has no keyword for members.
    fileprivate init?(_ value: JSONValue, in document: String) {
        let keywords = [
            "required", "dependentRequired", "properties", "additionalProperties", "propertyNames", "minProperties",
        ]
        guard value.isObject, keywords.contains(where: { value[$0] != nil }) else { return nil }
        func names(_ list: JSONValue?) -> [String] { list?.elements.compactMap(\.stringValue) ?? [] }
        required = names(value["required"])
        dependent = value["dependentRequired"]?.members.map { ($0.key, names($0.value)) } ?? []
        named =
            (value["properties"]?.members).map { members in
                Dictionary(members.map { ($0.key, Schema($0.value, in: document)) }) { $1 }
            } ?? [:]
        others = value["additionalProperties"].map { Schema($0, in: document) }
        self.names = value["propertyNames"].map { Schema($0, in: document) }
        hasPatterns = value["patternProperties"] != nil
        minimum = value["minProperties"]?.intValue ?? 0
    }
}

extension Schema.Elements {
    /// Nil if the schema has no keyword for elements.
    fileprivate init?(_ value: JSONValue, in document: String) {
        let keywords = ["minItems", "maxItems", "uniqueItems", "prefixItems", "items", "contains"]
        guard value.isObject, keywords.contains(where: { value[$0] != nil }) else { return nil }
        minimum = value["minItems"]?.intValue ?? 0
        maximum = value["maxItems"]?.intValue ?? .max
        mustDiffer = value["uniqueItems"]?.boolValue == true
        first = value["prefixItems"]?.elements.map { Schema($0, in: document) } ?? []
        rest = value["items"].map { Schema($0, in: document) }
        contained = value["contains"].map { Schema($0, in: document) }
        maximumContained = value["maxContains"]?.intValue ?? .max
    }
}
