import FHFormFeature
import FHHosting
import FHJSON

/// The filter of the params of a pushed feature, for the snapshot of the flow that shows the feature.
///
/// In `values`, it keeps only the known fields that are not secret. The value of an unknown field may be a secret.
struct ShownParams {
    /// The visible part of a value.
    private indirect enum Visibility {
        case all
        /// Only these members of an object, or of each object in an array, are visible.
        case members([String: Visibility])

        init(_ fields: [FieldConfiguration]) {
            var members: [String: Visibility] = [:]
            for field in fields where field.type != .secure {
                members[field.name] = field.type == .group || field.type == .repeated ? Visibility(field.fields) : .all
            }
            self = .members(members)
        }
    }

    /// The visible part of `values`; nil if the feature has no fields.
    private let values: Visibility?

    /// The name of a param that is omitted.
    private let hidden: String?

    /// - Parameters:
    ///   - fields: the fields whose values the feature accepts.
    ///   - hidden: the name of a param that is omitted.
    init(valuesOf fields: [FieldConfiguration] = [], without hidden: String? = nil) {
        values = fields.isEmpty ? nil : Visibility(fields)
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

    private static func write(_ value: JSONValue, _ sight: Visibility, to json: inout JSONWriter) {
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
        // If a group is expected, a value that is neither an object nor an array could be a secret.
        case (.members, _): json.null()
        }
    }
}
