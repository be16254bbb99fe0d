import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for a list from frame to frame.
final class ListMemory {
    let table = RowTableMemory()
    let motion = RowMotionMemory()
    let filter = FilterLineMemory()
    let selection = RowSelectionMemory()
    let preview = PreviewMemory()
    let titles = RowTitles()
    /// The size of the last frame.
    var size = Size(0, 0)
    /// The row at which a range of selected rows begins; nil if no range is being selected.
    var rangeStart: String?
    /// True if the next movement without the shift key ends the range.
    var isShiftRange = false
    /// True after a row was opened and nothing has handled this, so that the key only shows the row.
    var opensNothing = false
    /// True after the first frame with rows.
    var hasShownRows = false
    /// The id of the row that was last made active without a key; nil if a row has been active since then.
    var activated: String?
}

/// Draws a list: rows with values in columns, and marks for active, selected, pending and failed rows.
struct ListView: FeatureView {
    let node: Node
    let interface: Interface
    let memory: ListMemory
    /// True if the first rows have been loading for so long that a spinner is shown.
    private let isSlow: Bool

    init(_ node: Node, _ interface: Interface) {
        self.node = node
        self.interface = interface
        memory = interface.memory.object("list\u{1F}\(node.identity)") { ListMemory() }
        isSlow = interface.isLasting(node.state.text("phase") == "loading", "load \(node.identity)")
        filter.update()
    }

    var id: String { "rows \(node.identity)" }
    var crumbs: [String] { [node.title] }
    var firstFocus: String? { id }
    var filter: FilterLine { FilterLine(node: node, memory: memory.filter) }
    var motion: RowMotion {
        RowMotion(node: node, interface: interface, table: memory.table, memory: memory.motion, followed: extendRange)
    }
    /// The line with the number of a row.
    var number: RowNumberLine {
        let memory = interface.memory.object("row number\u{1F}\(node.identity)") { RowNumberMemory() }
        return RowNumberLine(node: node, memory: memory, motion: motion)
    }
    /// The drawn columns, with marks for the sort order.
    var columns: [Column] { Column.all(of: node.state, marks: RowSort.marks(node.state)) }

    // MARK: Information

