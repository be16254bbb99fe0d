/// The encoder of the value at one place of a sink.
///
/// It is also its own single-value container.
///
/// It is two words long, so that `any Encoder` stores it inline.
struct ValueEncoder: Encoder, SinglePrimitiveEncoding {
    let sink: EncodingSink
    let place: EncodingSink.Place

    var codingPath: [any CodingKey] { sink.codingPath(place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedEncoder(sink: sink, place: sink.beginObject(place)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoder(sink: sink, place: sink.beginArray(place))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws {
        try sink.beginScalar(place)
        sink.writer.pointee.null()
    }

    func primitive<P: JSONPrimitive>(_ value: P) throws {
        try sink.beginScalar(place)
        try sink.write(value, key: nil, codingPath)
    }

    func encode<T: Encodable>(_ value: T) throws { try sink.encode(value, at: place) }
}

/// A keyed container that writes the members of an object.
struct KeyedEncoder<Key: CodingKey>: KeyedPrimitiveEncoding {
    let sink: EncodingSink
    let place: EncodingSink.Place

    var codingPath: [any CodingKey] { sink.codingPath(place) }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        sink.writer.pointee.null()
    }

    func primitive<P: JSONPrimitive>(_ value: P, forKey key: Key) throws {
        try begin(key)
        try sink.write(value, key: key, codingPath)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try begin(key)
        try sink.encode(value, key: key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedEncoder<Nested>(sink: sink, place: open(key) { $0.pushObject($1) }))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedEncoder(sink: sink, place: open(key) { $0.pushArray($1) })
    }

    func superEncoder() -> any Encoder { ValueEncoder(sink: sink, place: open(NameKey.superclass) { $0.push($1) }) }

    func superEncoder(forKey key: Key) -> any Encoder {
        ValueEncoder(sink: sink, place: open(key) { $0.push($1) })
    }

    private func begin(_ key: Key) throws {
        try sink.select(place)
        sink.writer.pointee.key(key.stringValue)
    }

    private func open(
        _ key: any CodingKey, _ push: (EncodingSink, any CodingKey) -> EncodingSink.Place
    ) -> EncodingSink.Place {
        guard (try? sink.select(place)) != nil else { return .none }
        sink.writer.pointee.key(key.stringValue)
        return push(sink, key)
    }
}

/// An unkeyed container that writes the elements of an array.
struct UnkeyedEncoder: UnkeyedPrimitiveEncoding {
    let sink: EncodingSink
    let place: EncodingSink.Place
    private(set) var count = 0

    init(sink: EncodingSink, place: EncodingSink.Place) {
        self.sink = sink
        self.place = place
    }

    var codingPath: [any CodingKey] { sink.codingPath(place) }

    mutating func encodeNil() throws {
        try sink.select(place)
        sink.writer.pointee.null()
        count += 1
    }

    mutating func primitive<P: JSONPrimitive>(_ value: P) throws {
        try sink.select(place)
        try sink.write(value, key: IndexKey(count), codingPath)
        count += 1
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try sink.select(place)
        try sink.encode(value, key: IndexKey(count))
        count += 1
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedEncoder<Key>(sink: sink, place: open { $0.pushObject($1) }))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedEncoder(sink: sink, place: open { $0.pushArray($1) })
    }

    mutating func superEncoder() -> any Encoder { ValueEncoder(sink: sink, place: open { $0.push($1) }) }

    private mutating func open(_ push: (EncodingSink, any CodingKey) -> EncodingSink.Place) -> EncodingSink.Place {
        guard (try? sink.select(place)) != nil else { return .none }
        defer { count += 1 }
        return push(sink, IndexKey(count))
    }
}

extension EncodingSink.Place {
    /// A place that accepts no value.
    static let none = EncodingSink.Place(level: .max, serial: 0)
}

extension EncodingSink {
    /// Writes a primitive at the writer's position.
    ///
    /// `path` and `key` are used only for the error if JSON can't represent the value.
    func write<P: JSONPrimitive>(
        _ value: P, key: (any CodingKey)?, _ path: @autoclosure () -> [any CodingKey]
    ) throws {
        guard value.write(into: &writer.pointee) else {
            throw EncodingError.invalidValue(
                value,
                .init(
                    codingPath: path() + (key.map { [$0] } ?? []),
                    debugDescription: "an integer beyond 64 bits with a sign"))
        }
    }
}
