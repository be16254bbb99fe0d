import FHJSON
import FHTerminalClient
import FHTerminalScreen

extension ListView {
    /// Returns the keys of the rows.
    ///
    /// - Parameters:
    ///   - openFilter: moves the focus to the line for the text of the filter.
    ///   - openNumber: moves the focus to the line for the number of a row.
    func bindings(openFilter: @escaping () -> Void, openNumber: @escaping () -> Void) -> [Binding] {
        let motion = motion
        var bindings: [Binding?] = motion.bindings.map { binding in
            binding.performing {
                endShiftRange()
                binding.act()
            }
        }
        let marked = RowSelection(ofList: node.state).amount
        let hasRows = node.state.boundedNumber("count") > 0 || !node.state.list("items").isEmpty
        let ofRows: [Binding?] = [
            hasRows
                ? binding(.listOpen, openTitle(isMarked: !marked.isEmpty), "openItem", isFaint: true) { open() } : nil,
            toggleKey == nil
                ? nil
                : binding(.listTick, marked.isEmpty ? "Tick" : "Tick \(marked)", "toggleItem", isFaint: true) {
                    tick()
                },
            selectionBinding(.listSelect, "Select", "toggleSelection") { toggleSelection() },
        ]
        bindings += hasRows ? ofRows : [whenEmpty] + ofRows.map { $0?.refused("there is no row") }
        bindings += [
            binding(.listFilter, "Filter", "setFilter", act: openFilter),
            RowFilter.declared(node.state).isEmpty
                ? nil : binding(.listFilters, "Filters", "setFilter") { chooseFilter() },
            binding(.listSort, "Sort", "setSort") { chooseSort() },
            binding(.listUndo, "Undo", "undo") { sendIfPossible("undo") },
            binding(.listRedo, "Redo", "redo") { sendIfPossible("redo") },
            binding(.listRefresh, "Refresh", "refresh", isFaint: true) { refresh() },
            binding(.listGoTo, "Go to a row", "goTo", .helpOnly) {
                endShiftRange()
                openNumber()
            },
            Binding(.listCopy, "Copy", .helpOnly) { copyTitles() },
            selectionBinding(.listSelectAll, "Select all", "selectAll") { selectAll() },
            selectionBinding(.listSelectNone, "Select none", "clearSelection") { selectNone() },
            selectionBinding(.listRange, "Select a range", "selectRange") { toggleRange() },
        ]
        let leaving = wayOut.map { [Binding(.back, $0.title, act: $0.act)] } ?? []
        return bindings.compactMap { $0 } + shiftBindings + previewBindings + problemBindings + leaving
    }

    private var shiftBindings: [Binding] {
        [
            selectionBinding(.listSelectUp, "Select, and move up", "selectRange", .helpOnly) {
                selectMoving(by: -1)
            },
            selectionBinding(.listSelectDown, "Select, and move down", "selectRange", .helpOnly) {
                selectMoving(by: 1)
            },
            binding(.listMoveUp, "Move the row up", "moveItems", .helpOnly) { moveRow(by: -1) },
            binding(.listMoveDown, "Move the row down", "moveItems", .helpOnly) { moveRow(by: 1) },
        ].compactMap { $0 }
    }

    /// The key for the button of the author's text about an empty source; otherwise the key that opens a row, refused.
    private var whenEmpty: Binding? {
        if let button = WhenEmpty(node)?.button {
            return Binding(.listOpen, button.title, unless: button.reason, act: button.send)
        }
        return binding(.listOpen, openTitle(isMarked: false), "openItem", isFaint: true) {}?.refused("there is no row")
    }

