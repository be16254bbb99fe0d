public import FHJSON

/// Params by name, the only form that the methods of this protocol accept.
public enum Params {
    /// The params as an object.
    ///
    /// Absent params, `null` and `[]` count as `{}`, because the JSON libraries of some clients can't write an empty
    /// object.
    ///
    /// - Throws: `invalidParams` for params by position.
    public static func object(_ params: JSONValue?) throws(RPCError) -> JSONValue {
        guard let params, !params.isNull else { return .emptyObject }
        if params.isObject { return params }
        if params.isArray && params.count == 0 { return .emptyObject }
        throw RPCError(
            .invalidParams, "the params are by position, in an array; expected them by name, in an object")
    }
}
