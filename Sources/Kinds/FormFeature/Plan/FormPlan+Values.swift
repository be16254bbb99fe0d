import FHJSON

/// Setting the values of fields, and encoding them.
extension FormPlan {
    /// The initial state of a form.
    ///
    /// - Parameter isOfRow: true if the values are the members of a row, for which defaults are not used.
    func initialState(_ values: JSONValue, isOfRow: Bool) -> FormState {
        var state = FormState()
        state.isAboutRow = isOfRow
        let readings = isOfRow ? readings(ofRow: values) : []
        let row = isOfRow ? FieldRow(readings.map(\.value)) : tree.row(openedWith: values, isOfRow: false)
        _ = addContainer(row, scope: 0, owner: nil, &state)
        for local in tree.scopes[0].nodes.indices { numberItems(of: FieldAddress(0, local), &state) }
        take(readings, &state)
        finish(&state)
        return state
    }

    /// Recomputes the fields that depend on a change, and encodes all changed fields.
    func finish(_ state: inout FormState) {
        settle(&state)
        for address in state.unwritten where state.has(address) { state.setText(encode(address, state), of: address) }
        state.unwritten.removeAll(keepingCapacity: true)
    }

    // MARK: Setting values

    /// Adds a container: an item, or the form itself.
    private func addContainer(
        _ row: FieldRow, scope: Int, owner: FieldAddress?, _ state: inout FormState
    ) -> Int {
        let read = row.origin.map { readings(ofItem: $0.value, scope: scope) }
        let fields = row.fields.enumerated().map { local, value in
            var field = FieldState(isRows(value) ? .items([]) : value, baseline: read?[local].value ?? value)
            field.misfit = read?[local].misfit
            return field
        }
        let number = state.add(.init(scope: scope, owner: owner, fields: fields, origin: row.origin, place: row.place))
        for (local, value) in row.fields.enumerated() {
            let address = FieldAddress(number, local)
            if case .rows(let rows) = value { put(rows, at: address, &state) }
            state.note(address, .changed)
        }
        return number
    }

    private func isRows(_ value: FieldValue) -> Bool { if case .rows = value { true } else { false } }

    /// Replaces all items of a repeated field by new items for `rows`.
    private func put(_ rows: [FieldRow], at address: FieldAddress, _ state: inout FormState) {
        guard let scope = tree.nodes[index(address, state)].itemScope else { return }
        for item in state.items(of: address) { state.remove(container: item) }
        let items = rows.map { addContainer($0, scope: scope, owner: address, &state) }
        state[address].value = .items(items)
    }

    /// Sets a value, or the rows of a repeated field, without changing the rest of the field's state.
    func set(_ value: FieldValue, at address: FieldAddress, _ state: inout FormState) {
        if case .rows(let rows) = value {
            put(rows, at: address, &state)
        } else {
            state[address].value = value
        }
        state.note(address, .changed)
    }

    /// Sets a field that the user has not changed to its current value in the edited row.
    ///
    /// A repeated field keeps its items if the values of all their fields are the same in the row as before.
    func takeOver(_ entry: Entry, _ state: inout FormState) {
        guard state[entry.address].baseline == entry.value, case .rows(let rows) = entry.value else {
            set(entry.value, at: entry.address, &state)
            return numberItems(of: entry.address, &state)
        }
        setOrigins(rows, at: entry.address, &state)
    }

    /// Adds an item without inserting it into its repeated field.
    func addItem(_ row: FieldRow, scope: Int, owner: FieldAddress, _ state: inout FormState) -> Int {
        addContainer(row, scope: scope, owner: owner, &state)
    }

    /// Inserts an item into a repeated field, before another item or, if `before` is nil, at the end.
    func insert(_ row: [FieldValue], in address: FieldAddress, before: Int?, _ state: inout FormState) {
        guard let scope = tree.nodes[index(address, state)].itemScope else { return }
        let item = addContainer(FieldRow(row), scope: scope, owner: address, &state)
        var items = state.items(of: address)
        items.insert(item, at: before.flatMap { items.firstIndex(of: $0) } ?? items.count)
        state[address].value = .items(items)
        state.note(address, .changed)
    }

    // MARK: Encoding values

    /// The current values, by the index of the container.
    func freeze(_ state: FormState) -> [Int: [FieldValue]] {
        var frozen: [Int: [FieldValue]] = [:]
        for (number, container) in state.containers.enumerated() {
            if let container { frozen[number] = container.fields.map(\.value) }
        }
        return frozen
    }

    /// Returns a value as it is submitted, and as it is stored in a baseline.
    ///
    /// For a repeated field, the result consists of rows.
    ///
    /// - Parameter frozen: the values at the start of the submit, by the index of the container.
    func handedOn(
        _ value: FieldValue, of field: PlanField, _ frozen: [Int: [FieldValue]], _ state: FormState
    ) -> FieldValue {
        guard case .items(let items) = value, let scope = field.node.itemScope else { return field.handedOn(value) }
        return .rows(
            items.enumerated().map { place, item in
                let fields = zip(tree.scopes[scope].nodes, frozen[item] ?? []).map {
                    handedOn($1, of: self.fields[$0], frozen, state)
                }
                return FieldRow(fields, origin: state.origin(of: item), place: place)
            })
    }

    /// Encodes the fields of a container that `counts` accepts, as an object by field name.
    func encode(
        _ nodes: [Int], in container: Int, _ state: FormState, hasSecrets: Bool = false,
        where counts: (FieldState) -> Bool
    ) -> JSONText {
        func write(_ nodes: [Int], _ container: Int, to json: inout JSONWriter) {
            json.beginObject()
            for node in nodes {
                let field = fields[node]
                let own = state[FieldAddress(container, field.node.local)]
                if !counts(own) || field.type == .secure && !hasSecrets || own.isMisfit { continue }
                json.key(field.name)
                switch own.value {
                case .secret(let secret): secret.reveal(to: &json)
                case .items(let items):
                    json.beginArray()
                    for item in items { write(field.node.children, item, to: &json) }
                    json.endArray()
                default:
                    if field.type == .group {
                        write(field.node.children, container, to: &json)
                    } else {
                        self.write(own, field, to: &json)
                    }
                }
            }
            json.endObject()
        }
        return JSONText.build { write(nodes, container, to: &$0) }
    }

    /// Writes the submitted value of a field in the spelling of the edited row.
    func write(_ own: FieldState, _ field: PlanField, to json: inout JSONWriter) {
        let value = field.handedOn(own.value)
        if let spelling = own.spelling { spelling.write(value, to: &json) } else { value.write(to: &json) }
    }

    /// Visits the given fields and the fields in them, in form order; if `nodes` is nil, all fields of the form.
    func inOrder(_ state: FormState, from nodes: [Int]? = nil, _ visit: (FieldAddress) -> Void) {
        func walk(_ nodes: [Int], _ container: Int) {
            for node in nodes {
                let address = FieldAddress(container, fields[node].node.local)
                visit(address)
                if fields[node].node.itemScope != nil {
                    for item in state.items(of: address) { walk(fields[node].node.children, item) }
                } else {
                    walk(fields[node].node.children, container)
                }
            }
        }
        walk(nodes ?? tree.allRoots, 0)
    }
}
