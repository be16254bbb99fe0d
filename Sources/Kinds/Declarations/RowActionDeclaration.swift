import FHJSON
import FHKindParts
import FeatureKit

/// Reads the actions on rows that a list or a search declares.
package enum RowActionDeclaration {
    /// Reads the member `actions`, and reports errors such as repeated ids.
    ///
    /// - Parameter source: the source of the feature's rows, which performs an action that names no source.
    package static func actions(
        _ node: WorkspaceNode, of source: any DataSource, _ context: WorkspaceContext
    ) -> [RowAction] {
        var places: [String: WorkspaceNode] = [:]
        let kind = node.value["kind"]?.stringValue ?? "feature"
        let own = node.value["source"]?.stringValue
        return (node.member("actions")?.elements ?? []).compactMap { node in
            node.expect(keys: ["id", "title", "perform", "source"])
            let title = node.requiredString("title")
            let performer = performer(node, source, named: own, of: kind, context)
            guard let id = node.requiredString("id") else { return nil }
            if id.isEmpty { node.report("must not be empty", at: "id") }
            if let first = places[id] { node.report("has the id \(id) of \(first.pointer); ids must differ") }
            places[id] = places[id] ?? node
            return title.map { RowAction(id: id, title: $0, performer: performer) }
        }
    }

    /// The toolbar items of the actions that no toolbar, button or output of a list sends.
    ///
    /// So every client offers them, with the marked rows as their target.
    package static func toolbar(of actions: [RowAction], in list: JSONValue) -> [ToolbarItem] {
        let sent = sentActions(in: list)
        return actions.filter { !sent.contains($0.id) }.map { action in
            let params = JSONText.build { json in
                json.beginObject()
                json.field("action", action.id)
                json.field("selection", true)
                json.endObject()
            }
            return ToolbarItem(action: ActionLink("accept", params: params), title: action.title)
        }
    }

    private static func sentActions(in value: JSONValue) -> Set<String> {
        var sent: Set<String> = []
        if value["action"]?.stringValue == "accept", let name = value["params"]?["action"]?.stringValue {
            sent.insert(name)
        }
        for element in value.elements { sent.formUnion(sentActions(in: element)) }
        for (_, member) in value.members { sent.formUnion(sentActions(in: member)) }
        return sent
    }

    /// Reads the operation of an action, and the source that performs the operation.
    private static func performer(
        _ node: WorkspaceNode, _ source: any DataSource, named name: String?, of kind: String,
        _ context: WorkspaceContext
    ) -> RowAction.Performer? {
        let hasOwn = node.value["source"] != nil
        guard node.value["perform"] != nil else {
            if hasOwn { node.report("is for an action with perform", at: "source") }
            return nil
        }
        let changesRows = !hasOwn || node.value["source"]?.stringValue == name
        let source = hasOwn ? context.source(node) : source
        guard let operation = node.string("perform") else { return nil }
        if let mistake = source.diagnostic(ofOperation: operation) {
            switch mistake {
            case .noOperations where !hasOwn:
                node.report("the \(kind)'s source has no operations; name one in source that has", at: "perform")
            case .noOperations: node.report(mistake.message, at: "source")
            case .unknown: node.report(mistake.message, at: "perform")
            }
        }
        return RowAction.Performer(source: source, operation: operation, changesRows: changesRows)
    }
}
