import FHJSON
import FHPatterns

/// The schemas of messages.
///
/// All messages from a program are validated with them.
///
/// Additional members are allowed, because hosts and later versions may add some. So several alternatives of a `oneOf`
/// can match.
final class SchemaSet {
    struct Violation {
        /// The schema to which the value, or a part of it, does not conform.
        let schema: String
        /// The invalid member of that part; nil if the part itself is invalid.
        let member: String?
        /// The location of the invalid part in the whole value.
        let place: JSONPointer
        let reason: String
    }

    /// A schema and a member that it describes.
    ///
    /// The member is nil for the whole value.
    struct Member: Hashable {
        let schema: String
        let name: String?
    }

    static let prefix = "urn:featurehost:schema:1:"
    private var schemas: [String: JSONValue]
    private var patterns: [String: Pattern] = [:]
    /// True if a value may have members that `additionalProperties` of its schema forbids.
    private let allowsMore: Bool
    /// The current depth of references.
    private var depth = 0
    private static let maximumDepth = 500
    /// The schemas and members for which a valid value was found.
    private(set) var seen: Set<Member> = []

    init(_ schemas: [JSONValue]) {
        var byName: [String: JSONValue] = [:]
        for schema in schemas {
            byName[String((schema["$id"]?.stringValue ?? "").dropFirst(Self.prefix.count))] = schema
        }
        self.schemas = byName
        allowsMore = true
    }

    /// Creates a set with an unnamed schema.
    ///
    /// The schema may refer to the schemas of `others`.
    ///
    /// - Parameter allowsMore: false for messages to a program, which must not have additional members.
    init(_ unnamed: JSONValue, beside others: SchemaSet, allowsMore: Bool = true) {
        self.allowsMore = allowsMore
        schemas = others.schemas
        schemas[""] = unnamed
    }

    /// The name of the schema of a method's `params` or `result`.
    static func name(_ method: String, _ what: String) -> String {
        method.split(separator: "/").joined(separator: "-") + "-\(what)"
    }

    /// True if there is a schema with this name.
    func has(_ name: String) -> Bool { schemas[name] != nil }

    /// The first validation error of a value; nil if the value is valid or there is no such schema.
    func violation(in value: JSONValue, by name: String) -> Violation? {
        guard let schema = schemas[name] else { return nil }
        let frame = Frame(name: name, root: JSONPointer())
        return check(value, schema, at: JSONPointer(), frame)
    }

    /// The current schema, and the location of the value that it describes.
    struct Frame {
        let name: String
        let root: JSONPointer
    }

    func fault(_ place: JSONPointer, _ reason: String, _ frame: Frame) -> Violation {
        let below = place.tokens.dropFirst(frame.root.tokens.count)
        return Violation(schema: frame.name, member: below.first, place: place, reason: reason)
    }

    /// Validates a value.
    ///
    /// References without a name are relative to `frame`.
    func check(_ value: JSONValue, _ schema: JSONValue, at place: JSONPointer, _ frame: Frame) -> Violation? {
        if let bool = schema.boolValue { return bool ? nil : fault(place, "may not be there", frame) }
        if let reference = schema["$ref"]?.stringValue {
            // A schema from a host may be recursive without end.
            if depth >= Self.maximumDepth { return fault(place, "is described by references without an end", frame) }
            depth += 1
            defer { depth -= 1 }
            let (name, target) = resolve(reference, from: frame.name)
            let inner = reference.hasPrefix("#") ? frame : Frame(name: name, root: place)
            if let found = check(value, target, at: place, inner) { return found }
        }
        if place.tokens.count == frame.root.tokens.count { note(value, frame) }
        return checkValue(value, schema, at: place, frame)
            ?? checkContents(value, schema, at: place, frame)
            ?? checkCombinations(value, schema, at: place, frame)
    }

    private func note(_ value: JSONValue, _ frame: Frame) {
        seen.insert(Member(schema: frame.name, name: nil))
        for (key, _) in value.members { seen.insert(Member(schema: frame.name, name: key)) }
    }

    private func resolve(_ reference: String, from name: String) -> (String, JSONValue) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let named = parts[0].isEmpty ? Self.document(of: name) : String(parts[0].dropFirst(Self.prefix.count))
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        let pointer = (try? JSONPointer(parsing: fragment)) ?? JSONPointer()
        return (named + (fragment.isEmpty ? "" : "#\(fragment)"), schemas[named]?[pointer] ?? .bool(true))
    }

    /// The name of the containing schema, such as `a` of `a#/$defs/b`.
    static func document(of name: String) -> String { String(name.prefix { $0 != "#" }) }

    func pattern(_ text: String) -> Pattern? {
        if patterns[text] == nil { patterns[text] = try? Pattern(text) }
        return patterns[text]
    }
}

