import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Draws a feature of the kind `form`: fields in sections, with buttons below them.
struct FormView: FeatureView {
    private static let statuses = [
        "submitting": "submitting…", "validating": "checking…", "succeeded": "submitted", "failed": "not submitted",
    ]

    private let node: Node
    private let interface: Interface
    private let buttons: FormButtons

    init(_ node: Node, _ interface: Interface) {
        self.node = node
        self.interface = interface
        buttons = FormButtons(node)
    }

    private var state: JSONValue { node.state }

    // MARK: The feature

    var isFinishedByKey: Bool { true }

    var crumbs: [String] {
        guard let step = state.value("step"), step.isObject else { return [node.title] }
        let (index, count, title) = (step.number("index"), step.number("count"), step.text("title"))
        let place = "\(index < count ? index + 1 : count) of \(count)"
        return [node.title, title.isEmpty ? place : "\(place): \(title)"]
    }

    var info: String {
        let status = state.text("status")
        let isBusy = ["submitting", "validating"].contains(status)
        let shown = state.isTrue("isValidating") && !isBusy ? "validating" : status
        let errors = FormPlan.errorCount(node) + formErrors
        let parts = [
            state.isTrue("isDirty") ? "changed" : "", errors == 0 ? "" : errors == 1 ? "1 error" : "\(errors) errors",
            Self.statuses[shown] ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    var firstFocus: String? {
        let targets = FormPlan(node, interface, width: 80).targets
        return FormFocus.target(of: state.object("focus")["path"]?.stringValue, node, targets) ?? targets.first
            ?? buttons.buttons.first { $0.reason == nil }?.id
    }

    /// The messages about the form as a whole, which are shown only after the first submit.
    private var formMessages: [JSONValue] { state.number("submitCount") > 0 ? state.objects("formMessages") : [] }
    private var formErrors: Int { formMessages.count { $0.text("severity") != "warning" } }

    // MARK: Drawing

    func height(width: Int) -> Int? { FormPage(node, interface, formMessages, buttons, width: width).height }

    func draw(_ painter: inout Painter, in area: Rect) {
        let page = FormPage(node, interface, formMessages, buttons, width: area.width)
        let keys = bindings(page.plan, painter) + page.paging(painter, in: area)
        painter.scope(keys) { page.draw(&$0, in: area) }
        FormFocus(node, interface, page.plan, buttons.buttons).follow(&painter)
    }

    private func bindings(_ plan: FormPlan, _ painter: Painter) -> [Binding] {
        let next = Binding(.nextField, "Next") { [interface] in interface.moveFocus(1) }
        let drafts = DraftLine(node, interface.keymap, hasDraft: state.isTrue("hasDraft"))?.bindings ?? []
        return [next] + errorKey(plan, painter) + buttons.bindings + drafts
    }

    /// Returns the key that moves the focus to the next field with an error; none if the focus is on the only one, or
    /// if there is no error.
    private func errorKey(_ plan: FormPlan, _ painter: Painter) -> [Binding] {
        let erroneous = plan.erroneous.filter(plan.targets.contains)
        guard !erroneous.isEmpty else { return [] }
        let places = Dictionary(plan.targets.enumerated().map { ($1, $0) }) { first, _ in first }
        let here = painter.focus.flatMap { places[$0] } ?? -1
        let next = erroneous.first { places[$0, default: 0] > here } ?? erroneous[0]
        if painter.hasFocus(next) { return [] }
        return [Binding(.nextError, "Next error") { [focusing = painter.focusing] in focusing(next) }]
    }
}
