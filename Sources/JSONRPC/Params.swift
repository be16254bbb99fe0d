public import JSON

/// By-name params, which is what every method of this protocol takes.
public enum Params {
    /// The params as an object.
    ///
    /// Absent, `null` and `[]` count as `{}`: some clients' JSON libraries can't write an empty object.
    ///
    /// - Throws: `invalidParams` for by-position params.
    public static func object(_ params: JSONValue?) throws(RPCError) -> JSONValue {
        guard let params, !params.isNull else { return .emptyObject }
        if params.isObject { return params }
        if params.isArray && params.count == 0 { return .emptyObject }
        throw RPCError(
            .invalidParams, "the params are by position, in an array; expected them by name, in an object")
    }
}
