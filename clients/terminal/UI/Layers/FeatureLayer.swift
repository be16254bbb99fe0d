import FHTerminalClient
import FHTerminalScreen

/// A feature as a layer: full screen, or in a frame over its presenter, with the buttons of its presentation.
struct FeatureLayer {
    private let question: Question
    private let node: Node
    private let style: Layer.Style
    private let interface: Interface
    private let pane: Pane

    init(_ question: Question, _ node: Node, _ style: Layer.Style, _ interface: Interface) {
        self.question = question
        self.node = node
        self.style = style
        self.interface = interface
        pane = Pane(node, interface)
    }

    // MARK: Drawing

    func draw(_ painter: inout Painter, in area: Rect) {
        if style == .fullScreen { drawFullScreen(&painter, in: area) } else { drawSheet(&painter, in: area) }
    }

    private func drawFullScreen(_ painter: inout Painter, in area: Rect) {
        painter.fill(area, painter.theme.text)
        let (head, rest) = area.splitTop(2)
        let (body, foot) = rest.splitBottom(choicesHeight(width: area.width - 2))
        TitleLine(crumbs, info).draw(&painter, in: head)
        drawPane(&painter, in: body)
        drawChoices(&painter, in: foot.inset(left: 1, right: 1))
    }

    private func drawSheet(_ painter: inout Painter, in area: Rect) {
        let isPopover = style == .popover
        let width = min(area.width, isPopover ? max(40, area.width * 6 / 10) : min(100, max(40, area.width * 9 / 10)))
        let inner = width - 4
        let choices = choicesHeight(width: inner)
        let most = isPopover ? max(10, area.height * 6 / 10) : max(10, area.height * 9 / 10)
        let above = area.height < 14 ? 1 : 2
        let note = notes(width: inner - 2).height
        let needed = pane.height(width: inner).map { $0 + note + choices + above + 1 } ?? most
        let height = min(area.height, min(most, needed))
        let box = Rect(area.minX + (area.width - width) / 2, area.minY + (area.height - height) / 2, width, height)
        painter.frame(box, title: crumbs.joined(separator: " › "), info: info)
        let (body, foot) = box.inset(left: 2, top: above, right: 2, bottom: 1).splitBottom(choices)
        drawPane(&painter, in: body)
        drawChoices(&painter, in: foot)
    }

    private var crumbs: [String] {
        question.title.isEmpty ? pane.crumbs : [question.title] + pane.crumbs.dropFirst()
    }

    private var info: String { [pane.info, question.info].filter { !$0.isEmpty }.joined(separator: " · ") }

    /// Returns the blocks of the presentation's text, which is drawn above the feature.
    private func notes(width: Int) -> [Block] {
        question.note.isEmpty ? [] : [.prose(question.note, width: width, interface.theme.detail), .space()]
    }

    private func drawPane(_ painter: inout Painter, in area: Rect) {
        let notes = notes(width: area.width - 2)
        let (top, body) = area.splitTop(min(notes.height, area.height / 3))
        painter.column(notes, in: top.inset(left: 1, right: 1), id: "note \(node.identity)")
        pane.draw(&painter, in: body)
    }

    private var choices: [Button] {
        question.choices.enumerated().map { index, choice in
            Button("choice \(index)", choice.title, role: choice.role, unless: choice.reason, press: choice.press)
        }
    }

    private func choicesHeight(width: Int) -> Int {
        choices.isEmpty ? 0 : Painter.rows(of: choices, width: width).count + 1
    }

    private func drawChoices(_ painter: inout Painter, in area: Rect) {
        guard !choices.isEmpty else { return }
        painter.buttons(choices, in: area.inset(top: 1), alignment: .trailing)
    }

    // MARK: Keys

    /// Returns the keys that act on the feature as a whole.
    func bindings(_ tools: [Button]) -> [Binding] {
        var bindings: [Binding] = []
        if let finish = tool("confirmation", tools) {
            bindings.append(Binding(.finish, "Finish", unless: finish.reason, act: finish.press))
        }
        if let (part, error) = newestError(mustRetry: true) {
            bindings.append(
                Binding(.retry, "Retry") { Problems.retry(part, error) })
        }
        if let (part, error) = newestError(mustRetry: false) {
            bindings.append(
                Binding(.dismiss, "Dismiss") { Problems.dismiss(part, error) })
        }
        if let cancel = WorkLine(node, interface)?.binding { bindings.append(cancel) }
        if let undo = NoticeLine(node, interface)?.binding { bindings.append(undo) }
        if let back = wayBack(tools) { bindings.append(back) }
        return bindings
    }

    private func wayBack(_ tools: [Button]) -> Binding? {
        if let way = pane.wayBack { return Binding(.back, "Back", act: way) }
        // Among steps, “back” is the step before.
        let hasSteps = ["step", "steps"].contains { node.state.value($0) != nil }
        let title = hasSteps ? "Leave" : "Back"
        if let leave = question.leave { return Binding(.back, title, act: leave) }
        return tool("cancellation", tools).map {
            Binding(.back, title, unless: $0.reason, act: $0.press)
        }
    }

    /// Returns a toolbar's button with a role, preferably the button of the innermost feature that contains the focus.
    private func tool(_ role: String, _ tools: [Button]) -> Button? {
        let found = tools.filter { $0.role == role }
        return found.first(where: \.isNearFocus) ?? found.first
    }

    private func newestError(mustRetry: Bool) -> (Node, error: ErrorEntry)? {
        for part in node.parts {
            let errors = part.errors("banner", "inline", "fullScreen").map(ErrorEntry.init)
            if let error = errors.last(where: { !mustRetry || $0.retry != nil }) { return (part, error) }
        }
        return nil
    }
}

