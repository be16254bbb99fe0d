import FHJSON
import FeatureKit

/// Entering values: fields, secrets, and the items of repeated fields.
extension Form {
    func change(_ action: FormAction, _ state: inout FormState) {
        switch action {
        case .setValue(let path, let json):
            guard let address = plan.address(path: path, state) else { return }
            for entry in (try? plan.entries(json, at: address, state)) ?? [] { enter(entry, &state) }
        case .setValues(let values):
            for entry in (try? plan.entries(values.value, state)) ?? [] { enter(entry, &state) }
        case .setSecret(let path, let secret):
            guard let address = plan.address(path: path, state) else { return }
            enter(FormPlan.Entry(address: address, value: .secret(secret)), &state)
        case .insertItem(let path, let value, let beforeID):
            guard let address = plan.address(path: path, state) else { return }
            insert(value?.value ?? .null, in: address, before: beforeID, &state)
        case .removeItem(let path, let id):
            guard let address = plan.address(path: path, state), let item = state.item(id, in: address) else { return }
            state.remove(container: item)
            rearrange(address, &state) { $0.removeAll { $0 == item } }
        case .moveItem(let path, let id, let beforeID):
            guard let address = plan.address(path: path, state), let item = state.item(id, in: address) else { return }
            let before = beforeID.flatMap { state.item($0, in: address) }
            if before == item { return }
            rearrange(address, &state) { items in
                items.removeAll { $0 == item }
                items.insert(item, at: before.flatMap { items.firstIndex(of: $0) } ?? items.count)
            }
        default: return
        }
        if !state.isBusy { state.status = .editing }
    }

    func enter(_ entry: FormPlan.Entry, _ state: inout FormState) {
        plan.set(entry.value, at: entry.address, &state)
        noteChange(entry.address, &state)
    }

    private func insert(
        _ json: JSONValue, in address: FieldAddress, before id: String?, _ state: inout FormState
    ) {
        let node = plan.tree.nodes[plan.index(address, state)]
        guard let scope = node.itemScope else { return }
        var row = plan.tree.initialRow(of: scope)
        plan.tree.fill(&row, node.children, from: json)
        plan.insert(row, in: address, before: id.flatMap { state.item($0, in: address) }, &state)
        noteChange(address, &state)
    }

    private func rearrange(_ address: FieldAddress, _ state: inout FormState, _ body: (inout [Int]) -> Void) {
        var items = state.items(of: address)
        body(&items)
        state[address].value = .items(items)
        state.note(address, .changed)
        noteChange(address, &state)
    }

    /// Removes the messages and errors that sources have reported about a field's previous value.
    func forgetWhatWasSaid(of address: FieldAddress, _ state: inout FormState) {
        state[address].said = []
        if !state.errors.all.isEmpty {
            state.errors.removeAll(of: Self.judgeOperation + plan.path(of: address, state))
        }
    }

    /// Updates the messages of a field after a change of its value, and the messages of the enclosing fields.
    private func noteChange(_ address: FieldAddress, _ state: inout FormState) {
        state[address].isChanged = true
        if let conflict = state.conflict(at: address), state[address].value == conflict.theirs {
            keepMine(address, &state)
        }
        forgetWhatWasSaid(of: address, &state)
        // The values of groups and repeated fields consist of the values of their fields.
        for outer in plan.addresses(around: address, state) where !state[outer].said.isEmpty {
            state[outer].said = []
            state.note(outer, .changed)
        }
        if state[address].isRevealed {
            state[address].showsMessages = configuration.again == .onChange
        } else if configuration.showMessages == .onChange {
            state[address].isRevealed = true
            state[address].showsMessages = true
        }
    }

    /// Resets every value to its baseline, and the form to its initial state.
    func reset(_ state: inout FormState) {
        for local in plan.tree.scopes[0].nodes.indices {
            let address = FieldAddress(0, local)
            state[address].baseline = state.known(at: address)
            state.setConflict(nil, at: address)
            plan.set(state[address].baseline, at: address, &state)
            plan.numberItems(of: address, &state)
            // With its limits cleared, a field has new limits after the reset. Changed limits would clamp the restored
            // baseline, but new limits don't.
            state[address].limits = [:]
            state[address].beginAnew()
            state[address].verdict = nil
            state[address].said = []
        }
        state.saidMessages = []
        state.status = .editing
        state.errors.removeAll()
    }

    /// Marks a field as touched after the user has left it.
    func leave(_ address: FieldAddress, _ state: inout FormState) {
        if state.focus.address == address { state.focus.address = nil }
        state[address].isTouched = true
        state.unwritten.insert(address)
        let isShown =
            state[address].isRevealed ? configuration.again != .onSubmit : configuration.showMessages != .onSubmit
        if isShown { state[address].reveal() }
    }

    /// Marks visible fields as touched, and shows their messages if `isShown`.
    func reveal(_ addresses: [FieldAddress], isShown: Bool = true, _ state: inout FormState) {
        for address in addresses where state[address].isVisible {
            if isShown {
                state[address].reveal()
            } else {
                state[address].isTouched = true
            }
            state.unwritten.insert(address)
        }
    }

    /// Moves the input focus, and the current step, to the first invalid field.
    ///
    /// - Returns: true if there is an invalid field.
    func focusFirstWrong(among nodes: [Int]? = nil, _ state: inout FormState) -> Bool {
        var first: FieldAddress?
        plan.inOrder(state, from: nodes) { if first == nil, state[$0].isWrong { first = $0 } }
        if let first {
            state.focus = FormState.Focus(address: first, sequence: state.focus.sequence + 1)
            var outermost = first
            while let owner = state.owner(of: outermost.container) { outermost = owner }
            state.step = plan.tree.nodes[plan.index(outermost, state)].step
        }
        return first != nil
    }
}

extension FormConfiguration {
    /// The effect of a change on messages that are shown.
    var again: ShowMessagesAgain { showMessagesAgain ?? (showMessages == .onBlur ? .onBlur : .onChange) }
}
