import FHDataSources
import FHDeclarations
import FHJSON

/// Finds actions whose operation has a place for input that no form of the action gives.
///
/// The findings are warnings, not errors, because a client can send the input by itself.
struct ActionInputs {
    private let sources: [String: WorkspaceNode]
    private let fields: [String: [String]]

    static func report(
        among features: [(String, WorkspaceNode)], _ sources: [(String, WorkspaceNode)], _ kinds: DeclaredKinds
    ) {
        let fields = features.compactMap { name, node in DeclaredNames(node.value, kinds).fields.map { (name, $0) } }
        let reader = ActionInputs(
            sources: Dictionary(sources) { first, _ in first }, fields: Dictionary(fields) { first, _ in first })
        for (_, feature) in features { reader.report(feature) }
    }

    private func report(_ feature: WorkspaceNode) {
        let own = feature.value["source"]?.stringValue
        for action in feature.member("actions")?.elementsIfAny ?? [] {
            guard let source = (action.value["source"]?.stringValue ?? own).flatMap({ sources[$0] }) else { continue }
            // The operation that undoes another one gets the input of the other one.
            for key in ["perform", "undo"] {
                guard let operation = action.value[key]?.stringValue else { continue }
                report(action, key, operation, of: source, isSent: Self.isSent(action.value, byForms: feature.value))
            }
        }
    }

    private func report(
        _ action: WorkspaceNode, _ key: String, _ operation: String, of source: WorkspaceNode, isSent: Bool
    ) {
        let wanted = Self.places(of: source.value["operations"]?[operation]?["argv"])
        if wanted.isEmpty { return }
        guard let input = action.value["input"] else {
            if isSent { return }
            action.report("\(operation) has a place for {input.\(wanted[0])}, and the action has no input", at: key)
            return
        }
        guard let given = names(of: input) else { return }
        for name in wanted where !given.contains(name) {
            action.report(
                "\(operation) has a place for {input.\(name)}, and the form has no such field; "
                    + WorkspaceContext.list(given), at: "input")
        }
    }

    /// The names of the fields in the places of an operation's arguments, without repetition.
    private static func places(of argv: JSONValue?) -> [String] {
        var names: [String] = []
        for argument in (argv ?? .null).elements.compactMap(\.stringValue) {
            for place in Placeholders.all(in: argument) where place.name.hasPrefix("input.") {
                let name = String(place.name.split(separator: ".")[1])
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }

    /// The names of a form's fields; nil if the form is unknown.
    private func names(of input: JSONValue) -> [String]? {
        if let name = input.stringValue { return fields[name] }
        return input["fields"].map { $0.elements.compactMap { $0["name"]?.stringValue } }
    }

    /// True if the output of a form that a modal shows starts the action.
    private static func isSent(_ action: JSONValue, byForms feature: JSONValue) -> Bool {
        let id = action["id"]?.stringValue
        return (feature["modals"] ?? .null).members.contains { _, modal in
            modal["onOutput"]?["action"]?.stringValue == "accept"
                && modal["onOutput"]?["params"]?["action"]?.stringValue == id
        }
    }
}
