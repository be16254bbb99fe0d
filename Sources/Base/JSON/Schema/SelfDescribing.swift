/// A type that provides its own JSON Schema.
///
/// It is for types that decode values of several kinds, because a derived schema would contain only one of the kinds.
public protocol SchemaProviding: Decodable {
    /// The JSON Schema as text.
    static var schema: StaticString { get }
    /// A sample, for types that have a member of this type.
    static var sample: Self { get }
}

/// A type whose schema can't be derived from its calls to a decoder.
protocol SelfDescribing {
    /// Records the schema and returns a sample.
    static func describe(_ recorder: SchemaRecorder) -> Self
}

extension JSONValue: SelfDescribing {
    static func describe(_ recorder: SchemaRecorder) -> JSONValue { .null }
}

extension JSONText: SelfDescribing {
    static func describe(_ recorder: SchemaRecorder) -> JSONText { .null }
}

extension Optional: SelfDescribing where Wrapped: Decodable {
    static func describe(_ recorder: SchemaRecorder) -> Wrapped? {
        recorder.describe(Wrapped.self)
        return nil
    }
}

extension Array: SelfDescribing where Element: Decodable {
    static func describe(_ recorder: SchemaRecorder) -> [Element] {
        recorder.inside(recorder.node.makeArray()).describe(Element.self)
        return []
    }
}

extension Set: SelfDescribing where Element: Decodable {
    static func describe(_ recorder: SchemaRecorder) -> Set<Element> {
        let element = SchemaNode()
        recorder.node.form = .array(element, isUnique: true)
        recorder.inside(element).describe(Element.self)
        return []
    }
}

extension Dictionary: SelfDescribing where Key: CodingKeyRepresentable, Value: Decodable {
    static func describe(_ recorder: SchemaRecorder) -> [Key: Value] {
        let value = SchemaNode()
        recorder.node.form = .map(value)
        recorder.inside(value).describe(Value.self)
        return [:]
    }
}

extension JSONObject: SelfDescribing {
    static func describe(_ recorder: SchemaRecorder) -> JSONObject {
        recorder.node.makeObject()
        recorder.node.isFree = true
        return JSONObject()
    }
}