extension SchemaSet {
    /// Validates the value itself.
    private func checkValue(
        _ value: JSONValue, _ schema: JSONValue, at place: JSONPointer, _ frame: Frame
    ) -> Violation? {
        if let names = schema["type"]?.types {
            if !names.contains(where: { value.isOf(type: $0) }) {
                return fault(place, "should be \(names.joined(separator: " or ")), is \(value.shortened)", frame)
            }
        }
        if let constant = schema["const"], constant != value {
            return fault(place, "should be \(constant), is \(value.shortened)", frame)
        }
        if let words = schema["enum"], !words.elements.contains(value) {
            return fault(place, "should be one of \(words), is \(value.shortened)", frame)
        }
        if let number = value.doubleValue {
            let isBeyond =
                number < schema["minimum"]?.doubleValue ?? -.infinity
                || number > schema["maximum"]?.doubleValue ?? .infinity
                || number <= schema["exclusiveMinimum"]?.doubleValue ?? -.infinity
            if isBeyond { return fault(place, "is beyond its bounds: \(value)", frame) }
        }
        if let text = value.stringValue {
            if text.unicodeScalars.count < schema["minLength"]?.intValue ?? 0 {
                return fault(place, "is too short: \(value)", frame)
            }
            if let expression = schema["pattern"]?.stringValue, pattern(expression)?.match(text) == .notFound {
                return fault(place, "should match \(expression), is \(value.shortened)", frame)
            }
        }
        return nil
    }

    /// Validates members and elements.
    private func checkContents(
        _ value: JSONValue, _ schema: JSONValue, at place: JSONPointer, _ frame: Frame
    ) -> Violation? {
        if value.isObject { return checkMembers(value, schema, at: place, frame) }
        guard value.isArray else { return nil }
        if value.count < schema["minItems"]?.intValue ?? 0 || value.count > schema["maxItems"]?.intValue ?? .max {
            return fault(place, "has \(value.count) elements, too few or too many", frame)
        }
        if schema["uniqueItems"]?.boolValue == true, Set(value.elements).count < value.count {
            return fault(place, "has an element twice: \(value.shortened)", frame)
        }
        let first = schema["prefixItems"]?.count ?? 0
        for (index, element) in value.elements.enumerated() {
            guard let inner = index < first ? schema["prefixItems"]?[index] : schema["items"] else { continue }
            if let found = check(element, inner, at: place.appending(index), frame) { return found }
        }
        if let inner = schema["contains"] {
            let count = value.elements.filter { check($0, inner, at: place, frame) == nil }.count
            if count == 0 || count > schema["maxContains"]?.intValue ?? .max {
                return fault(place, "has \(count) elements of a kind that it should have", frame)
            }
        }
        return nil
    }

    private func checkMembers(
        _ value: JSONValue, _ schema: JSONValue, at place: JSONPointer, _ frame: Frame
    ) -> Violation? {
        for name in schema["required"]?.elements.compactMap(\.stringValue) ?? [] where value[name] == nil {
            return fault(place.appending(name), "is not there", frame)
        }
        for (name, others) in schema["dependentRequired"]?.members.map({ $0 }) ?? [] where value[name] != nil {
            for other in others.elements.compactMap(\.stringValue) where value[other] == nil {
                return fault(place.appending(other), "is not there, though \(name) is", frame)
            }
        }
        let properties = schema["properties"]
        // `patternProperties` are not evaluated, so any additional name may match one of them.
        let isOpen = allowsMore || schema["patternProperties"] != nil
        for (key, member) in value.members {
            if let names = schema["propertyNames"],
                let found = check(.string(key), names, at: place.appending(key), frame)
            {
                return found
            }
            // `additionalProperties: false` is ignored for messages from a program, because the program may add
            // members.
            let others = schema["additionalProperties"].flatMap { isOpen && $0.boolValue == false ? nil : $0 }
            guard let inner = properties?[key] ?? others else { continue }
            if let found = check(member, inner, at: place.appending(key), frame) { return found }
        }
        if value.count < schema["minProperties"]?.intValue ?? 0 { return fault(place, "has no members", frame) }
        return nil
    }

    /// Validates the combinations with other schemas.
    private func checkCombinations(
        _ value: JSONValue, _ schema: JSONValue, at place: JSONPointer, _ frame: Frame
    ) -> Violation? {
        for inner in schema["allOf"]?.elements.map({ $0 }) ?? [] {
            if let found = check(value, inner, at: place, frame) { return found }
        }
        for keyword in ["anyOf", "oneOf"] {
            guard let alternatives = schema[keyword] else { continue }
            var nearest: Violation?
            var holds = false
            for inner in alternatives.elements {
                guard let found = check(value, inner, at: place, frame) else {
                    holds = true
                    break
                }
                // The error of the alternative that matches most deeply is reported, because that alternative was
                // probably intended.
                if found.place.tokens.count >= nearest?.place.tokens.count ?? 0 { nearest = found }
            }
            if !holds, let nearest { return nearest }
        }
        if let inner = schema["not"], check(value, inner, at: place, frame) == nil {
            return fault(place, "is what it may not be: \(value.shortened)", frame)
        }
        if let condition = schema["if"] {
            let branch = check(value, condition, at: place, frame) == nil ? schema["then"] : schema["else"]
            if let branch, let found = check(value, branch, at: place, frame) { return found }
        }
        return nil
    }
}
