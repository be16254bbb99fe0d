import FHJSON

/// Selects the params of a pushed feature for the snapshot of the flow.
///
/// The snapshot contains a member of `values` only if the feature has a field with this name that is not secret. A
/// value for which the feature has no field may be a secret.
package struct ShownParams {
    /// The visible part of a value.
    package indirect enum Visibility: Sendable {
        case all
        /// Only these members of an object, or of each object in an array, are visible.
        case members([String: Visibility])
    }

    /// The visible part of the param `values`; nil if the feature has no fields.
    private let values: Visibility?

    /// The name of a param that is omitted; nil to omit none.
    private let hidden: String?

    /// Creates a selection of params.
    ///
    /// - Parameters:
    ///   - values: the visible part of the param `values`; nil if the feature has no fields.
    ///   - hidden: the name of a param that is omitted; nil to omit none.
    package init(values: Visibility? = nil, without hidden: String? = nil) {
        self.values = values
        self.hidden = hidden
    }

    package func text(of params: JSONValue) -> JSONText {
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