/// The titles from the outermost feature to the shown one, with information at the right, above a rule.
///
/// In a narrow line, the last title takes precedence over the other titles and the information.
struct TitleLine {
    /// The least number of columns in which a part of the information is of use.
    private static let leastInfo = 4
    /// The text between the parts of the information, the most important of which is the first.
    private static let separator = " · "

    private let crumbs: [String]
    private let info: String

    init(_ crumbs: [String], _ info: String) {
        self.crumbs = crumbs
        self.info = info
    }

    /// Returns the last titles that fit into a width, at least the last one.
    private func fitting(_ width: Int) -> ArraySlice<String> {
        var rest = crumbs[...]
        while rest.count > 1, TextWidth.columns(of: VisibleText.visible(rest.joined(separator: " › "))) > width {
            rest.removeFirst()
        }
        return rest
    }

    /// Returns the first parts of the information that fit into a width, so that no number is cut; a single part that
    /// does not fit is cut.
    private func fittingInfo(_ width: Int) -> String {
        var parts = info.split(separator: Self.separator)
        while parts.count > 1,
            TextWidth.columns(of: VisibleText.visible(parts.joined(separator: Self.separator))) > width
        {
            parts.removeLast()
        }
        return TextFlow.cut(parts.joined(separator: Self.separator), width: width)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let line = Rect(area.minX + 1, area.minY, max(0, area.width - 2), 1)
        let title = TextWidth.columns(of: VisibleText.visible(crumbs.last ?? ""))
        let room = line.width - 2 - min(title, max(line.width / 3, 8))
        let shown = room < Self.leastInfo ? "" : fittingInfo(room)
        let left = line.inset(right: shown.isEmpty ? 0 : TextWidth.columns(of: shown) + 2)
        var x = left.minX
        let crumbs = fitting(left.width)
        for (index, crumb) in crumbs.enumerated() {
            if index > 0 { x = painter.put(" › ", at: Point(x, line.minY), painter.theme.faint, in: left) }
            let style = index == crumbs.count - 1 ? painter.theme.title : painter.theme.detail
            let rest = Rect(x, line.minY, max(0, left.maxX - x), 1)
            x = painter.line(crumb, in: rest, style)
        }
        painter.line(shown, in: line, painter.theme.faint, alignment: .trailing)
        painter.put(
            String(repeating: "─", count: area.width), at: Point(area.minX, area.minY + 1), painter.theme.border)
    }
}

/// The line about work that takes long: its name, its progress, its current step, and the key that ends it.
struct WorkLine {
    private static let barWidth = 20
    /// The least width of a line with a bar.
    private static let leastWidth = 60

    private let work: RunningWork
    private let others: Int
    private let interface: Interface

    /// Finds the oldest work that has been running for so long that it is shown; nil if there is none.
    init?(_ node: Node, _ interface: Interface) {
        // Each work is observed in each frame, because the time of each work counts from its first frame.
        let shown = node.runningWork.filter { interface.isLasting(true, Self.memoryID($0, of: node)) }
        guard let work = shown.first else { return nil }
        self.work = work
        others = shown.count - 1
        self.interface = interface
    }

    private static func memoryID(_ work: RunningWork, of node: Node) -> String {
        "effect\u{1F}\(node.snapshot.instance)\u{1F}\(work.id)"
    }

    /// The key that ends the work; nil if users can't end it.
    var binding: Binding? { work.cancel.map { Binding(.cancelWork, "Cancel", act: $0) } }

    /// Draws the line.
    func draw(_ painter: inout Painter, in area: Rect) {
        var parts = ["\(interface.spinner) \(work.name)…"]
        if let progress = work.progress, area.width >= Self.leastWidth { parts.append(Self.bar(progress)) }
        if !work.detail.isEmpty { parts.append(work.detail) }
        if others > 0 { parts.append("and \(others) more") }
        let key = work.cancel == nil ? "" : interface.keymap.hint(.cancelWork, "cancels it")
        let hintWidth = key.isEmpty ? 0 : TextWidth.columns(of: key) + 2
        let hasHint = hintWidth < area.width / 2
        painter.line(
            parts.joined(separator: " "), in: area.inset(right: hasHint ? hintWidth : 0), painter.theme.accent)
        if hasHint { painter.line(key, in: area, painter.theme.faint, alignment: .trailing) }
    }

    private static func bar(_ progress: Double) -> String {
        let full = Int((progress * Double(barWidth)).rounded(.down))
        return String(repeating: "━", count: full) + String(repeating: "╌", count: barWidth - full)
    }
}

/// The line about something that was done, with the key that undoes it.
struct NoticeLine {
    private let notice: ShownNotice
    private let interface: Interface

    /// Finds the newest notice; nil if there is none.
    init?(_ node: Node, _ interface: Interface) {
        guard let notice = node.notices.last else { return nil }
        self.notice = notice
        self.interface = interface
    }

    /// The key that undoes what the notice is about; nil if that is not possible.
    var binding: Binding? { notice.undo.map { Binding(.undoNotice, "Undo", act: $0) } }

    /// Draws the line.
    func draw(_ painter: inout Painter, in area: Rect) {
        let key = notice.undo == nil ? "" : interface.keymap.hint(.undoNotice, "undoes it")
        let hintWidth = key.isEmpty ? 0 : TextWidth.columns(of: key) + 2
        let style =
            switch notice.tone {
            case "success": painter.theme.success
            case "warning": painter.theme.warning
            default: painter.theme.text
            }
        painter.line(notice.text, in: area.inset(right: hintWidth), style)
        painter.line(key, in: area, painter.theme.faint, alignment: .trailing)
    }
}
