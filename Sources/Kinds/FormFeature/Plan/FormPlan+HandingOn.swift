import FHJSON

/// The objects that a form submits: a new row, a merge patch of the edited row, or the input of an operation.
///
/// They don't contain values that were entered into fields that are now hidden or disabled.
extension FormPlan {
    /// The values that the form would submit now.
    ///
    /// - Parameter isAboutRow: true if the form edits a row. Then the values are a patch; otherwise they are a new row.
    func handedOn(_ state: FormState, isAboutRow: Bool) -> Submission.HandedOn {
        let values = JSONText.build { json in
            if isAboutRow {
                writePatch(tree.allRoots, 0, state, to: &json)
            } else {
                writeNew(tree.allRoots, 0, state, to: &json)
            }
        }
        return Submission.HandedOn(
            values: values,
            input: Secret(encode(tree.allRoots, in: 0, state, hasSecrets: true) { $0.counts }.string),
            secrets: state.addresses.compactMap { address in
                let field = state[address]
                guard field.counts, case .secret(let secret) = field.value, secret.isSet else { return nil }
                return secret
            })
    }

    // MARK: A new object

    /// Writes the fields of a container as a new object.
    ///
    /// Empty fields are omitted, except the fields whose declaration keeps empty values.
    private func writeNew(_ nodes: [Int], _ container: Int, _ state: FormState, to json: inout JSONWriter) {
        json.beginObject()
        for node in nodes where isIncluded(node, container, state) {
            json.key(fields[node].name)
            writeValue(node, container, state, to: &json)
        }
        json.endObject()
    }

    /// True if a new object has a member for a field.
    private func isIncluded(_ node: Int, _ container: Int, _ state: FormState) -> Bool {
        let field = fields[node]
        let own = state[FieldAddress(container, field.node.local)]
        if !own.counts || field.type == .secure { return false }
        if field.type == .group { return field.node.children.contains { isIncluded($0, container, state) } }
        return field.keepsEmpty || !field.isCleared(own.value)
    }

    private func writeValue(_ node: Int, _ container: Int, _ state: FormState, to json: inout JSONWriter) {
        let field = fields[node]
        let own = state[FieldAddress(container, field.node.local)]
        if field.type == .group { return writeNew(field.node.children, container, state, to: &json) }
        guard case .items(let items) = own.value else { return write(own, field, to: &json) }
        json.beginArray()
        for item in items {
            let origin = state.origin(of: item)?.value
            if let origin, origin.isNull, !field.node.children.contains(where: { isIncluded($0, item, state) }) {
                json.null()
            } else if let origin {
                writeItem(field.node.children, item, over: origin, state, to: &json)
            } else {
                writeNew(field.node.children, item, state, to: &json)
            }
        }
        json.endArray()
    }

    // MARK: A patch of the row

    /// Writes the changed fields of a container as a JSON Merge Patch (RFC 7396).
    private func writePatch(_ nodes: [Int], _ container: Int, _ state: FormState, to json: inout JSONWriter) {
        json.beginObject()
        for node in nodes where isChanged(node, container, state) {
            let field = fields[node]
            let value = state[FieldAddress(container, field.node.local)].value
            json.key(field.name)
            if field.type == .group {
                writePatch(field.node.children, container, state, to: &json)
            } else if field.isCleared(value), !field.keepsEmpty, field.type != .repeated {
                json.null()
            } else {
                writeValue(node, container, state, to: &json)
            }
        }
        json.endObject()
    }

    /// True if the patch has a member for a field.
    private func isChanged(_ node: Int, _ container: Int, _ state: FormState) -> Bool {
        let field = fields[node]
        let own = state[FieldAddress(container, field.node.local)]
        if !own.counts || !own.isDirty || field.type == .secure { return false }
        if field.type == .group { return field.node.children.contains { isChanged($0, container, state) } }
        // A difference only in trimmed white space is not a change.
        return field.type == .repeated || own.misfit != nil || field.handedOn(own.value) != own.baseline
    }

    // MARK: Items of the row

    /// Writes an item over its original object.
    ///
    /// Members that have no field, and members that the user has not changed, keep their original values.
    private func writeItem(
        _ nodes: [Int], _ container: Int, over origin: JSONValue, _ state: FormState, to json: inout JSONWriter
    ) {
        var rest = nodes
        json.beginObject()
        for (name, member) in origin.members {
            if let place = rest.firstIndex(where: { isSameText(fields[$0].name, name) }) {
                writeMember(rest.remove(at: place), container, over: member, state, to: &json)
            } else if !nodes.contains(where: { isSameText(fields[$0].name, name) }) {
                json.key(name)
                json.value(member)
            }
        }
        for node in rest { writeMember(node, container, over: nil, state, to: &json) }
        json.endObject()
    }

    /// Writes one member of an item.
    ///
    /// - Parameter original: the member's value in the original object; nil if that object has no such member.
    private func writeMember(
        _ node: Int, _ container: Int, over original: JSONValue?, _ state: FormState, to json: inout JSONWriter
    ) {
        let field = fields[node]
        let address = FieldAddress(container, field.node.local)
        if field.type == .group, let original, original.isObject, state[address].counts {
            json.key(field.name)
            return writeItem(field.node.children, container, over: original, state, to: &json)
        }
        if isAsBefore(node, address, original, state) {
            guard let original else { return }
            json.key(field.name)
            json.value(original)
        } else if isIncluded(node, container, state) {
            json.key(field.name)
            writeValue(node, container, state, to: &json)
        }
    }

    /// True if a member of an item keeps its original value.
    private func isAsBefore(
        _ node: Int, _ address: FieldAddress, _ original: JSONValue?, _ state: FormState
    ) -> Bool {
        let field = fields[node]
        let own = state[address]
        if !own.counts || field.type == .secure { return true }
        if field.type == .group { return !isIncluded(node, address.container, state) }
        // The user has replaced the row's value, which the field could not hold.
        if own.misfit != nil, own.isChanged { return false }
        let before = original.flatMap { tree.value(of: $0, at: node, isOfRow: true) } ?? field.empty
        if field.type == .repeated { return FieldValue.rows(rows(of: address, state)) == before }
        return own.value == before || field.handedOn(own.value) == before
    }
}

extension PlanField {
    /// True if a value counts as empty in the output.
    ///
    /// A toggle that is off is not empty.
    func isCleared(_ value: FieldValue) -> Bool { type != .toggle && isEmpty(handedOn(value)) }
}
