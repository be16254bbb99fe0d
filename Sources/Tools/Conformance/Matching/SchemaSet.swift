import FHJSON
import FHPatterns

/// The schemas of messages.
///
/// All messages from a program are validated with them.
///
/// Additional members are allowed, because hosts and later versions of the protocol may add some. So several
/// alternatives of a `oneOf` can match.
final class SchemaSet {
    struct Violation {
        /// The schema to which the value, or a part of it, does not conform.
        let schema: String
        fileprivate let path: [PathToken]
        /// The number of tokens in `path` that lead to the value that `schema` describes.
        fileprivate let depth: Int
        /// Returns the reason.
        ///
        /// Called only if the reason is needed: most violations occur in alternatives of `oneOf`, and are not reported.
        fileprivate let describe: () -> String

        /// The invalid member of the value that `schema` describes, or the member that contains the invalid part.
        ///
        /// Nil if the value itself is invalid.
        var member: String? { path.dropFirst(depth).first?.text }
        /// The location of the invalid part in the whole value.
        var place: JSONPointer { JSONPointer(path.map(\.text)) }
        var reason: String { describe() }
    }

    fileprivate enum PathToken {
        case key(String)
        case index(Int)

        var text: String {
            switch self {
            case .key(let key): key
            case .index(let index): String(index)
            }
        }
    }

    /// A schema and a member that it describes.
    ///
    /// The member is nil for the whole value.
    struct Member: Hashable {
        let schema: String
        let name: String?
    }

    static let prefix = "urn:featurehost:schema:1:"
    /// The schemas by name; each is read when it is needed.
    private let values: [String: JSONValue]
    private var documents: [String: Schema] = [:]
    private var patterns: [String: Pattern] = [:]
    /// The schemas to which the schemas of this set may refer, in addition to each other.
    private let others: SchemaSet?
    /// True if a value may have members that `additionalProperties` of its schema forbids.
    private let allowsMore: Bool
    /// The current depth of references.
    private var depth = 0
    private static let maximumDepth = 500
    /// The names and indices that lead to the current value.
    private var path: [PathToken] = []
    /// The schemas and members for which a valid value was found.
    private(set) var seen: Set<Member> = []

    /// A named schema, and the depth of the value that it describes.
    private struct Frame {
        let name: String
        let depth: Int
    }

    init(_ schemas: [JSONValue]) {
        var byName: [String: JSONValue] = [:]
        for schema in schemas {
            byName[String((schema["$id"]?.stringValue ?? "").dropFirst(Self.prefix.count))] = schema
        }
        values = byName
        others = nil
        allowsMore = true
    }

    /// Creates a set with an unnamed schema.
    ///
    /// The schema may refer to the schemas of `others`.
    ///
    /// - Parameter allowsMore: false for messages to a program, which must not have additional members.
    init(_ unnamed: JSONValue, beside others: SchemaSet, allowsMore: Bool = true) {
        self.allowsMore = allowsMore
        self.others = others
        values = ["": unnamed]
    }

    /// The name of the schema of a method's `params` or `result`.
    static func name(_ method: String, _ what: String) -> String {
        method.split(separator: "/").joined(separator: "-") + "-\(what)"
    }

    /// The name of the containing schema, such as `a` of `a#/$defs/b`.
    static func document(of name: String) -> String { String(name.prefix { $0 != "#" }) }

    /// True if there is a schema with this name.
    func has(_ name: String) -> Bool { values[name] != nil || others?.has(name) ?? false }

    /// The first validation error of a value; nil if the value is valid, or if no schema has this name.
    func violation(in value: JSONValue, by name: String) -> Violation? {
        guard let schema = schema(name) else { return nil }
        path = []
        return check(value, schema, Frame(name: name, depth: 0))
    }

    private func schema(_ name: String) -> Schema? {
        if let known = documents[name] { return known }
        guard let value = values[name] else { return others?.schema(name) }
        let schema = Schema(value, in: name)
        documents[name] = schema
        return schema
    }

    private func fault(_ frame: Frame, at token: PathToken? = nil, _ reason: @escaping () -> String) -> Violation {
        Violation(
            schema: frame.name, path: token.map { path + [$0] } ?? path, depth: frame.depth, describe: reason)
    }

    private func check(_ value: JSONValue, _ schema: Schema, at token: PathToken, _ frame: Frame) -> Violation? {
        path.append(token)
        defer { path.removeLast() }
        return check(value, schema, frame)
    }

    /// Validates a value.
    ///
    /// References without a name are relative to `frame`.
    private func check(_ value: JSONValue, _ schema: Schema, _ frame: Frame) -> Violation? {
        if let isAllowed = schema.isAllowed { return isAllowed ? nil : fault(frame) { "may not be there" } }
        if let reference = schema.reference {
            // A schema from a host may be recursive without end.
            if depth >= Self.maximumDepth {
                return fault(frame) { "is described by references without an end" }
            }
            depth += 1
            defer { depth -= 1 }
            let inner = reference.isLocal ? frame : Frame(name: reference.name, depth: path.count)
            if let target = target(of: reference), let found = check(value, target, inner) { return found }
        }
        if path.count == frame.depth { note(value, frame) }
        return checkScalar(value, schema.scalar, frame)
            ?? checkContents(value, schema, frame)
            ?? checkCombination(value, schema.combination, frame)
    }

