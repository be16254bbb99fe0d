import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Draws a flow: the feature on top of its stack, or its outcome, with its steps.
struct FlowView: FeatureView {
    private let node: Node
    private let interface: Interface
    private let steps: FlowSteps
    /// The feature on top of the stack; nil if the outcome is shown instead.
    private let top: (node: Node, pane: Pane)?

    init(_ node: Node, _ interface: Interface) {
        self.node = node
        self.interface = interface
        let isActive = node.state["status"]?.stringValue ?? "active" == "active"
        let top = isActive ? node.top : nil
        self.top = top.map { ($0, Pane($0, interface)) }
        steps = FlowSteps(node, interface.keymap, isActive: isActive, top: top?.identity ?? "")
    }

    // MARK: The title

    var crumbs: [String] {
        if let place = steps.place { return [node.title, place] }
        let titles = node.state.objects("stack").map { entry in
            entry.text("title").isEmpty ? entry.text("route") : entry.text("title")
        }
        let all = [node.title] + titles
        let distinct = all.enumerated().filter { index, title in !title.isEmpty && !all[..<index].contains(title) }
        return distinct.map(\.element) + (top?.pane.crumbs.dropFirst() ?? [])
    }

    var info: String { top?.pane.info ?? "" }

    var wayBack: (() -> Void)? {
        if let way = top?.pane.wayBack { return way }
        guard node.state.list("stack").count > 1, node.can("pop") else { return nil }
        return { [node] in node.send("pop") }
    }

    var firstFocus: String? { top?.pane.firstFocus ?? (top == nil ? outcomeId : nil) }

    // MARK: Drawing

    private var outcomeId: String { "outcome \(node.identity)" }

    func height(width: Int) -> Int? {
        let around = head(width: width - 2).height + foot(width: width - 2)
        guard let top else { return outcome(width: width - 3).reduce(around + 1) { $0 + $1.height } }
        return top.pane.height(width: width).map { $0 + around }
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        painter.scope(steps.bindings) { painter in
            let blocks = head(width: area.width - 2)
            let (head, rest) = area.splitTop(blocks.height)
            let (body, foot) = rest.splitBottom(foot(width: area.width - 2))
            painter.column(blocks, in: head.inset(left: 1, right: 1), id: "steps \(node.identity)")
            if let top {
                top.pane.draw(&painter, in: body)
            } else {
                drawOutcome(&painter, in: body.inset(left: 1, top: min(1, body.height / 2), right: 1))
            }
            if foot.height > 0 {
                let buttons = foot.inset(left: 1, top: min(1, foot.height - 1), right: 1)
                painter.buttons(steps.buttons, in: buttons)
            }
        }
    }

    private func head(width: Int) -> [Block] {
        let blocks = [steps.draft?.block(width: width), steps.line(width: width)].compactMap { $0 }
        return blocks.isEmpty ? [] : blocks + [.space()]
    }

    private func foot(width: Int) -> Int {
        steps.buttons.isEmpty ? 0 : Painter.rows(of: steps.buttons, width: width).count + 1
    }

    // MARK: The outcome

    private func drawOutcome(_ painter: inout Painter, in area: Rect) {
        let blocks = outcome(width: area.width - 1)
        painter.add(Target(outcomeId, area, blocks.height > area.height ? painter.scrolling(area, id: outcomeId) : []))
        painter.column(blocks, in: area, id: outcomeId)
    }

    private func outcome(width: Int) -> [Block] {
        let status = node.state["status"]?.stringValue ?? "active"
        let isDone = status == "completed"
        let style = isDone ? interface.theme.success.adding(.bold) : interface.theme.title
        let said = (isDone ? "✓ " : "") + status.asSentence + "."
        let head = Block.prose(said, width: width, style)
        guard let output = node.state.value("output") else { return [head] }
        return [head, .space()] + OutputText(output, width: width).blocks
    }
}

/// A JSON value for users: the members of an object below each other.
private struct OutputText {
    private let value: JSONValue
    private let width: Int

    init(_ value: JSONValue, width: Int) {
        self.value = value
        self.width = width
    }

    var blocks: [Block] {
        guard value.isObject else { return [.prose(ValueText.of(value), width: width)] }
        let labels = Block.labelWidth(value.members.map(\.key), width: width)
        return value.members.map { key, value in
            Block.labelled(key, text(value), labelWidth: labels, width: width)
        }
    }

    private func text(_ value: JSONValue) -> String {
        let text = ValueText.of(value)
        return text.isEmpty ? "—" : text
    }
}