    private var previewBindings: [Binding] {
        guard PreviewPlace(in: memory.size, wanted: true) != nil else {
            return [Binding(.listPreview, "Preview", .hidden, unless: "it needs a view of more lines") {}]
        }
        let toggle = Binding(.listPreview, "Preview") {
            memory.preview.wanted = memory.preview.wanted != true
            interface.needsFrame()
        }
        let scroll = { (lines: Int) in
            memory.preview.scroll(by: lines)
            interface.needsFrame()
        }
        guard previewPlace != nil else { return [toggle] }
        return [
            toggle,
            Binding(.listCopyPreview, "Copy the preview", .helpOnly) { memory.preview.copy(node.state, interface) },
            Binding(.listPreviewUp, "Preview up", .helpOnly) { scroll(-1) },
            Binding(.listPreviewDown, "Preview down", .helpOnly) { scroll(1) },
        ]
    }

    private var problemBindings: [Binding] {
        let problems = SourceProblems(node.state)
        guard !problems.isEmpty else { return [] }
        return [Binding(.listProblems, "Problems") { problems.show(interface) }]
    }

    /// Returns the keys of an action; nil if the feature lacks the action, or if it has no use in a summary of answers.
    ///
    /// If the host would refuse the action now, a press of the key shows the reason.
    ///
    /// - Parameter isFaint: true to show the keys also while the host would refuse the action, false to hide them then.
    private func binding(
        _ key: KeyAction, _ title: String, _ action: String, _ prominence: Binding.Prominence = .shown,
        isFaint: Bool = false, act: @escaping () -> Void
    ) -> Binding? {
        guard node.has(action) else { return nil }
        let isInSummary = node.step.isTrue("isSummary") && ["setFilter", "setSort", "refresh"].contains(action)
        if isInSummary { return nil }
        let reason = node.refusal(of: action)
        return Binding(
            key, title, reason == nil || isFaint ? prominence : .hidden, unless: reason, act: act)
    }

    /// Returns the keys of an action that selects rows; nil in a summary of answers, where a selection has no use.
    private func selectionBinding(
        _ key: KeyAction, _ title: String, _ action: String, _ prominence: Binding.Prominence = .shown,
        act: @escaping () -> Void
    ) -> Binding? {
        node.step.isTrue("isSummary") ? nil : binding(key, title, action, prominence, act: act)
    }

    // MARK: The active row

    /// The key of the column whose check boxes are ticked; nil if there is none.
    private var toggleKey: String? { columns.first(where: \.isToggle)?.key }

    private func send(_ action: String, title: String, _ more: Params = Params { _ in }) {
        motion.inTurn { node in
            guard let id = Self.target(node, memory), node.can(action) else { return }
            node.send(action, title: title, more.and { $0.field("id", id) })
        }
    }

    /// Returns the title of the key that opens the active row, which says so if other rows are selected.
    private func openTitle(isMarked: Bool) -> String {
        (memory.opensNothing ? "Show" : "Open") + (isMarked ? " this row" : "")
    }

    private func open() {
        motion.inTurn { node in if let id = Self.target(node, memory) { open(id, node) } }
    }

    /// Opens a row; shows the whole row if nothing has opened.
    private func open(_ id: String, _ node: Node) {
        guard node.can("openItem") else { return }
        node.send("openItem", title: "Open", Params { $0.field("id", id) }) { [interface, memory] revision in
            guard revision != nil, !interface.keepsRowActive, Self.hasOpenedNothing(node) else { return }
            memory.opensNothing = true
            memory.preview.wanted = true
            interface.needsFrame()
        }
    }

    /// Returns true after the answer to `openItem` if nothing has handled the action.
    ///
    /// The catalog does not tell whether a list handles it. The host answers after everything that follows from the
    /// action, so if something follows, the newest revision has another cause.
    private static func hasOpenedNothing(_ node: Node) -> Bool {
        guard let root = node.session.node(node.snapshot.instance), let list = root.child(node.snapshot.path) else {
            return false
        }
        return root.snapshot.json.object("cause").text("action") == "openItem" && list.presented == nil
            && !node.step.isTrue("isSummary")
    }

