import FHJSON

/// The values of a feature's params.
package struct ParamValues: Sendable, Hashable {
    /// The names of all declared params, also of those without a value.
    package let names: Set<String>
    package let values: [String: JSONText]
    /// The names of the params whose values are any strings, and not choices of the author.
    package let texts: Set<String>

    package init(names: Set<String> = [], values: [String: JSONText] = [:], texts: Set<String> = []) {
        self.names = names
        self.values = values
        self.texts = texts
    }

    /// The values of some params.
    package func only(_ names: Set<String>) -> ParamValues {
        ParamValues(
            names: self.names.intersection(names), values: values.filter { names.contains($0.key) },
            texts: texts.intersection(names))
    }

    /// The values as an object with sorted names: equal values have equal texts.
    package var object: JSONText { object(of: values.keys) }

    /// The values as an object in which absent values are null.
    package var objectWithNulls: JSONText { object(of: names) }

    private func object(of names: some Sequence<String>) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for name in names.sorted() {
                json.key(name)
                json.value(values[name] ?? .null)
            }
            json.endObject()
        }
    }
}
