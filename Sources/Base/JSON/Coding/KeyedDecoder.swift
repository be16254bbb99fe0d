/// The role of the object that a keyed decoder reads.
///
/// The type is not nested in ``KeyedDecoder``, because it would then be generic too, which costs time.
enum KeyedDecoderRole {
    /// A plain object.
    case object
    /// An action: a virtual object with one member, whose key is the action's name and whose value is the params.
    case action(String)
    /// The params of an action, with the root of the coding path, which records whether the params were read.
    case payload(DecodingPath)
}

/// A keyed container over the members of an object.
struct KeyedDecoder<Key: CodingKey>: KeyedPrimitiveDecoding {
    let object: JSONValue
    let path: DecodingPath?
    let role: KeyedDecoderRole

    var codingPath: [any CodingKey] { path.codingPath }

    var allKeys: [Key] {
        var keys: [Key] = []
        if case .action(let name) = role {
            if let key = Key(stringValue: name) { keys.append(key) }
        } else {
            noteRead()
            for member in object.members { if let key = Key(stringValue: member.key) { keys.append(key) } }
        }
        return keys
    }

    func contains(_ key: Key) -> Bool { member(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try requiredMember(key).isNull }

    func primitive<P: JSONPrimitive>(_ type: P.Type, forKey key: Key) throws -> P {
        try read(type, from: requiredMember(key), path: path(to: key))
    }

    func primitiveIfPresent<P: JSONPrimitive>(_ type: P.Type, forKey key: Key) throws -> P? {
        guard let member = member(key), !member.isNull else { return nil }
        return try read(type, from: member, path: path(to: key))
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if let member = member(key) { return try decoder(key, member).decode(type) }
        guard let params = flattenedPayload(key) else { throw missing(key) }
        return try ValueDecoder(value: params, path: path).decode(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if let member = member(key) { return member.isNull ? nil : try decoder(key, member).decode(type) }
        guard let params = flattenedPayload(key), params.count > 0 else { return nil }
        return try ValueDecoder(value: params, path: path).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let member = try requiredMember(key)
        guard case .action = role else { return try decoder(key, member).container(keyedBy: type) }
        guard member.isObject else { throw mismatch([String: JSONValue].self, "an object", member, []) }
        guard let root = path else { preconditionFailure("an action's decoder has a root") }
        return KeyedDecodingContainer(KeyedDecoder<Nested>(object: member, path: nil, role: .payload(root)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key, requiredMember(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        noteRead()
        return ValueDecoder(
            value: object["super"] ?? .null, path: DecodingPath(parent: path, key: NameKey.superclass))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(key, member(key) ?? .null) }

    private func member(_ key: Key) -> JSONValue? {
        if case .action(let name) = role { return key.stringValue == name ? object : nil }
        noteRead()
        return object[key.stringValue]
    }

    private func noteRead() {
        if case .payload(let root) = role { root.areParamsRead = true }
    }

    private func requiredMember(_ key: Key) throws -> JSONValue {
        guard let member = member(key) else { throw missing(key) }
        return member
    }

    private func decoder(_ key: Key, _ member: JSONValue) -> ValueDecoder {
        // Coding paths are relative to an action's params, so the name of the action is not a step.
        if case .action = role {
            path?.areParamsRead = true
            return ValueDecoder(value: member, path: nil)
        }
        return ValueDecoder(value: member, path: DecodingPath(parent: path, key: key))
    }

    /// Returns the params if they are themselves the unlabelled payload, which Swift names `_0`.
    ///
    /// Returns nil if `key` is not `_0`, or if a member of the params has one of the keys of this container.
    private func flattenedPayload(_ key: Key) -> JSONValue? {
        guard case .payload = role, key.stringValue == "_0" else { return nil }
        for member in object.members where Key(stringValue: member.key) != nil { return nil }
        return object
    }

    private func path(to key: Key) -> [any CodingKey] {
        if case .action = role { return [] }
        return path.codingPath + [key]
    }

    private func missing(_ key: Key) -> DecodingError {
        .keyNotFound(key, .init(codingPath: path.codingPath, debugDescription: "the member is missing"))
    }
}
