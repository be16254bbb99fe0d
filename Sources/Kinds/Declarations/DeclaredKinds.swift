import FHJSON
import FeatureKit

/// The kinds that a workspace can declare.
package struct DeclaredKinds: Sendable {
    /// The types that read declarations, one for each kind, in the order in which messages list the kinds.
    package let all: [any KindDeclaration.Type]

    package init(_ all: [any KindDeclaration.Type]) { self.all = all }

    private var names: [String] { all.map { $0.kind.rawValue } }

    /// The names of all kinds, for messages: `list, form, search or flow`.
    package var choice: String {
        names.count < 2
            ? names.joined() : names.dropLast().joined(separator: ", ") + " or \(names[names.count - 1])"
    }

    /// The kind of the features that ask for the input of an action; nil if there is none.
    var input: (any KindDeclaration.Type)? { all.first { $0.asksForValues } }

    /// The kind of a declared feature; nil if it is unknown.
    package func kind(of feature: JSONValue) -> (any KindDeclaration.Type)? {
        guard let name = feature["kind"]?.stringValue else { return nil }
        return all.first { $0.kind.rawValue == name }
    }

    /// Reads the kind of a feature, and reports an unknown one.
    package func kind(of node: WorkspaceNode) -> (any KindDeclaration.Type)? {
        guard let member = node.member("kind") else { return nil }
        if let kind = kind(of: node.value) { return kind }
        member.report(choices: names)
        return nil
    }
}