    /// Ticks the selected rows or, if no row is selected, the active row.
    private func tick() {
        guard let key = toggleKey else { return }
        motion.inTurn { node in
            let isOfSelection = !RowSelection(ofList: node.state).isEmpty
            guard node.can("toggleItem"), isOfSelection || Self.target(node, memory) != nil else { return }
            let params = Params { json in
                if isOfSelection {
                    json.field("selection", true)
                } else if let id = Self.target(node, memory) {
                    json.field("id", id)
                }
                json.field("key", key)
            }
            node.send("toggleItem", title: "Tick", params)
        }
    }

    private func moveRow(by rows: Int) { motion.inTurn { RowMove.move($0, by: rows) } }

    // MARK: The selection

    private func toggleSelection() {
        motion.inTurn { _ in endRange() }
        send("toggleSelection", title: "Select")
    }

    private func selectAll() {
        motion.inTurn { _ in endRange() }
        sendIfPossible("selectAll")
    }

    func selectNone() {
        motion.inTurn { _ in endRange() }
        sendIfPossible("clearSelection")
    }

    private func endRange() {
        memory.rangeStart = nil
        interface.needsFrame()
    }

    private func endShiftRange() { motion.inTurn { _ in if memory.isShiftRange { endRange() } } }

    /// Starts a range at the active row, or ends the range.
    private func toggleRange() {
        motion.inTurn { node in
            let isRange = memory.rangeStart != nil && !memory.isShiftRange
            memory.rangeStart = isRange ? nil : node.state["activeId"]?.stringValue
            memory.isShiftRange = false
            interface.needsFrame()
            extendRange(node)
        }
    }

    /// Moves the active row, and selects the rows from the row at which the movement began to the active row.
    private func selectMoving(by rows: Int) {
        motion.inTurn { node in
            guard memory.rangeStart == nil else { return }
            memory.rangeStart = node.state["activeId"]?.stringValue
            memory.isShiftRange = true
        }
        motion.move(by: rows)
    }

    /// Extends the range to the active row.
    func extendRange(_ node: Node) {
        guard let start = memory.rangeStart, let active = node.state["activeId"]?.stringValue, node.can("selectRange")
        else { return }
        let params = Params {
            $0.field("from", start)
            $0.field("to", active)
        }
        // The first row of the range may be gone.
        node.send("selectRange", isQuiet: true, params) { [memory] revision in
            if revision == nil { memory.rangeStart = nil }
        }
    }

    /// Copies the titles of the selected rows or of the active row, after all earlier requests are answered.
    private func copyTitles() {
        motion.inTurn { node in
            let selection = RowSelection(ofList: node.state)
            let newest = ListView(node, interface)
            memory.titles.copy(
                newest.table.rows, active: Self.target(node, memory), newest.columns, selection,
                total: node.state["totalCount"]?.intValue, isSelected: selection.membership(memory.selection),
                interface)
        }
    }

    // MARK: The list as a whole

    private func sendIfPossible(_ action: String) {
        motion.inTurn { node in if node.can(action) { node.send(action) } }
    }

    private func refresh() { node.send("refresh", title: "Refresh") }

    private func chooseFilter() { RowFilter.choose(node.state, interface) { filter.choose($0) } }

    private func chooseSort() { RowSort.choose(columns, interface) { sort(by: $0) } }

    func sort(by key: String) {
        motion.inTurn { node in node.send("setSort", title: "Sort", RowSort.turned(node.state, key)) }
    }

    // MARK: The mouse

    func click(_ click: RowTable.Click) {
        let id = click.row.id
        let row = Params { $0.field("id", id) }
        let isBox = isSameText(click.column, toggleKey) && toggleKey != nil && node.can("toggleItem")
        if click.isDouble, !isBox {
            return motion.inTurn { node in open(id, node) }
        }
        motion.activate(id)
        if !click.modifiers.isDisjoint(with: [.control, .alt]), node.can("toggleSelection") {
            motion.inTurn { $0.send("toggleSelection", title: "Select", row) }
        } else if isBox, let key = toggleKey {
            motion.inTurn { $0.send("toggleItem", title: "Tick", row.and { $0.field("key", key) }) }
        }
    }
}
