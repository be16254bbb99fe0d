/// Decodes Swift values from JSON through `Decodable`, without Foundation.
///
/// Integer types accept reals without a fraction (`1.0` gives 1). A number outside the range of the type is an error
/// (`dataCorrupted`). Members that the type does not decode are ignored. `JSONValue` and `JSONText` accept any value.
/// Errors contain the whole coding path; `DecodingError.jsonPointer`, `reasonCode` and `reason` describe them for a
/// response.
///
/// ```swift
/// struct Point: Decodable { var x: Int, y: Int }
/// let point = try JSONDecoding.decode(Point.self, from: JSONValue(parsing: #"{"x":1,"y":2}"#))
/// ```
public enum JSONDecoding {
    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, and any error of the type's own `init(from:)`.
    public static func decode<T: Decodable>(_ type: T.Type, from value: JSONValue) throws -> T {
        try ValueDecoder(value: value, path: nil).decode(type)
    }

    /// Decodes one case of an action enum.
    ///
    /// The result is the same as if `{"<name>": params}` were decoded. This object is built only for a type that does
    /// not decode itself through a keyed container.
    ///
    /// `params` must be an object; `null` and `[]` count as `{}`. Swift's synthesized code names an unlabelled payload
    /// `_0`. If a case has a single, unlabelled payload and the params have no member `_0`, the payload is decoded from
    /// the params themselves. Coding paths are relative to `params`.
    /// - Throws: `DecodingError` (`typeMismatch` for an unknown name), and any error of the type's own `init(from:)`.
    public static func decodeAction<A: Decodable>(
        _ type: A.Type, name: String, params: JSONValue = .emptyObject
    ) throws -> A {
        try decodeAction(type, params, root: DecodingPath(action: name))
    }

    static func decodeAction<A: Decodable>(_ type: A.Type, _ params: JSONValue, root: DecodingPath) throws -> A {
        let params = params.isObject || !areParams(params) ? params : .emptyObject
        return try ValueDecoder(value: params, path: root).decode(type)
    }

    /// True if a value can be the params of an action.
    static func areParams(_ value: JSONValue) -> Bool {
        value.isObject || value.isNull || (value.isArray && value.count == 0)
    }

    /// Builds `{"<name>": params}`, for types that do not decode the action through a keyed container.
    static func wrap(_ name: String, _ params: JSONValue) -> JSONValue {
        .build {
            $0.beginObject()
            $0.key(name)
            $0.value(params)
            $0.endObject()
        }
    }
}
