import FHJSON
import FHTerminalClient

/// The functions that the owner of a ``PlainDialog`` provides.
struct OwnerFunctions {
    var leave: (() -> Void)?
    var isOver: () -> Bool = { false }
}

extension PlainDialog {
    /// The view of the newest state: the topmost question or feature.
    var view: any PlainView {
        if let asked = decisions.quitting ?? hostOverlay {
            return QuestionView(asked.question, key: asked.key, self)
        }
        guard let instance, let root = session.node(instance) else { return CatalogView(self) }
        guard let top = Overlay.all(over: root).last else {
            let lowest = Question(title: "", leave: { [unowned self] in (owner.leave ?? showCatalog)() }, node: root)
            return view(of: root, lowest, key: "instance \(instance)")
        }
        guard let node = top.question.node else { return QuestionView(top.question, key: top.key, self) }
        return view(of: node, top.question, key: top.key)
    }

    private func view(of node: Node, _ question: Question, key: String) -> any PlainView {
        let place = FeaturePlace(node, question, key: key, self)
        switch place.part.kind {
        case "list": return ListView(place)
        case "search": return SearchView(place)
        case "form": return FormView(place)
        case "flow": return FlowView(place)
        case "text": return TextView(place)
        case "view": return LayoutView(place)
        default: return StateView(place)
        }
    }

    // MARK: The host

    /// Sets the functions that the answers to questions about the program and the host need.
    func setUpDecisions() {
        decisions.quit = { [unowned self] in quit() }
        decisions.exit = { [unowned self] in exitStatus = 0 }
        // The newest state is said as a whole, and forms ask again for what the host has not kept.
        decisions.willReconnect = { [unowned self] in sayAgain() }
    }

    /// The question about the host itself; nil if there is none.
    private var hostOverlay: Overlay? {
        decisions.hostOverlay(
            note: reconnect == nil
                ? "Nothing can be done here any more." : "Restart starts it, and enters your values again.")
    }
}

/// The state that the views of a dialog keep.
final class PlainMemory {
    /// The last page that was said and lies over no other one; nil before the first one.
    var below: Page?
    /// The words by which the catalog is filtered.
    var catalogFilter = ""
    /// The path of the child that the user has chosen in a view, by the identity of the view.
    var children: [ExactText: [String]] = [:]
    /// The value that the user is asked for in a view, by the identity of the view: the name of its line.
    var values: [ExactText: String] = [:]
    /// The sizes of windows that were requested, by the identity of the list or search.
    var windows: [ExactText: Int] = [:]
    /// The searches whose query is not asked for now, by their identity.
    var searched: Set<ExactText> = []
    /// The states of the questions about forms, by the identity of the form and its step.
    private var forms: [ExactText: FormAsking] = [:]

    /// Returns the state of the questions about a form.
    func form(_ name: String) -> FormAsking {
        if let form = forms[name] { return form }
        let form = FormAsking()
        forms[name] = form
        return form
    }
}
