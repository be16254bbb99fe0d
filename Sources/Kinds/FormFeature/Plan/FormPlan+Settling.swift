import FHJSON
import FeatureKit
import HeapModule

/// Recomputation after a change: visibility, limits, validation.
///
/// Only fields that depend on a changed field are recomputed, in the order of their dependencies.
extension FormPlan {
    private struct Turn: Comparable {
        let rank: Int
        let address: FieldAddress

        static func < (left: Turn, right: Turn) -> Bool { left.rank < right.rank }
        static func == (left: Turn, right: Turn) -> Bool { left.rank == right.rank }
    }

    /// Recomputes the fields in ``FormState/stale`` until it is empty.
    func settle(_ state: inout FormState) {
        var turns = Heap<Turn>()
        func plan(_ address: FieldAddress, _ staleness: FormState.Staleness, isBehindParts: Bool = false) {
            if state.stale[address] == nil {
                let rank = field(address, state).rank
                // A group is recomputed once, after all its parts. So groups come after the other fields, and a nested
                // group comes before the group that contains it.
                turns.insert(Turn(rank: isBehindParts ? 2 * fields.count - rank : rank, address: address))
            }
            state.note(address, staleness)
        }
        for address in state.stale.keys { turns.insert(Turn(rank: field(address, state).rank, address: address)) }
        while let turn = turns.popMin() {
            let address = turn.address
            guard let staleness = state.stale.removeValue(forKey: address), state.has(address) else { continue }
            let index = index(address, state)
            let before = state[address]
            look(at: address, &state)
            let after = state[address]
            if before.isDirty != after.isDirty, let group = group(of: address, state) {
                plan(group, .dependent, isBehindParts: true)
            }
            let isShownOtherwise = before.isVisible != after.isVisible || before.isEnabled != after.isEnabled
            let isChanged = staleness == .changed || before.value != after.value
            guard isChanged || isShownOtherwise else { continue }
            if isReadByForm[index] { state.isFormStale = true }
            for reader in readers[index] {
                for place in places(of: reader, from: address, state) { plan(place, .dependent) }
            }
            if isShownOtherwise { for place in within(address, state) { plan(place, .dependent) } }
            if isChanged, let owner = state.owner(of: address.container) { plan(owner, .changed, isBehindParts: true) }
        }
        if state.isFormStale { lookAtForm(&state) }
    }

    // MARK: One field

    private func look(at address: FieldAddress, _ state: inout FormState) {
        let field = field(address, state)
        var own = state[address]
        state.count(own, by: -1, address)
        func read(_ node: Int) -> FieldValue { self.read(node, from: address, state) }
        let around = surroundings(of: address, state)
        own.isVisible =
            around.isVisible && field.stepWhen?.holds(read) != false && field.visibleWhen?.holds(read) != false
        own.isEnabled = around.isEnabled && field.enabledWhen?.holds(read) != false
        own.isRequired = field.required || field.requiredWhen?.holds(read) == true
        follow(field, &own, read)
        let rows = field.type == .repeated ? FieldValue.rows(rows(of: address, state)) : own.value
        own.isDirty =
            field.type == .group
            ? field.node.children.contains { state[FieldAddress(address.container, tree.nodes[$0].local)].isDirty }
            : rows != own.baseline || own.misfit != nil && own.isChanged || hasCorrectedItem(address, state)
        own.isAsRead = isAsRead(field, own, rows, address, state)
        let messages = own.counts ? messages(field, own, rows, address, state) : []
        own.isOddAsRead = messages.contains(where: \.isOfRow)
        own.messages = messages
        if own.counts, state.conflict(at: address) != nil { own.messages.insert(field.conflictMessage, at: 0) }
        if own.isMisfit, let misfit = own.misfit, own.counts { own.messages.append(field.warning(of: misfit)) }
        own.isWrong = own.allMessages.contains { $0.severity == .error }
        state.count(own, by: 1, address)
        state[address] = own
    }

    /// Updates the limits that come from other fields.
    ///
    /// Clamps a number to a limit that has changed.
    private func follow(_ field: PlanField, _ own: inout FieldState, _ read: (Int) -> FieldValue) {
        for rule in field.rules {
            guard case .limit(let limit, .field(let other)) = rule.test else { continue }
            let old = own.limits[limit]
            guard let bound = Self.bound(limit, read(other)) else {
                own.limits[limit] = nil
                continue
            }
            own.limits[limit] = bound
            guard old != nil, old != bound, case .number(let number) = own.value else { continue }
            if limit == .maximum && number > bound || limit == .minimum && number < bound { own.value = .number(bound) }
        }
    }