    /// The schema to which a reference refers; nil if there is none, so that every value is valid.
    private func target(of reference: Schema.Reference) -> Schema? {
        self.schema(reference.document)?.descendant(reference.pointer)
    }

    private func note(_ value: JSONValue, _ frame: Frame) {
        seen.insert(Member(schema: frame.name, name: nil))
        for (key, _) in value.members { seen.insert(Member(schema: frame.name, name: key)) }
    }

    private func pattern(_ text: String) -> Pattern? {
        if patterns[text] == nil { patterns[text] = try? Pattern(text) }
        return patterns[text]
    }
}

extension SchemaSet {
    /// Validates the value itself.
    private func checkScalar(_ value: JSONValue, _ schema: Schema.Scalar, _ frame: Frame) -> Violation? {
        if let names = schema.types, !names.contains(where: { value.isOf(type: $0) }) {
            return fault(frame) { "should be \(names.joined(separator: " or ")), is \(value.shortened)" }
        }
        if let constant = schema.constant, constant != value {
            return fault(frame) { "should be \(constant), is \(value.shortened)" }
        }
        if let words = schema.words, !words.elements.contains(value) {
            return fault(frame) { "should be one of \(words), is \(value.shortened)" }
        }
        if schema.hasBounds, let number = value.doubleValue, schema.excludes(number) {
            return fault(frame) { "is beyond its bounds: \(value)" }
        }
        if schema.minLength > 0 || schema.pattern != nil, let text = value.stringValue {
            if text.unicodeScalars.count < schema.minLength { return fault(frame) { "is too short: \(value)" } }
            if let expression = schema.pattern, pattern(expression)?.match(text) == .notFound {
                return fault(frame) { "should match \(expression), is \(value.shortened)" }
            }
        }
        return nil
    }

    /// Validates members and elements.
    private func checkContents(_ value: JSONValue, _ schema: Schema, _ frame: Frame) -> Violation? {
        if let members = schema.members, value.isObject { return checkMembers(value, members, frame) }
        guard let elements = schema.elements, value.isArray else { return nil }
        let count = value.count
        if count < elements.minimum || count > elements.maximum {
            return fault(frame) { "has \(count) elements, too few or too many" }
        }
        if elements.mustDiffer, Set(value.elements).count < count {
            return fault(frame) { "has an element twice: \(value.shortened)" }
        }
        for (index, element) in value.elements.enumerated() {
            guard let inner = index < elements.first.count ? elements.first[index] : elements.rest else { continue }
            if let found = check(element, inner, at: .index(index), frame) { return found }
        }
        if let inner = elements.contained {
            let count = value.elements.filter { check($0, inner, frame) == nil }.count
            if count == 0 || count > elements.maximumContained {
                return fault(frame) { "has \(count) elements of a kind that it should have" }
            }
        }
        return nil
    }

    private func checkMembers(_ value: JSONValue, _ members: Schema.Members, _ frame: Frame) -> Violation? {
        for name in members.required where value[name] == nil {
            return fault(frame, at: .key(name)) { "is not there" }
        }
        for (name, others) in members.dependent where value[name] != nil {
            for other in others where value[other] == nil {
                return fault(frame, at: .key(other)) { "is not there, though \(name) is" }
            }
        }
        // `patternProperties` are not evaluated, so any additional name may match one of them.
        let isOpen = allowsMore || members.hasPatterns
        // `additionalProperties: false` is ignored for messages from a program, because the program may add members.
        let others = members.others.flatMap { isOpen && $0.isAllowed == false ? nil : $0 }
        if members.names != nil || others != nil || !members.named.isEmpty {
            for (key, member) in value.members {
                if let names = members.names, let found = check(.string(key), names, at: .key(key), frame) {
                    return found
                }
                guard let inner = members.named[key] ?? others else { continue }
                if let found = check(member, inner, at: .key(key), frame) { return found }
            }
        }
        if value.count < members.minimum { return fault(frame) { "has no members" } }
        return nil
    }

    /// Validates the combinations with other schemas.
    private func checkCombination(_ value: JSONValue, _ schema: Schema.Combination, _ frame: Frame) -> Violation? {
        for inner in schema.all {
            if let found = check(value, inner, frame) { return found }
        }
        for alternatives in schema.alternatives {
            var nearest: Violation?
            var holds = false
            for inner in alternatives {
                guard let found = check(value, inner, frame) else {
                    holds = true
                    break
                }
                // The error of the alternative that matches most deeply is reported, because that alternative was
                // probably intended.
                if found.path.count >= nearest?.path.count ?? 0 { nearest = found }
            }
            if !holds, let nearest { return nearest }
        }
        if let inner = schema.forbidden, check(value, inner, frame) == nil {
            return fault(frame) { "is what it may not be: \(value.shortened)" }
        }
        if let condition = schema.condition {
            let branch = check(value, condition.test, frame) == nil ? condition.positive : condition.negative
            if let branch, let found = check(value, branch, frame) { return found }
        }
        return nil
    }
}
