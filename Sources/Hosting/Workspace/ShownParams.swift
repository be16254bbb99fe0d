import JSON

/// What a snapshot shows of the params that a feature was pushed with: of `values` only those that it takes and that
/// are no secrets, since what nobody knows may be one.
struct ShownParams {
    private let names: Set<String>

    /// - Parameter values: the names of the values that the feature takes and that may be seen.
    init(values: [String] = []) {
        names = Set(values)
    }

    func text(of params: JSONValue) -> JSONText {
        guard let values = params["values"] else { return JSONText(params) }
        return JSONText.build { json in
            json.beginObject()
            for (key, value) in params.members where key != "values" {
                json.key(key)
                json.value(value)
            }
            if !names.isEmpty, values.kind == .object {
                json.key("values")
                json.beginObject()
                for (key, value) in values.members where names.contains(key) {
                    json.key(key)
                    json.value(value)
                }
                json.endObject()
            }
            json.endObject()
        }
    }
}
