import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The steps of a flow: the progress, the buttons and keys for other steps, and the offer of a draft.
struct FlowSteps {
    private let node: Node
    private let keymap: Keymap
    private let json: JSONValue
    /// The identity of the shown step's feature.
    ///
    /// The ids of the buttons contain it, so that the focus does not stay on a button when another step is shown.
    private let step: String

    /// Makes the steps of a flow.
    ///
    /// - Parameters:
    ///   - isActive: false if the flow has ended.
    ///   - top: the identity of the feature on top.
    init(_ node: Node, _ keymap: Keymap, isActive: Bool, top: String) {
        self.node = node
        self.keymap = keymap
        json = isActive ? node.state.object("steps") : .emptyObject
        step = top
    }

    /// The number of the current step, the number of all steps and the step's title; nil if there are no steps.
    var place: String? {
        guard json.count > 0 else { return nil }
        let title = json.text("title")
        return "\(number) of \(json.number("count"))" + (title.isEmpty ? "" : ": \(title)")
    }

    private var number: Int { min(json.number("index"), .max - 1) + 1 }

    // MARK: The progress

    /// Returns the marks and titles of the steps in one line; nil if there are no steps.
    func line(width: Int) -> Block? {
        let way = json.objects("way")
        guard !way.isEmpty else { return nil }
        let whole = way.map { (text: "\(Self.mark($0)) \($0.text("title"))", status: $0.text("status")) }
        // If not all titles fit, only the current step has its title.
        let short = zip(way, whole).map { step, whole in
            whole.status == "current" ? whole : (text: Self.mark(step), status: whole.status)
        }
        let isWhole = Self.width(whole, gap: 3) <= width
        let isShort = Self.width(short, gap: 1) <= width
        let shown = isWhole ? whole : isShort ? short : short.filter { $0.status == "current" }
        return Block(height: 1) { painter, area in
            var x = area.minX
            for part in shown {
                let rest = Rect(x, area.minY, max(0, area.maxX - x), 1)
                x = painter.line(part.text, in: rest, Self.style(part.status, painter.theme)) + (isWhole ? 3 : 1)
            }
        }
    }

    private static func width(_ parts: [(text: String, status: String)], gap: Int) -> Int {
        parts.reduce(-gap) { $0 + TextWidth.columns(of: VisibleText.visible($1.text)) + gap }
    }

    private static func mark(_ step: JSONValue) -> String {
        switch step.text("status") {
        case "done": "✓"
        case "current": "›"
        case "skipped": "–"
        default: "·"
        }
    }

    private static func style(_ status: String, _ theme: Theme) -> Style {
        switch status {
        case "done": theme.success
        case "current": theme.title
        default: theme.faint
        }
    }

    // MARK: Controls

    /// The buttons below the step.
    var buttons: [Button] {
        node.stepActions.map { offered in
            Button(
                "\(offered.action) \(node.identity) \(step)", offered.title, role: offered.role,
                unless: offered.reason, press: offered.send)
        }
    }

    /// The offer to restore a draft; nil if there is none.
    var draft: DraftLine? { DraftLine(node, keymap, hasDraft: json.isTrue("hasDraft")) }

    /// The keys of the steps and of the draft.
    var bindings: [Binding] {
        let keys = node.stepActions.reversed().map { offered in
            let (key, title) = Self.key(of: offered)
            return Binding(key, title, unless: offered.reason, act: offered.send)
        }
        return keys + (draft?.bindings ?? [])
    }

    private static func key(of offered: OfferedAction) -> (KeyAction, title: String) {
        switch offered.action {
        case "back": (.previousStep, "Step back")
        case "skip": (.skipStep, "Skip the step")
        default: (.nextStep, offered.title == "Next" ? "Next step" : offered.title)
        }
    }
}