    /// The bound that the value of another field sets; nil if it sets none.
    static func bound(_ limit: FieldConstraints.Limit, _ value: FieldValue) -> FieldNumber? {
        guard case .number(let number) = value else { return nil }
        return limit == .multipleOf && number <= .integer(0) ? nil : number
    }

    // MARK: Addresses

    /// The value of another field for conditions: null if the field is empty or invisible.
    func read(_ node: Int, from address: FieldAddress, _ state: FormState) -> FieldValue {
        guard let place = locate(node, from: address, state), state[place].isVisible else { return .null }
        let field = fields[node]
        let value = field.handedOn(state[place].value)
        // A toggle that is off is not empty here; only `required` treats it as empty.
        return field.type != .toggle && (field.isEmpty(value) || value.isBlank) ? .null : value
    }

    /// Resolves a reference of the field at `address` to the field declaration with the index `node`.
    ///
    /// Returns the address of the field with this declaration in the container of `address`, or in an enclosing
    /// container; nil if there is none.
    func locate(_ node: Int, from address: FieldAddress, _ state: FormState) -> FieldAddress? {
        var container = address.container
        while state.scope(of: container) != tree.nodes[node].scope {
            guard let owner = state.owner(of: container) else { return nil }
            container = owner.container
        }
        return FieldAddress(container, tree.nodes[node].local)
    }

    /// Returns the fields with the declaration `node` that read the field at `address`.
    ///
    /// This is one field in the container of `address`, or one field in each item that is nested in the container.
    private func places(of node: Int, from address: FieldAddress, _ state: FormState) -> [FieldAddress] {
        var scope = tree.nodes[node].scope
        var owners: [Int] = []
        while scope != state.scope(of: address.container) {
            guard let owner = tree.scopes[scope].owner, let outer = tree.scopes[scope].parent else { return [] }
            owners.append(owner)
            scope = outer
        }
        var containers = [address.container]
        for owner in owners.reversed() {
            containers = containers.flatMap { state.items(of: FieldAddress($0, tree.nodes[owner].local)) }
        }
        return containers.map { FieldAddress($0, tree.nodes[node].local) }
    }

    /// The direct children of a group or a repeated field.
    private func within(_ address: FieldAddress, _ state: FormState) -> [FieldAddress] {
        let node = tree.nodes[index(address, state)]
        let containers = node.itemScope == nil ? [address.container] : state.items(of: address)
        return containers.flatMap { container in
            node.children.map { FieldAddress(container, tree.nodes[$0].local) }
        }
    }

    /// The group that directly contains a field; nil if there is none.
    private func group(of address: FieldAddress, _ state: FormState) -> FieldAddress? {
        guard let parent = tree.nodes[index(address, state)].parent, tree.nodes[parent].itemScope == nil else {
            return nil
        }
        return FieldAddress(address.container, tree.nodes[parent].local)
    }

    /// The visibility and enabled state of the enclosing group or repeated field.
    private func surroundings(of address: FieldAddress, _ state: FormState) -> (isVisible: Bool, isEnabled: Bool) {
        guard let place = group(of: address, state) ?? state.owner(of: address.container) else { return (true, true) }
        return (state[place].isVisible, state[place].isEnabled)
    }

    /// The values of the items of a repeated field.
    func rows(of address: FieldAddress, _ state: FormState) -> [FieldRow] {
        state.items(of: address).map { item in
            let fields: [FieldValue] = tree.scopes[state.scope(of: item)].nodes.indices.map { local in
                let place = FieldAddress(item, local)
                if case .items = state[place].value { return .rows(rows(of: place, state)) }
                return state[place].value
            }
            return FieldRow(fields, origin: state.origin(of: item), place: state.place(of: item), item: item)
        }
    }
}

extension FormState {
    /// Returns the container indices of the items of a repeated field; empty for other fields.
    func items(of address: FieldAddress) -> [Int] {
        if case .items(let items) = self[address].value { items } else { [] }
    }
}
