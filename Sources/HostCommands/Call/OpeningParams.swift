import Hosting
import JSON

/// What a feature that a workspace declares can be opened with.
struct OpeningParams {
    private let feature: String
    private let kind: String
    /// The params.
    private let names: [String]
    /// What a person can write.
    private let usage: String
    /// What its declaration names, such as the fields of a form, which are the members of its param `values`.
    private let declared: DeclaredNames

    /// Nil where the workspace doesn't declare the feature.
    init?(of feature: String, in workspace: JSONValue) {
        guard let declared = workspace["features"]?[feature], let kind = declared["kind"]?.stringValue else {
            return nil
        }
        self.feature = feature
        self.kind = kind
        self.declared = DeclaredNames(declared)
        switch kind {
        case "form":
            // The id is that of a row, beside its values.
            names = ["values", "id"]
            usage = "values.FIELD=VALUE"
        case "flow":
            names = ["routes"]
            usage = declared["steps"] == nil ? "routes" : "nothing"
        case "list", "search":
            names = []
            usage = "nothing"
        default: return nil
        }
    }

    /// Names what the feature ignores, a sentence each.
    func mistakes(in params: JSONValue) -> [String] {
        var mistakes: [String] = []
        for (name, value) in params.members {
            if !names.contains(name) {
                mistakes.append("\(feature) ignores \(name): a \(kind) is opened with \(usage)")
            } else if name == "values" {
                // The id of a row comes with its values.
                for (path, known) in declared.valuesWithoutField(in: value) where path != ["id"] {
                    let place = "values.\(path.joined(separator: "."))"
                    let others = known.joined(separator: ", ")
                    mistakes.append("\(feature) ignores \(place): there is no such field, but \(others)")
                }
            }
        }
        return mistakes
    }
}
