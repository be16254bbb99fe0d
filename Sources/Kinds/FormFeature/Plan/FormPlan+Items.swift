import FHJSON
import FHRowCollections
import FeatureKit

/// Three-way merge of the items of repeated fields and of picked options.
extension FormPlan {
    /// Merges the user's value of a field with the value that others have written.
    ///
    /// Members without a field are taken from `theirs`.
    ///
    /// - Parameters:
    ///   - node: the index of the field's declaration.
    ///   - base: the common base of both changes.
    ///   - mine: the user's value. The rows of a repeated field have their positions in the base.
    ///   - theirs: the value changed by others.
    ///   - isSketch: true if the rows of the base contain only the members that have a field.
    /// - Returns: the merged value, whose rows have their positions in `theirs`; nil if the user and others have
    ///   changed the same item in different ways.
    func merged(
        _ node: Int, base: FieldValue, mine: FieldValue, theirs: FieldValue, isSketch: Bool
    ) -> FieldValue? {
        if fields[node].type == .repeated {
            return mergedRows(node, base: base.rows, mine: mine.rows, theirs: theirs.rows, isSketch: isSketch)
                .map { .rows($0) }
        }
        if mine == theirs || base == theirs { return mine }
        if mine == base || fields[node].handedOn(mine) == base { return theirs }
        guard fields[node].type.picksMany else { return nil }
        let arrays = [base, mine, theirs].map { value in JSONText.build { value.write(to: &$0) }.value }
        guard let merged = ItemMerge.merge(base: arrays[0], mine: arrays[1], theirs: arrays[2]) else { return nil }
        return .list(merged.compactMap { FieldValue(scalar: $0.value) })
    }

    private func mergedRows(
        _ node: Int, base: [FieldRow], mine: [FieldRow], theirs: [FieldRow], isSketch: Bool
    ) -> [FieldRow]? {
        let merge = ListMerge<FieldRow>(
            identity: { self.identity(of: $0, node) }, looks: looks(of: node), place: { $0.place },
            merging: { merged($0, $1, $2, in: node, isSketch: isSketch) })
        return merge.merged(base: base, mine: mine, theirs: theirs)?.map { merged in
            var row = merged.value
            row.place = merged.theirs
            row.item = merged.mine.flatMap { mine[$0].item }
            return row
        }
    }

    private func merged(
        _ base: FieldRow?, _ mine: FieldRow?, _ theirs: FieldRow?, in node: Int, isSketch: Bool
    ) -> ListMerge<FieldRow>.Outcome {
        guard let base else {
            guard let theirs else { return mine.map { .kept($0) } ?? .removed }
            return mine == nil || mine == theirs ? .kept(theirs) : .contradiction
        }
        switch (mine, theirs) {
        case (nil, nil): return .removed
        case (nil, let theirs?):
            let isHiddenSame = isSketch || base.origin == theirs.origin || base.origin?.value == theirs.origin?.value
            return base == theirs && isHiddenSame ? .removed : .contradiction
        case (let mine?, nil): return base == mine ? .removed : .contradiction
        case (let mine?, var theirs?):
            guard let scope = fields[node].node.itemScope else { return .contradiction }
            for (local, inner) in tree.scopes[scope].nodes.enumerated() where fields[inner].type != .group {
                let value = merged(
                    inner, base: base.fields[local], mine: mine.fields[local], theirs: theirs.fields[local],
                    isSketch: isSketch)
                guard let value else { return .contradiction }
                theirs.fields[local] = value
            }
            return .kept(theirs)
        }
    }

    /// Returns the `id` of an item; nil if the item has none.
    private func identity(of row: FieldRow, _ node: Int) -> String? {
        if let field = fields[node].node.children.first(where: { isSameText(fields[$0].name, "id") }) {
            let value = row.fields[fields[field].node.local]
            return SourceRow.id(JSONText.build { value.write(to: &$0) }.value)
        }
        return SourceRow.id(row.origin?.value["id"])
    }

