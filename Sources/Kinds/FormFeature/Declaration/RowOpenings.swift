import FHDeclarations
import FHJSON

/// The modals and routes that a feature opens about rows.
struct RowOpenings {
    private let targeted: Set<String>
    private let links: [DeclaredLink]
    /// The links that are about rows.
    ///
    /// An output is about a row. A button is about a row if its action names rows, or if its modal has a target.
    private let withRows: [DeclaredLink]

    init(of node: WorkspaceNode) {
        let targeted = Set(node.objects("modals").filter { $0.1.value["target"] != nil }.map(\.0))
        let pressed = DeclaredLink.ofToolbarAndButtons(of: node.value)
        let outputs = DeclaredLink.ofOutputs(of: node.value)
        self.targeted = targeted
        links = outputs + pressed
        withRows = outputs + pressed.filter { $0.namesRows || $0.modal.map(targeted.contains) == true }
    }

    /// True if a link of the feature presents the modal.
    func presents(_ modal: String) -> Bool { links.contains { $0.presented.contains(modal) } }

    /// True if a link of the feature opens the route.
    func pushes(_ route: String) -> Bool { links.contains { $0.routes.contains(route) } }

    /// True if the modal has a target, or if a link presents it about rows.
    func isAboutRows(modal: String) -> Bool {
        targeted.contains(modal) || withRows.contains { $0.presented.contains(modal) }
    }

    /// True if a link opens the route about rows.
    func isAboutRows(route: String) -> Bool { withRows.contains { $0.routes.contains(route) } }
}
