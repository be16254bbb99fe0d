/// A decoder that records all calls and returns samples.
///
/// It is also its own single-value container.
struct SchemaRecorder: Decoder, SinglePrimitiveDecoding {
    let node: SchemaNode
    /// The types that enclose the value, from the outermost.
    ///
    /// If a type contains itself, the recursion ends at its second occurrence.
    var enclosing: [ObjectIdentifier] = []
    /// The name of the action; nil if the value is not an action.
    ///
    /// The recorder represents an action as an object that has only the member with this name.
    var action: String?

    private static let maximumDepth = 32

    init(node: SchemaNode, enclosing: [ObjectIdentifier] = [], action: String? = nil) {
        self.node = node
        self.enclosing = enclosing
        self.action = action
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if let action, Key(stringValue: action) != nil { node.action = action }
        node.makeObject()
        return KeyedDecodingContainer(KeyedRecorder(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedRecorder(recorder: inside(node.makeArray()))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }

    func primitive<P: JSONPrimitive>(_ type: P.Type) throws -> P {
        if let action, let action = action as? P { return action }
        node.form = .primitive(type)
        return P.sample
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try sample(of: type) }

    /// Derives the schema of `type` and returns a sample.
    func sample<T: Decodable>(of type: T.Type) throws -> T {
        if let known = type as? any SelfDescribing.Type { return known.describe(self) as! T }
        if let known = type as? any SchemaProviding.Type {
            node.form = .given(known.schema)
            return known.sample as! T
        }
        if let first = SchemaRecorder.firstCase(of: type), let values = SchemaRecorder.rawValues(of: type) {
            node.form = .enumeration(values)
            return first
        }
        guard enclosing.count < Self.maximumDepth, !enclosing.contains(ObjectIdentifier(type)) else {
            throw DecodingError.typeMismatch(type, .init(codingPath: [], debugDescription: "the type contains itself"))
        }
        var inner = self
        inner.enclosing.append(ObjectIdentifier(type))
        do {
            return try T(from: inner)
        } catch {
            node.form = .any
            throw error
        }
    }

    /// Derives the schema of `type`, and ignores the sample and any error.
    func describe<T: Decodable>(_ type: T.Type) { _ = try? sample(of: type) }

    /// Returns a recorder for a nested value.
    func inside(_ node: SchemaNode) -> SchemaRecorder { SchemaRecorder(node: node, enclosing: enclosing) }

    /// True if the type accepted `name` as a key.
    func knowsAction(_ name: String) -> Bool { node.action == name }

    /// Returns the raw values of a `CaseIterable` enum, which must be strings or integers; nil for any other type.
    static func rawValues<T>(of type: T.Type) -> [JSONText]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        return rawValues(ofCases: type)
    }

    private static func rawValues<C: CaseIterable>(ofCases type: C.Type) -> [JSONText]? {
        var texts: [JSONText] = []
        for element in type.allCases {
            guard let element = element as? any RawRepresentable else { return nil }
            switch element.rawValue as Any {
            case let string as String: texts.append(.string(string))
            case let integer as Int: texts.append(.integer(integer))
            default: return nil
            }
        }
        return texts
    }

    private static func firstCase<T>(of type: T.Type) -> T? {
        func first<C: CaseIterable>(_ type: C.Type) -> T? { type.allCases.first as? T }
        guard let type = type as? any CaseIterable.Type else { return nil }
        return first(type)
    }
}
