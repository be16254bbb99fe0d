import FeatureKit
import JSON

/// Merging items, and showing what could not be merged.
extension FormPlan {
    /// The fields in conflict, in the order in which a user meets them.
    ///
    /// - Parameter path: the field, or the group that they are in; nil for all.
    func conflicts(_ state: FormState, below path: String? = nil) -> [FieldAddress] {
        var found: [FieldAddress] = []
        for local in state.conflicts.keys.sorted() {
            let address = FieldAddress(0, local)
            let own = self.path(of: address, state)
            if path.map({ isSameText($0, own) || own.hasPrefix($0 + "/") }) ?? true { found.append(address) }
        }
        return found
    }

    // MARK: Items

    /// Merges what the user and others have changed in the items of a field, or in the options that are picked.
    ///
    /// - Parameters:
    ///   - base: what both began with.
    ///   - mine: what the field holds; of a repeated field the rows.
    ///   - entry: what others have made of it.
    /// - Returns: whether it could be merged; if not, nothing has changed.
    func mergeItems(_ base: FieldValue, _ mine: FieldValue, _ entry: Entry, _ state: inout FormState) -> Bool {
        let index = self.index(entry.address, state)
        guard [.repeated, .multiPicker].contains(fields[index].type) else { return false }
        let arrays = [base, mine, entry.value].map { array(of: $0, index).value }
        guard let merged = ItemMerge.merge(base: arrays[0], mine: arrays[1], theirs: arrays[2]) else { return false }
        let result = JSONText.build { json in
            json.beginArray()
            for item in merged { json.value(item.value) }
            json.endArray()
        }
        guard let value = tree.value(of: result.value, at: index, isOfRow: true) else { return false }
        if case .rows(let rows) = value {
            arrange(rows, from: merged.map { $0.mine }, at: entry.address, &state)
        } else {
            state[entry.address].value = value
        }
        state.note(entry.address, .changed)
        return true
    }

    /// Lets each item stand over the object that the row has at its place.
    func takeOrigins(of value: FieldValue, at address: FieldAddress, _ state: inout FormState) {
        guard case .rows(let rows) = value else { return }
        for (item, row) in zip(state.items(of: address), rows) { state.setOrigin(row.origin, of: item) }
    }

    /// Lets items stand over the objects that the row has now, where their fields are as they were.
    ///
    /// - Parameters:
    ///   - old: the rows that the items were made of.
    ///   - new: rows with the same fields.
    func takeOrigins(of old: FieldValue, from new: FieldValue, at address: FieldAddress, _ state: inout FormState) {
        guard case .rows(let old) = old, case .rows(let new) = new, old.count == new.count else { return }
        var places = OriginPlaces(old)
        for item in state.items(of: address) {
            guard let place = places.take(state.origin(of: item)) else { continue }
            state.setOrigin(new[place].origin, of: item)
        }
    }

    /// Makes the items of a field hold rows; items that were there keep what is known of them.
    ///
    /// - Parameter places: the places of the items that the rows were; nil of new ones.
    private func arrange(_ rows: [FieldRow], from places: [Int?], at address: FieldAddress, _ state: inout FormState) {
        guard let scope = tree.nodes[index(address, state)].itemScope else { return }
        let old = state.items(of: address)
        var kept: [Int] = []
        for (row, place) in zip(rows, places) {
            guard let place, old.indices.contains(place) else {
                kept.append(addItem(row, scope: scope, owner: address, &state))
                continue
            }
            let item = old[place]
            state.setOrigin(row.origin, of: item)
            for (local, value) in row.fields.enumerated() {
                let field = FieldAddress(item, local)
                if case .rows(let inner) = value {
                    if FieldValue.rows(self.rows(of: field, state)) != value { set(.rows(inner), at: field, &state) }
                } else if state[field].value != value, fields[index(field, state)].type != .secure {
                    set(value, at: field, &state)
                }
            }
            kept.append(item)
        }
        for item in old where !kept.contains(item) { state.remove(container: item) }
        state[address].value = .items(kept)
    }

    /// What a field with items, or one with several options, holds, as JSON.
    private func array(of value: FieldValue, _ index: Int) -> JSONText {
        JSONText.build { json in
            guard case .rows(let rows) = value else { return value.write(to: &json) }
            json.beginArray()
            for row in rows { json.value(object(row, fields[index].node.children)) }
            json.endArray()
        }
    }

    /// An item over the object that it was made of.
    private func object(_ row: FieldRow, _ nodes: [Int]) -> JSONText {
        (row.origin ?? .emptyObject).value.merged(with: patch(row, nodes, row.origin?.value).value)
    }

    private func patch(_ row: FieldRow, _ nodes: [Int], _ origin: JSONValue?) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for node in nodes where fields[node].type != .secure {
                let field = fields[node]
                let original = origin?[field.name]
                if field.type == .group {
                    let inner = patch(row, field.node.children, original)
                    if inner == .emptyObject { continue }
                    json.key(field.name)
                    json.value(inner)
                    continue
                }
                let value = row.fields[field.node.local]
                let before = original.flatMap { tree.value(of: $0, at: node, isOfRow: true) } ?? field.empty
                if value == before || original == nil && field.isCleared(value) { continue }
                json.key(field.name)
                if field.isCleared(value) { json.null() } else { json.value(array(of: field.handedOn(value), node)) }
            }
            json.endObject()
        }
    }

    // MARK: What is shown

    func writeConflict(_ conflict: FieldState.Conflict?, _ index: Int, to json: inout JSONWriter) {
        guard let conflict else { return }
        json.key("conflict")
        json.beginObject()
        json.key("base")
        write(conflict.base, index, to: &json)
        json.key("theirs")
        write(conflict.theirs, index, to: &json)
        json.endObject()
    }

    /// Writes a value by names; of an item the fields alone, since what nobody knows may be a secret.
    func write(_ value: FieldValue, _ index: Int, to json: inout JSONWriter) {
        guard case .rows(let rows) = value else { return value.write(to: &json) }
        json.beginArray()
        for row in rows { write(row, fields[index].node.children, to: &json) }
        json.endArray()
    }

    private func write(_ row: FieldRow, _ nodes: [Int], to json: inout JSONWriter) {
        json.beginObject()
        for node in nodes where fields[node].type != .secure {
            json.key(fields[node].name)
            if fields[node].type == .group {
                write(row, fields[node].node.children, to: &json)
            } else {
                write(row.fields[fields[node].node.local], node, to: &json)
            }
        }
        json.endObject()
    }
}
