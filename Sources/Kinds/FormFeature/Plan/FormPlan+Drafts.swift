import FHJSON

/// The content of a form's draft.
extension FormPlan {
    /// The value of one field in a draft.
    struct DraftEntry {
        /// The field's value in the row when the user entered the draft's value.
        struct Base {
            let json: JSONText
            let value: FieldValue
        }

        let address: FieldAddress
        let value: FieldValue
        /// The base; nil if the draft has no base for the field.
        let base: Base?
    }

    /// The draft: the changed fields of the form, each with its path and value; nil if there are none.
    ///
    /// The entry of a repeated field has all items. Secrets are not stored. If the form edits a row, each entry also
    /// has `base`, the field's value in the row. The entry of a repeated field then also has the positions of its items
    /// in the base.
    ///
    /// The draft is a list, because a merge patch would lose fields that the user has emptied: null removes a member in
    /// a patch.
    func kept(_ state: FormState, isAboutRow: Bool) -> JSONText? {
        let entered = keptFields.filter { state[FieldAddress(0, fields[$0].node.local)].isDirty }
        if entered.isEmpty { return nil }
        return JSONText.build { json in
            json.beginArray()
            for index in entered {
                let field = fields[index]
                json.beginObject()
                json.field("path", field.suffix)
                json.key("value")
                if case .items(let items) = state[FieldAddress(0, field.node.local)].value {
                    json.beginArray()
                    for item in items { json.value(encode(field.node.children, in: item, state) { _ in true }) }
                    json.endArray()
                } else {
                    field.handedOn(state[FieldAddress(0, field.node.local)].value).write(to: &json)
                }
                if isAboutRow {
                    json.key("base")
                    let own = state[FieldAddress(0, field.node.local)]
                    writeBase(own.baseline, index, to: &json)
                    if case .items = own.value {
                        json.key("places")
                        writePlaces(ofItems: FieldAddress(0, field.node.local), state, to: &json)
                    }
                }
                json.endObject()
            }
            json.endArray()
        }
    }

    /// Returns the entries of a draft, except the entries with a value that the field can no longer hold.
    func entries(ofDraft draft: JSONValue) -> [DraftEntry] {
        var listed: [ExactText: JSONValue] = [:]
        var bases: [ExactText: JSONValue] = [:]
        var places: [ExactText: JSONValue] = [:]
        for entry in draft.elements {
            if let path = entry["path"]?.stringValue {
                listed[path] = entry["value"]
                bases[path] = entry["base"]
                places[path] = entry["places"]
            }
        }
        return keptFields.compactMap { index in
            let field = fields[index]
            // Earlier versions stored an object of values by name.
            let json = draft.isObject ? draft.value(at: JSONPointer(tree.names(of: index))) : listed[field.suffix]
            guard let json, var value = tree.value(of: json, at: index, isWhole: false) else { return nil }
            let base = bases[field.suffix].flatMap { json in
                tree.value(of: json, at: index, isWhole: false, isOfRow: true)
                    .map { DraftEntry.Base(json: JSONText(json), value: $0) }
            }
            if let base, case .rows = value {
                let rows = rows(ofDraft: json, places: places[field.suffix], on: base.value.rows, index)
                value = .rows(rows ?? [])
            }
            return DraftEntry(address: FieldAddress(0, field.node.local), value: value, base: base)
        }
    }

    /// True if a value equals a base that is stored in a draft.
    func isKept(_ base: JSONText, for value: FieldValue, at address: FieldAddress, _ state: FormState) -> Bool {
        JSONText.build { writeBase(value, index(address, state), to: &$0) }.value == base.value
    }

    /// Encodes the value of a field in the same way as the `base` in a draft.
    func draftText(of address: FieldAddress, _ state: FormState) -> JSONText {
        let index = index(address, state)
        let value = fields[index].type == .repeated ? FieldValue.rows(rows(of: address, state)) : state[address].value
        return JSONText.build { writeBase(value, index, to: &$0) }
    }

    private func writeBase(_ value: FieldValue, _ index: Int, to json: inout JSONWriter) {
        let field = fields[index]
        write(field.type == .repeated ? value : field.handedOn(value), index, hasIDs: true, to: &json)
    }

    /// The indices of the fields that a draft can store, except the fields in items.
    private var keptFields: [Int] {
        tree.scopes[0].nodes.filter { fields[$0].type != .group && fields[$0].type != .secure }
    }
}

extension FieldTree {
    /// Returns a text that identifies the values with which a form was opened, apart from secrets.
    ///
    /// Nil if no value differs from the defaults.
    func text(openedWith values: JSONValue) -> String? {
        let initial = initialRow(of: 0)
        var row = initial
        fill(&row, allRoots, from: values, isWhole: false)
        let opened = row.indices.filter { !row[$0].isIdentical(to: initial[$0]) }
        if opened.isEmpty { return nil }
        return JSONText.build { json in
            json.beginArray()
            for local in opened {
                json.value(local)
                Self.write(row[local], to: &json)
            }
            json.endArray()
        }.string
    }

    private static func write(_ value: FieldValue, to json: inout JSONWriter) {
        guard case .rows(let rows) = value else { return value.write(to: &json) }
        json.beginArray()
        for row in rows {
            json.beginArray()
            for value in row.fields { write(value, to: &json) }
            json.endArray()
        }
        json.endArray()
    }
}