    /// Functions that return the text by which an item without an `id` is matched.
    ///
    /// The first function returns the text of all members, and the second only the text of the members that have a
    /// field in the form.
    private func looks(of node: Int) -> [(FieldRow) -> String?] {
        [
            { $0.origin?.string },
            { row in JSONText.build { self.write(.rows([row]), node, to: &$0) }.string },
        ]
    }

    // MARK: Items and the row

    /// Sets a field to a merged value.
    ///
    /// Existing items keep their state.
    func arrange(_ value: FieldValue, at address: FieldAddress, _ state: inout FormState) {
        guard case .rows(let rows) = value, let scope = tree.nodes[index(address, state)].itemScope else {
            return set(value, at: address, &state)
        }
        let old = Set(state.items(of: address))
        var kept: [Int] = []
        for row in rows {
            guard let item = row.item, old.contains(item) else {
                kept.append(addItem(row, scope: scope, owner: address, &state))
                continue
            }
            kept.append(item)
            adopt(row.origin, at: row.place, item, &state)
            for (local, value) in row.fields.enumerated() {
                let field = FieldAddress(item, local)
                if case .rows = value {
                    arrange(value, at: field, &state)
                } else if state[field].value != value, fields[index(field, state)].type != .secure {
                    state[field].said = []
                    set(value, at: field, &state)
                }
            }
        }
        for item in old.subtracting(kept) { state.remove(container: item) }
        state[address].value = .items(kept)
        state.note(address, .changed)
    }

    /// Connects an item of the form to an item of the edited row.
    ///
    /// - Parameter origin: the item's object in the row; nil for an item that is not in the row.
    private func adopt(_ origin: JSONText?, at place: Int?, _ item: Int, _ state: inout FormState) {
        state.setPlace(place, of: item)
        state.setOrigin(origin, of: item)
        guard let origin else { return }
        for (local, reading) in readings(ofItem: origin.value, scope: state.scope(of: item)).enumerated() {
            let field = FieldAddress(item, local)
            state[field].baseline = reading.value
            state[field].misfit = reading.misfit
            state.note(field, .changed)
        }
    }

    /// Connects the items of a field to the items of the row, in order.
    func setOrigins(_ rows: [FieldRow], at address: FieldAddress, _ state: inout FormState) {
        for (place, (item, row)) in zip(state.items(of: address), rows).enumerated() {
            adopt(row.origin, at: place, item, &state)
            for (local, value) in row.fields.enumerated() {
                if case .rows(let inner) = value { setOrigins(inner, at: FieldAddress(item, local), &state) }
            }
        }
    }

    /// Gives the items of a field their positions in the baseline, in order.
    func numberItems(of address: FieldAddress, _ state: inout FormState) {
        for (place, item) in state.items(of: address).enumerated() {
            state.setPlace(place, of: item)
            for local in tree.scopes[state.scope(of: item)].nodes.indices {
                numberItems(of: FieldAddress(item, local), &state)
            }
        }
    }

    /// Connects the items of a repeated field to the items that the row has now.
    ///
    /// The user keeps the value of the field. An item that others have removed from the row keeps its original object.
    ///
    /// - Parameters:
    ///   - old: the row's items to which the positions of the form's items refer.
    ///   - new: the items that the row has now.
    func takeOrigins(of old: FieldValue, from new: FieldValue, at address: FieldAddress, _ state: inout FormState) {
        let node = index(address, state)
        guard fields[node].type == .repeated else { return }
        let (old, new) = (old.rows, new.rows)
        let merge = ListMerge<FieldRow>(
            identity: { self.identity(of: $0, node) }, looks: looks(of: node), merging: { _, _, _ in .removed })
        let places = merge.places(of: old, in: new)
        for item in state.items(of: address) {
            let before = state.place(of: item).flatMap { old.indices.contains($0) ? $0 : nil }
            guard let before, let place = places[before] else {
                state.setPlace(nil, of: item)
                continue
            }
            adopt(new[place].origin, at: place, item, &state)
            for (local, value) in new[place].fields.enumerated() {
                guard case .rows = value else { continue }
                takeOrigins(of: old[before].fields[local], from: value, at: FieldAddress(item, local), &state)
            }
        }
    }
}