    var info: String {
        let state = node.state
        let isLoading = state.object("loads").members.contains { $0.value.text("status") == "loading" }
        let isBusy = isLoading && !state.list("items").isEmpty
        let parts =
            [isBusy ? "loading…" : "", state.isTrue("isStale") && !isBusy ? "out of date" : ""]
            + RowFilter(state).names(state)
            + [
                SourceProblems(state).summary, memory.rangeStart == nil ? "" : "range",
                RowSelection(ofList: state).summary, motion.position(table.arrangement(memory.table)),
            ]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    var wayBack: (() -> Void)? { wayOut?.act }

    /// The function of the escape key within the list, with its title; nil if the key leaves the list.
    var wayOut: (title: String, act: () -> Void)? {
        if motion.isSeekingEnd { return ("Stop", { motion.stopSeekingEnd() }) }
        if !memory.filter.editor.isEmpty { return ("Clear the filter", { filter.clear() }) }
        let isSelected = memory.rangeStart != nil || !RowSelection(ofList: node.state).isEmpty
        return isSelected ? ("Unselect", { selectNone() }) : nil
    }

    // MARK: Rows

    var table: RowTable {
        let isSelected = RowSelection(ofList: node.state).membership(memory.selection)
        let items = node.state.objects("items")
        let target = Self.target(node, memory)
        let offset = node.state.object("window").boundedNumber("offset")
        return RowTable(
            columns: columns,
            rows: items.map { row($0, target: target, isSelected: isSelected($0.text("id"))) }, offset: offset,
            count: max(node.state.boundedNumber("count"), node.state.boundedNumber("totalCount")), message: message)
    }

    /// Returns the id of the row on which the keys act: the active row, or else the first drawn one.
    static func target(_ node: Node, _ memory: ListMemory) -> String? {
        if let active = node.state["activeId"]?.stringValue { return active }
        let items = node.state.objects("items")
        return (items.indices.contains(memory.table.first) ? items[memory.table.first] : items.first)?.text("id")
    }

    private func row(_ item: JSONValue, target: String?, isSelected: Bool) -> Row {
        let id = item.text("id")
        let isActive = isSameText(node.state["activeId"]?.stringValue, id)
        let pending = item.value("pending")
        let isFailed = item.value("errorId") != nil
        let state =
            pending.map(Self.mark(of:)) ?? (isFailed ? "!" : item.isTrue("dropped") ? "…" : " ")
        let marks = (isSameText(id, target) ? "›" : " ") + (isSelected ? "●" : " ") + state + " "
        return Row(
            id: id, value: item.object("value"), cells: RowCells(item), marks: marks, isActive: isActive,
            isSelected: isSelected,
            isFailed: isFailed, isDim: pending != nil || node.state.isTrue("isStale"),
            section: item.value("section").map { CellText.plain($0) })
    }

    private static func mark(of pending: JSONValue) -> String {
        switch pending.stringValue {
        case "insert": "+"
        case "update": "~"
        case "move": "↕"
        case "delete": "−"
        default: "…"
        }
    }

    /// The message about the key that removes or changes the filter; none if there is no filter.
    private var wayToMore: [String] {
        if !memory.filter.editor.isEmpty { return [interface.keymap.hint(.back, "clears the filter")] }
        return RowFilter(node.state).id == nil ? [] : [interface.keymap.hint(.listFilters, "chooses another filter")]
    }

    private var message: [String] {
        let state = node.state
        switch CellText.plain(state.value("empty")) {
        case "": break
        case "noData":
            guard let own = WhenEmpty(node) else { return ["There is nothing here yet."] }
            return [own.text]
                + [own.button.map { interface.keymap.hint(.listOpen, $0.title) } ?? ""].filter {
                    !$0.isEmpty
                }
        case "noMatch": return ["Nothing matches."] + wayToMore.filter { !$0.isEmpty }
        default: return ["There is nothing to show."]
        }
        if state.text("phase") == "failed" { return ["This could not be loaded."] }
        if state.text("phase") == "idle" { return [] }
        return [isSlow ? "\(interface.spinner) Loading…" : "Loading…"]
    }

    // MARK: Drawing

    func draw(_ painter: inout Painter, in area: Rect) {
        // The filter line may not have been notified that it has lost the focus, for example after a visit to the
        // catalog.
        let number = number
        if painter.hasFocus(id) { (memory.filter.isOpen, number.memory.isOpen) = (false, false) }
        let hasLine = number.memory.isOpen || memory.filter.isOpen || !memory.filter.editor.isEmpty
        let (head, body) = area.splitTop(hasLine && area.height > 1 ? 1 : 0)
        let motion = motion
        let focusRows = { [focusing = painter.focusing] in
            (memory.filter.isOpen, number.memory.isOpen) = (false, false)
            focusing(id)
        }
        if !head.isEmpty, number.memory.isOpen {
            number.draw(&painter, in: head, leave: focusRows)
        } else if !head.isEmpty, !memory.filter.isOpen {
            filter.drawClosed(&painter, in: head)
        } else if !head.isEmpty {
            let moves = motion.bindingsBesideText
            filter.draw(&painter, in: head, moves) { goesOn in
                focusRows()
                if goesOn { motion.moveToSome() }
            }
        }
        var table = table
        table.isFocused = painter.hasFocus(id) || painter.hasFocus(filter.id)
        table.wheeled = { motion.scroll(by: $0) }
        table.headingClicked = { key in
            focusRows()
            if node.can("setSort") { sort(by: key) }
        }
        table.clicked = { click in
            focusRows()
            self.click(click)
        }
        let openFilter = { [focusing = painter.focusing] in
            filter.open()
            focusing(filter.id)
        }
        memory.size = body.size
        memory.titles.update(table.rows, offset: table.offset, table.columns, RowSelection(ofList: node.state))
        memory.preview.show(table.rows, activeId: node.state["activeId"]?.stringValue)
        let preview = Preview(columns: node.state.objects("columns"), memory: memory.preview)
        let rows = preview.draw(&painter, previewPlace, in: body)
        let openNumber = { [focusing = painter.focusing] in
            number.open()
            focusing(number.id)
        }
        painter.add(Target(id, rows, bindings(openFilter: openFilter, openNumber: openNumber)))
        let height = memory.table.height
        table.draw(&painter, in: rows, memory: memory.table, now: interface.now)
        if !body.isEmpty { motion.fit(table.rows, capacity: memory.table.height) }
        // The title shows the range of rows for the height of the last frame, so another frame is needed.
        if memory.table.height != height { interface.wake(at: interface.now()) }
        motion.seekEnd()
        activateFirst()
    }

    /// The place of the preview; nil if the user has not opened it, or it does not fit.
    var previewPlace: PreviewPlace? {
        memory.preview.wanted == true ? PreviewPlace(in: memory.size, wanted: true) : nil
    }

    /// Makes the first row active when the list is shown for the first time, so that keys and buttons have a row.
    ///
    /// If the list has to keep a row active, this also applies later, when no row is active any more.
    private func activateFirst() {
        guard let first = node.state.objects("items").first?.text("id") else { return }
        let isAtStart = !memory.hasShownRows && node.state.object("window").boundedNumber("offset") == 0
        memory.hasShownRows = true
        if node.state.value("activeId") != nil { return memory.activated = nil }
        // The action is sent only once for a row: an earlier one may be unanswered, or has had no effect.
        guard isAtStart || interface.keepsRowActive, !isSameText(first, memory.activated), node.can("setActive") else {
            return
        }
        memory.activated = first
        node.send("setActive", isQuiet: true, Params { $0.field("id", first) })
    }
}
