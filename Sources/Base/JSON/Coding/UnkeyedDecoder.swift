struct UnkeyedDecoder: UnkeyedPrimitiveDecoding {
    let elements: JSONValue.Elements
    let path: DecodingPath?
    private(set) var currentIndex = 0

    init(array: JSONValue, path: DecodingPath?) {
        self.elements = array.elements
        self.path = path
    }

    var codingPath: [any CodingKey] { path.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try current(Any?.self).isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func primitive<P: JSONPrimitive>(_ type: P.Type) throws -> P {
        let primitive = try read(type, from: current(type), path: path.codingPath + [IndexKey(currentIndex)])
        currentIndex += 1
        return primitive
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // Arrays decode all their elements through this method. A decoder for each element would take five times as
        // long, so frequent primitives are read directly. In each branch, `T` is the type in the condition, so the cast
        // changes nothing.
        if type == Int.self { return unsafeBitCast(try primitive(Int.self), to: T.self) }
        if type == Double.self { return unsafeBitCast(try primitive(Double.self), to: T.self) }
        let decoded = try decoder(type).decode(type)
        currentIndex += 1
        return decoded
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try decoder([String: JSONValue].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder([JSONValue].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    /// Returns the next element.
    ///
    /// If there is no next element, the error contains the index and the expected type.
    private func current(_ type: any Any.Type) throws -> JSONValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: path.codingPath + [IndexKey(currentIndex)], debugDescription: "the array has ended"))
        }
        return elements[currentIndex]
    }

    private func decoder(_ type: any Any.Type) throws -> ValueDecoder {
        ValueDecoder(value: try current(type), path: DecodingPath(parent: path, key: IndexKey(currentIndex)))
    }
}
