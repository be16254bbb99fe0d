import FormFeature
import JSON

/// What a snapshot shows of the params that a feature was pushed with: of `values` only those that it takes and that
/// are no secrets, since what nobody knows may be one.
struct ShownParams {
    /// What may be seen of a value.
    private indirect enum Sight {
        case all
        /// Of an object, or of the objects in an array: these members.
        case members([String: Sight])

        init(_ fields: [FieldConfiguration]) {
            var members: [String: Sight] = [:]
            for field in fields where field.type != .secure {
                members[field.name] = field.type == .group || field.type == .repeated ? Sight(field.fields) : .all
            }
            self = .members(members)
        }
    }

    /// Nil where the feature takes none.
    private let values: Sight?

    /// A param of which nothing is shown.
    private let hidden: String?

    /// - Parameters:
    ///   - fields: those whose values the feature takes.
    ///   - hidden: the name of a param that is left out.
    init(valuesOf fields: [FieldConfiguration] = [], without hidden: String? = nil) {
        values = fields.isEmpty ? nil : Sight(fields)
        self.hidden = hidden
    }

    func text(of params: JSONValue) -> JSONText {
        let own = params["values"]
        if own == nil, hidden.flatMap({ params[$0] }) == nil { return JSONText(params) }
        return JSONText.build { json in
            json.beginObject()
            for (key, value) in params.members where key != "values" && key != hidden {
                json.key(key)
                json.value(value)
            }
            if let values, let own, own.isObject {
                json.key("values")
                Self.write(own, values, to: &json)
            }
            json.endObject()
        }
    }

    private static func write(_ value: JSONValue, _ sight: Sight, to json: inout JSONWriter) {
        switch (sight, value.kind) {
        case (.all, _): json.value(value)
        case (.members(let known), .object):
            json.beginObject()
            for (key, value) in value.members {
                guard let sight = known[key] else { continue }
                json.key(key)
                write(value, sight, to: &json)
            }
            json.endObject()
        case (.members, .array):
            json.beginArray()
            for value in value.elements { write(value, sight, to: &json) }
            json.endArray()
        // What a group or an item is not shows nothing of itself.
        case (.members, _): json.null()
        }
    }
}
