import FHJSON
import FHKindParts
import FeatureKit

/// Reads the actions on rows that a list or a search declares.
///
/// The modals and outputs into which ``ActionExpansion`` expands an action are read like any others.
package struct RowActionDeclaration {
    /// The consequence of a successful operation for the rows of the feature.
    private enum After: String, CaseIterable {
        case refresh, none
    }

    private static let questions = ["confirm", "input"]
    private static let effects = ["perform", "send", "present"]

    private let node: WorkspaceNode
    private let kind: String
    private let context: WorkspaceContext

    /// Reads the member `actions`, and reports errors such as repeated ids.
    ///
    /// - Parameter source: the source of the feature's rows, which performs an action that names no source.
    package static func actions(
        _ node: WorkspaceNode, of source: any DataSource, _ context: WorkspaceContext
    ) -> [RowAction] {
        var ids: [String: WorkspaceNode] = [:]
        var keys: [String: WorkspaceNode] = [:]
        let kind = node.value["kind"]?.stringValue ?? "feature"
        let own = node.value["source"]?.stringValue
        return (node.member("actions")?.elements ?? []).compactMap { node in
            let reader = RowActionDeclaration(node: node, kind: kind, context: context)
            let action = reader.action(source, named: own)
            if let id = node.value["id"]?.stringValue {
                if let first = ids[id] { node.report("has the id \(id) of \(first.pointer); ids must differ") }
                ids[id] = ids[id] ?? node
            }
            if let key = action?.key {
                if let first = keys[key] {
                    node.report("is the key of \(first.pointer) too; keys must differ", at: "key")
                }
                keys[key] = keys[key] ?? node
            }
            return action
        }
    }

    private func action(_ source: any DataSource, named own: String?) -> RowAction? {
        node.expect(
            keys: [
                "id", "title", "description", "icon", "on", "when", "role", "key", "confirm", "input", "perform",
                "source", "after", "notice", "undo", "send",
                "present",
            ])
        let caption = node.caption
        reportEffects()
        let scope = node.oneOf("on", RowAction.Scope.self) ?? .selection
        let condition = node.member("when").flatMap(FilterDeclaration.condition)
        if scope == .none, node.value["when"] != nil { node.report("is for an action on rows", at: "when") }
        node.member("confirm")?.expect(keys: ActionExpansion.questionKeys + ["button"])
        let role = node.oneOf("role", RowAction.Role.self) ?? .default
        let key = Self.key(node)
        if key == RowAction.enter, scope == .none {
            node.report("Enter opens a row, and this action is about no rows", at: "key")
        }
        let performer = performer(source, named: own)
        if scope == .each, performer == nil { node.report("each is for an action with perform", at: "on") }
        let title = node.requiredString("title")
        guard let id = node.requiredString("id") else { return nil }
        if id.isEmpty { node.report("must not be empty", at: "id") }
        return title.map {
            RowAction(
                id: id, title: $0, caption: caption, scope: scope, condition: condition, performer: performer,
                question: ActionExpansion.asks(node.value) ? id : nil, role: role, key: key)
        }
    }

    /// Reports members that exclude each other.
    private func reportEffects() {
        let given = Self.effects.filter { node.value[$0] != nil }
        if given.count > 1 {
            node.report("has \(given.joined(separator: " and ")); an action does only one of them", at: given[1])
        }
        if node.value["present"]?.isObject == true {
            for question in Self.questions where node.value[question] != nil {
                node.report("is for an action that does not present a feature itself", at: question)
            }
        }
        if let name = node.value["send"]?["action"]?.stringValue, ["accept", "openItem"].contains(name) {
            node.report("an action can't send \(name), which starts actions", at: "send")
        }
    }

    /// Reads the member `key`: a printable character, or `Enter`.
    static func key(_ node: WorkspaceNode) -> String? {
        guard let key = node.string("key") else { return nil }
        if isCharacter(key) || key == RowAction.enter { return key }
        node.report("must be one character, or \(RowAction.enter)", at: "key")
        return nil
    }

    /// True for one printable character.
    static func isCharacter(_ key: String) -> Bool {
        key.count == 1 && key.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }

    /// Reads the operation of an action, and the source that performs the operation.
    private func performer(_ source: any DataSource, named name: String?) -> RowAction.Performer? {
        let hasOwn = node.value["source"] != nil
        let after = node.oneOf("after", After.self)
        guard node.value["perform"] != nil else {
            for key in ["source", "after", "notice", "undo"] where node.value[key] != nil {
                node.report("is for an action with perform", at: key)
            }
            return nil
        }
        // The rows of a list stay in view; the results of a search are often left when one is accepted.
        let isOwn = !hasOwn || node.value["source"]?.stringValue == name
        let loads = isOwn && context.kinds.all.first { $0.kind.rawValue == kind }?.hasActionButtons == true
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
        let notice = TemplateDeclaration.template(node, "notice", hasTarget: true)
        let undo = node.string("undo")
        if let undo, let mistake = source.diagnostic(ofOperation: undo), mistake != .noOperations {
            node.report(mistake.message, at: "undo")
        }
        if undo != nil, node.value["notice"] == nil {
            node.report("is offered beside a notice; declare one in notice", at: "undo")
        }
        return RowAction.Performer(
            source: source, operation: operation, undo: undo, notice: notice,
            changesRows: after.map { $0 == .refresh } ?? loads)
    }
}
