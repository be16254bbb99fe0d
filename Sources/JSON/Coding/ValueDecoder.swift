/// Decodes one value; its own single-value container.
///
/// Three words, so that `any Decoder` holds it in place.
struct ValueDecoder: Decoder, SinglePrimitiveDecoding {
    let value: JSONValue
    let path: DecodingPath?

    var codingPath: [any CodingKey] { path.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if let name = path?.action {
            return KeyedDecodingContainer(KeyedDecoder(object: value, path: path, role: .action(name)))
        }
        try require(.object)
        return KeyedDecodingContainer(KeyedDecoder(object: value, path: path, role: .object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let value = unwrapped
        try value.require(.array)
        return UnkeyedDecoder(array: value.value, path: path)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// Decodes a whole value: the ways in for `JSONValue` and `JSONText` are here.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // The types are the same, which makes the casts what the optimiser can't see that they are: nothing.
        if type == JSONValue.self { return unsafeBitCast(unwrapped.value, to: T.self) }
        if type == JSONText.self { return unsafeBitCast(JSONText(unwrapped.value), to: T.self) }
        if type == [String].self, value.isArray, path?.action == nil {
            let strings = try value.elements.enumerated().map { index, element in
                try read(String.self, from: element, path: path.codingPath + [IndexKey(index)])
            }
            return unsafeBitCast(strings, to: T.self)
        }
        do {
            return try T(from: self)
        } catch let error as DecodingError where path?.action == nil {
            throw error.naming(valuesOf: type)
        }
    }

    func decodeNil() -> Bool { path?.action == nil && value.isNull }

    func primitive<P: JSONPrimitive>(_ type: P.Type) throws -> P {
        // An action without params may be an enum of plain names.
        if let path, let name = path.action {
            path.areParamsRead = true
            if value.count == 0, let name = name as? P { return name }
        }
        return try read(type, from: unwrapped.value, path: path.codingPath)
    }

    /// What this decoder stands for, where it is an action, as the object that it pretends to be.
    private var unwrapped: ValueDecoder {
        guard let path, let name = path.action else { return self }
        path.areParamsRead = true
        return ValueDecoder(value: JSONDecoding.wrap(name, value), path: nil)
    }

    private func require(_ kind: JSONValue.Kind) throws {
        guard value.kind == kind else {
            throw mismatch(
                kind == .object ? [String: JSONValue].self : [JSONValue].self,
                kind == .object ? "an object" : "an array", value, path.codingPath)
        }
    }
}

/// Reads a primitive.
func read<P: JSONPrimitive>(
    _ type: P.Type, from value: JSONValue, path: @autoclosure () -> [any CodingKey]
) throws -> P {
    do {
        return try P.read(value)
    } catch .kind {
        throw mismatch(type, type.noun, value, path())
    } catch .range {
        throw DecodingError.dataCorrupted(
            .init(codingPath: path(), debugDescription: "the number is outside the range of \(type)"))
    }
}

/// The error for a value of another kind than `noun` says, which it never quotes.
func mismatch(
    _ type: any Any.Type, _ noun: StaticString, _ value: JSONValue, _ path: [any CodingKey]
) -> DecodingError {
    if value.isNull {
        return .valueNotFound(type, .init(codingPath: path, debugDescription: "\(noun) expected, found null"))
    }
    return .typeMismatch(type, .init(codingPath: path, debugDescription: "\(noun) expected, found \(value.kind.noun)"))
}

extension JSONValue.Kind {
    /// What a person calls a value of this kind, with its article.
    fileprivate var noun: StaticString {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer: "an integer"
        case .real: "a number with a fraction"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
