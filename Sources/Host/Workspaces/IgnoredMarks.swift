import FHDeclarations
import FHHosting
import FHJSON

/// Finds buttons and modals that ignore marked rows.
///
/// Only lists and searches with multiple selection are checked.
///
/// The findings are warnings, not errors, because ignoring the marked rows can be intended.
struct IgnoredMarks {
    private let feature: WorkspaceNode
    private let links: [DeclaredLink]
    /// The names of the features that declare `submit`.
    private let submitting: Set<String>

    static func report(among features: [(String, WorkspaceNode)], _ kinds: DeclaredKinds) {
        let submitting = Set(features.filter { $0.1.value["submit"] != nil }.map(\.0))
        for (_, node) in features where kinds.kind(of: node.value)?.hasMarks(node.value) == true {
            let links = DeclaredLink.ofToolbarAndButtons(of: node.value)
            IgnoredMarks(feature: node, links: links, submitting: submitting).report()
        }
    }

    private func report() {
        for item in feature.member("toolbar")?.elementsIfAny ?? [] { report(item, "this entry of the toolbar") }
        let ofOutputs = DeclaredLink.Names.union(DeclaredLink.ofOutputs(of: feature.value).map(\.presented))
        let ofLinks = DeclaredLink.Names.union(links.map(\.presented))
        for (name, modal) in feature.objects("modals") {
            for button in modal.member("buttons")?.elementsIfAny ?? [] { report(button, "this button of \(name)") }
            guard modal.value["target"]?.stringValue == "activeItem", acts(modal.value) else { continue }
            // A modal that is only presented by an output acts on the row of that output.
            if ofOutputs.contains(name), !ofLinks.contains(name) { continue }
            modal.report(
                "\(name) is about the active row, and ignores rows that are marked: with \"selection\" it is about the marked rows, and without marks about the active one",
                at: "target")
        }
    }

    /// True if a modal submits, or acts on its row through a button or an output.
    private func acts(_ modal: JSONValue) -> Bool {
        let isSubmitting = modal["feature"]?.stringValue.map(submitting.contains) == true
        return isSubmitting || modal["onOutput"] != nil
            || modal["buttons"]?.elements.contains { $0["action"] != nil } == true
    }

    /// Warns of an action whose params specify rows although the user can mark rows.
    private func report(_ link: WorkspaceNode, _ what: String) {
        guard let params = link.member("params"), let action = link.value["action"]?.stringValue,
            Self.actionsOnRows.contains(action)
        else { return }
        for key in ["id", "ids"] where params.value[key] != nil {
            params.report(
                "\(what) names its rows, and ignores rows that are marked: {\"selection\": true} is about the marked rows, and without marks about the active one",
                at: key)
        }
    }

    private static let actionsOnRows: Set = [
        "updateItem", "updateItems", "toggleItem", "deleteItems", "moveItems", "accept",
    ]
}
