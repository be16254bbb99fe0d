import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A whole form: from the top, the offer to restore a draft, the fields, the messages about the form, and the buttons.
struct FormPage {
    /// The least number of rows for the fields if only the fields are scrolled.
    ///
    /// If there is room for fewer, all parts of the form are scrolled together.
    private static let leastRows = 4

    /// The fields.
    let plan: FormPlan
    private let node: Node
    private let draft: Block?
    private let notes: FieldNotes
    private let buttons: [Button]
    private let buttonRows: Int
    private let width: Int

    init(_ node: Node, _ interface: Interface, _ messages: [JSONValue], _ buttons: FormButtons, width: Int) {
        self.node = node
        self.width = max(1, width - FormLayout.margins)
        plan = FormPlan(node, interface, width: self.width)
        draft = DraftLine(node, interface.keymap, hasDraft: node.state.isTrue("hasDraft"))?.block(width: self.width)
        // A form that is presented is closed by its submit, but a form on its own stays.
        let isSubmitted = node.snapshot.path.isEmpty && node.state.text("status") == "succeeded"
        let leaving = interface.keymap.hint(.back, "back")
        notes = FieldNotes(messages, success: isSubmitted ? "Submitted.  \(leaving)" : "", width: self.width)
        self.buttons = buttons.buttons
        buttonRows = Painter.rows(of: self.buttons, width: self.width).count
    }

    private var top: Int { draft.map { $0.height + 1 } ?? 0 }
    private var bottom: Int { (notes.height > 0 ? notes.height + 1 : 0) + (buttonRows > 0 ? buttonRows + 1 : 0) }
    private var fieldRows: Int { plan.blocks.reduce(0) { $0 + $1.height } }

    /// The number of rows of all parts.
    var height: Int { top + fieldRows + bottom }

    /// The name of the scroll position.
    ///
    /// It contains the id of the step, so that each step is shown from its beginning.
    private var id: String { "\(node.identity) form \(node.state.object("step").text("id"))" }

    /// Returns true if an area has too few rows to keep the draft, messages and buttons in view beside the fields.
    private func isLow(_ area: Rect) -> Bool { area.height - top - bottom < min(Self.leastRows, fieldRows) }

    /// Returns the keys that move through the form by pages, which are as high as the scrolled part of an area.
    func paging(_ painter: Painter, in area: Rect) -> [Binding] {
        let isLow = isLow(area)
        return FormPaging(
            blocks: isLow ? allBlocks : plan.blocks, rows: isLow ? area.height : area.height - top - bottom, id: id
        ).bindings(painter)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let inner = area.inset(left: 1)
        if isLow(area) {
            painter.column(allBlocks, in: inner, id: id)
            return
        }
        // On a screen with more rows than the form needs, the messages and buttons are directly below the fields.
        let whole = Rect(inner.minX, inner.minY, inner.width, min(inner.height, height))
        let (rest, foot) = whole.splitBottom(bottom)
        let (head, body) = rest.splitTop(top)
        draft?.draw(&painter, Rect(head.minX, head.minY, width, draft?.height ?? 0))
        painter.column(plan.blocks, in: body, id: id)
        let (messages, last) = foot.splitBottom(buttonRows)
        notes.draw(&painter, in: Rect(messages.minX, messages.minY + 1, width, notes.height))
        painter.buttons(buttons, in: Rect(last.minX, last.minY, width, buttonRows))
    }

    /// All parts as blocks.
    private var allBlocks: [Block] {
        var blocks = (draft.map { [$0, .space()] } ?? []) + plan.blocks
        if notes.height > 0 {
            blocks += [.space(), Block(height: notes.height) { notes.draw(&$0, in: $1) }]
        }
        if buttonRows > 0 {
            let ids = buttons.filter { $0.reason == nil }.map(\.id)
            let row = Block(height: buttonRows, targets: ids) { painter, area in
                painter.buttons(buttons, in: Rect(area.minX, area.minY, width, buttonRows))
            }
            blocks += [.space(), row]
        }
        return blocks
    }
}

/// The keys that move through the blocks of a form by pages.
struct FormPaging {
    let blocks: [Block]
    /// The number of rows of a page.
    let rows: Int
    /// The name of the scroll position.
    let id: String

    /// Returns the keys; none if all blocks are in view.
    func bindings(_ painter: Painter) -> [Binding] {
        guard rows > 0, blocks.reduce(0, { $0 + $1.height }) > rows else { return [] }
        return [
            Binding(.formPageUp, "Page up", .helpOnly) { [painter] in move(-1, painter) },
            Binding(.formPageDown, "Page down", .helpOnly) { [painter] in move(1, painter) },
        ]
    }

    /// Moves the focus to the farthest target within a page, or else to the next target in this direction.
    ///
    /// If there is no such target, or if no block contains the focus, the form is scrolled by a page.
    private func move(_ direction: Int, _ painter: Painter) {
        var y = 0
        var places: [(y: Int, id: String)] = []
        for block in blocks {
            if let id = block.targets.first { places.append((y, id)) }
            y += block.height
        }
        let offset = painter.scrollPlace(id)
        let here = blocks.firstIndex { $0.targets.containsExactly(painter.focus ?? "") }
        let from = here.map { blocks[..<$0].reduce(0) { $0 + $1.height } } ?? offset.value.offset
        let wanted = from + direction * max(1, rows - 1)
        let target =
            direction > 0
            ? places.last { $0.y > from && $0.y <= wanted } ?? places.first { $0.y > from }
            : places.first { $0.y < from && $0.y >= wanted } ?? places.last { $0.y < from }
        if let target, here != nil {
            painter.focusing(target.id)
        } else {
            offset.value.offset = max(0, min(y - rows, offset.value.offset + direction * max(1, rows - 1)))
        }
    }
}
