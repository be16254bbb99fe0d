/// A keyed container that records the decoded members.
struct KeyedRecorder<Key: CodingKey>: KeyedPrimitiveDecoding {
    let recorder: SchemaRecorder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { recorder.action.flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { recorder.action.map { $0 == key.stringValue } ?? true }

    func decodeNil(forKey key: Key) throws -> Bool { false }

    func primitive<P: JSONPrimitive>(_ type: P.Type, forKey key: Key) throws -> P {
        member(key).node.form = .primitive(type)
        return P.sample
    }

    func primitiveIfPresent<P: JSONPrimitive>(_ type: P.Type, forKey key: Key) throws -> P? {
        member(key, isRequired: false).node.form = .primitive(type)
        return nil
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try member(key).sample(of: type) }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        member(key, isRequired: false).describe(type)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        recorder.inside(recorder.node.member(NameKey.superclass.stringValue, isRequired: false))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { member(key) }

    private func member(_ key: Key, isRequired: Bool = true) -> SchemaRecorder {
        recorder.inside(recorder.node.member(key.stringValue, isRequired: isRequired))
    }
}

/// An unkeyed container that records the decoded elements.
///
/// To the decoded type, the array seems to have one element.
struct UnkeyedRecorder: UnkeyedPrimitiveDecoding {
    let recorder: SchemaRecorder
    private(set) var currentIndex = 0

    init(recorder: SchemaRecorder) { self.recorder = recorder }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() throws -> Bool { false }

    mutating func primitive<P: JSONPrimitive>(_ type: P.Type) throws -> P { try element().primitive(type) }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element().sample(of: type) }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try element().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try element().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { element() }

    /// Returns the recorder of the next element.
    ///
    /// Only the first element determines the schema of the elements. Further elements, as in a tuple, are ignored.
    private mutating func element() -> SchemaRecorder {
        defer { currentIndex += 1 }
        return currentIndex == 0 ? recorder : recorder.inside(SchemaNode())
    }
}
