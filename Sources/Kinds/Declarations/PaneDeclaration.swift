import FHJSON
import FHKindParts
import FeatureKit

/// Reads a feature that is shown in a pane: its name or its declaration, and its params.
package enum PaneDeclaration {
    /// The members of a pane.
    package static let keys = ["feature", "params"]

    /// Reads a pane, and reports its errors; nil if no feature can be shown.
    ///
    /// - Parameter siblings: the names of the panes beside this one; nil for the detail of a feature with rows.
    package static func source(
        _ node: WorkspaceNode, siblings: [String]?, _ context: WorkspaceContext
    ) -> PaneSource? {
        guard node.value.isObject else {
            node.report("must be an object with feature, and params if the feature has any")
            return nil
        }
        node.expect(keys: keys)
        if node.value["feature"] == nil { node.report("lacks feature: a name, or the declaration of a feature") }
        let feature = context.feature(node)
        var fixed: [(String, JSONValue)] = []
        var followed: [PaneSource.Followed] = []
        for (name, param) in node.objects("params") {
            if !isFollowed(param.value) {
                fixed.append((name, param.value))
            } else if let place = place(param, name, siblings) {
                followed.append(place)
            }
        }
        let params = JSONText.build { json in
            json.beginObject()
            for (name, value) in fixed {
                json.key(name)
                json.value(value)
            }
            json.endObject()
        }
        return feature.map { PaneSource($0, params: params, followed: followed) }
    }

    /// True for a param that follows an active row: an object with `active`.
    package static func isFollowed(_ value: JSONValue) -> Bool { value.isObject && value["active"] != nil }

    /// The names of the panes that a pane follows.
    package static func followed(by pane: JSONValue) -> [String] {
        (pane["params"] ?? .null).members.compactMap { isFollowed($0.value) ? $0.value["of"]?.stringValue : nil }
    }

    private static func place(
        _ node: WorkspaceNode, _ param: String, _ siblings: [String]?
    ) -> PaneSource.Followed? {
        node.expect(keys: siblings == nil ? ["active"] : ["of", "active"])
        guard let text = node.string("active") else { return nil }
        guard text.hasPrefix("/"), let place = try? JSONPointer(parsing: text) else {
            node.report("must be a JSON Pointer into the active row, such as /id", at: "active")
            return nil
        }
        let sibling = siblings == nil ? nil : node.string("of")
        if let sibling, let siblings, !siblings.contains(sibling) {
            node.report("there is no child \(sibling); \(WorkspaceContext.list(siblings))", at: "of")
        }
        return .init(param: param, sibling: sibling, place: place)
    }
}
