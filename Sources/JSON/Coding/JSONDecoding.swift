/// Makes Swift values of JSON, through `Decodable`, without Foundation.
///
/// Whole reals pass for integers (`1.0` is 1); numbers outside the range of the type are data corrupted; members that
/// the type doesn't ask for are ignored. `JSONValue` and `JSONText` take whatever stands in their place. Errors carry
/// the whole coding path; `DecodingError.jsonPointer` and its neighbours turn them into answers.
public enum JSONDecoding {
    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, and whatever the type's own `init(from:)` throws.
    public static func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws -> T {
        try ValueDecoder(value: value, path: nil).decode(type)
    }

    /// Decodes one case of an action enum, as if `value` were `{"<name>": params}` and without building that.
    ///
    /// `params` is an object; `null` and `[]` count as `{}`. Swift's synthesized code calls an unlabelled payload `_0`:
    /// a case whose only payload is such a one takes the params themselves for it where they have no member `_0`. Coding
    /// paths are relative to `params`.
    /// - Throws: `DecodingError`, and whatever the type's own `init(from:)` throws; `typeMismatch` for an unknown name.
    public static func decodeAction<A: Decodable>(
        _ type: A.Type, name: String, params: JSONValue = .emptyObject
    ) throws -> A {
        try decodeAction(type, params, root: DecodingPath(action: name))
    }

    static func decodeAction<A: Decodable>(_ type: A.Type, _ params: JSONValue, root: DecodingPath) throws -> A {
        let params = params.isObject || !areParams(params) ? params : .emptyObject
        return try ValueDecoder(value: params, path: root).decode(type)
    }

    /// Whether a value can be the params of an action.
    static func areParams(_ value: JSONValue) -> Bool {
        value.isObject || value.isNull || (value.isArray && value.count == 0)
    }

    /// The object that an action stands for, for types that insist on seeing it.
    static func wrap(_ name: String, _ params: JSONValue) -> JSONValue {
        .build {
            $0.beginObject()
            $0.key(name)
            $0.value(params)
            $0.endObject()
        }
    }
}
