import JSON

/// Messages of JSON-RPC 2.0, as they are sent to what is tried.
enum Message {
    static func request(_ id: JSONValue, _ method: String, _ params: JSONText?) -> JSONText {
        .build { json in
            json.beginObject()
            json.field("jsonrpc", "2.0")
            json.field("id", id)
            json.field("method", method)
            if let params { json.field("params", params) }
            json.endObject()
        }
    }

    /// - Parameter member: `result` or `error`.
    static func answer(_ id: JSONValue, _ member: String, _ value: JSONValue) -> JSONText {
        .build { json in
            json.beginObject()
            json.field("jsonrpc", "2.0")
            json.field("id", id)
            json.key(member)
            json.value(JSONText(value))
            json.endObject()
        }
    }
}
