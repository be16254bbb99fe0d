import FHJSON
import FHTerminalClient

/// The functions that the owner of a ``PlainDialog`` provides.
struct OwnerFunctions {
    var leave: (() -> Void)?
    var reconnect: (() -> Void)?
    var trust: (() -> String?)?
    var isOver: () -> Bool = { false }
}

/// The decisions of a user about the program and its host.
struct UserDecisions {
    /// True while the user is asked whether to quit although unsaved changes would be lost.
    var asksToQuit = false
    /// True if the user has decided to continue without the programs of a workspace that is not trusted.
    var declinesTrust = false
    /// The workspace that the user has trusted, as the host has named it; nil if there is none.
    var trusted: JSONValue?
}

extension PlainDialog {
    /// The view of the newest state: the topmost question or feature.
    var view: any PlainView {
        if decisions.asksToQuit {
            let question = Question.quitting(
                stay: { [unowned self] in decisions.asksToQuit = false }, quit: { [unowned self] in exitStatus = 0 })
            return QuestionView(question, key: "quit", self)
        }
        if let (key, question) = hostQuestion { return QuestionView(question, key: key, self) }
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
        case "view": return LayoutView(place)
        default: return StateView(place)
        }
    }

    // MARK: The host

    /// The question about the host itself, with its key; nil if there is none.
    private var hostQuestion: (String, Question)? {
        if let end = session.end {
            let again = owner.reconnect.map { _ in { [unowned self] in restart() } }
            let note =
                again == nil ? "Nothing can be done here any more." : "Restart starts it, and enters your values again."
            let question = Question.hostEnded(end, note: note, restart: again) { [unowned self] in quit() }
            return ("end \(session.generation)", question)
        }
        let workspace = session.host.object("untrusted")
        if owner.trust != nil, !decisions.declinesTrust, !workspace.text("workspace").isEmpty {
            let decline = { [unowned self] in decisions.declinesTrust = true }
            // This host was started before the user has trusted the workspace. A second question would change nothing.
            if decisions.trusted == workspace { return ("still-untrusted", .stillUntrusted(decline)) }
            let question = Question.untrusted(
                workspace, trust: { [unowned self] in trustWorkspace(workspace) }, decline: decline)
            return ("untrusted \(session.generation)", question)
        }
        guard !session.lost.isEmpty else { return nil }
        return ("lost", .lost(session.lost) { [unowned self] in session.forgetLost() })
    }

    private func restart() {
        decisions.asksToQuit = false
        owner.reconnect?()
        // The newest state is said as a whole, and forms ask again for what the host has not kept.
        sayAgain()
    }

    private func trustWorkspace(_ workspace: JSONValue) {
        if let problem = owner.trust?() {
            decisions.declinesTrust = true
            say(problem)
        } else {
            decisions.trusted = workspace
            restart()
        }
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
