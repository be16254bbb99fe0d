/// The decoder of one value.
///
/// It is also its own single-value container.
///
/// It is three words long, so that `any Decoder` stores it inline.
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

    /// Decodes the value.
    ///
    /// Calls no `init(from:)` for `JSONValue`, `JSONText` and arrays of strings.
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // In each branch, `T` is the type in the condition, so the cast changes nothing. The optimiser can't infer this
        // from the condition.
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
        // An action without params may be a case of an enum that has raw values. The action's name is then the raw
        // value.
        if let path, let name = path.action {
            path.areParamsRead = true
            if value.count == 0, let name = name as? P { return name }
        }
        return try read(type, from: unwrapped.value, path: path.codingPath)
    }

    /// A decoder of the object `{"<name>": params}` if this is the decoder of an action; otherwise this decoder.
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

/// Reads a primitive; throws a `DecodingError` with the coding path if the value has another type.
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

/// Returns the error for a value of the wrong kind.
///
/// The message never quotes the value.
func mismatch(
    _ type: any Any.Type, _ noun: StaticString, _ value: JSONValue, _ path: [any CodingKey]
) -> DecodingError {
    if value.isNull {
        return .valueNotFound(type, .init(codingPath: path, debugDescription: "\(noun) expected, found null"))
    }
    return .typeMismatch(type, .init(codingPath: path, debugDescription: "\(noun) expected, found \(value.kind.noun)"))
}

extension JSONValue.Kind {
    /// The name of the kind in error messages, with its article.
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
