import JSON

/// What a feature that a workspace declares can be opened with.
struct OpeningParams {
    private let feature: String
    private let kind: String
    /// The params.
    private let names: [String]
    /// What a person can write.
    private let usage: String
    /// The fields of a form, which are the members of its param `values`.
    private let fields: [JSONValue]

    /// Nil where the workspace doesn't declare the feature.
    init?(of feature: String, in workspace: JSONValue) {
        guard let declared = workspace["features"]?[feature], let kind = declared["kind"]?.stringValue else {
            return nil
        }
        self.feature = feature
        self.kind = kind
        switch kind {
        case "form":
            // The id is that of a row, beside its values.
            names = ["values", "id"]
            usage = "values.FIELD=VALUE"
            fields = Self.fields(of: declared)
        case "flow":
            names = ["routes"]
            usage = declared["steps"] == nil ? "routes" : "nothing"
            fields = []
        case "list", "search":
            names = []
            usage = "nothing"
            fields = []
        default: return nil
        }
    }

    private static func fields(of form: JSONValue) -> [JSONValue] {
        var fields: [JSONValue] = []
        let parts: [JSONValue] = form["steps"].map { Array($0.elements) } ?? [form]
        for part in parts {
            for section in (part["sections"] ?? .null).elements {
                for field in (section["fields"] ?? .null).elements { fields.append(field) }
            }
        }
        return fields
    }

    /// Names what the feature ignores, a sentence each.
    func mistakes(in params: JSONValue) -> [String] {
        var mistakes: [String] = []
        for (name, value) in params.members {
            if !names.contains(name) {
                mistakes.append("\(feature) ignores \(name): a \(kind) is opened with \(usage)")
            } else if name == "values" {
                collect(value, fields, path: name, &mistakes)
            }
        }
        return mistakes
    }

    private func collect(_ values: JSONValue, _ fields: [JSONValue], path: String, _ mistakes: inout [String]) {
        guard values.isObject else { return }
        for (name, value) in values.members {
            let known = fields.first { isSameText($0["name"]?.stringValue, name) }
            guard let known else {
                // The id of a row comes with its values.
                if name == "id", path == "values" { continue }
                let others = fields.compactMap { $0["name"]?.stringValue }.joined(separator: ", ")
                mistakes.append("\(feature) ignores \(path).\(name): there is no such field, but \(others)")
                continue
            }
            guard let inner = known["fields"] else { continue }
            switch known["type"]?.stringValue {
            case "group": collect(value, Array(inner.elements), path: "\(path).\(name)", &mistakes)
            case "repeated":
                for item in value.elements {
                    collect(item, Array(inner.elements), path: "\(path).\(name)", &mistakes)
                }
            default: break
            }
        }
    }
}
