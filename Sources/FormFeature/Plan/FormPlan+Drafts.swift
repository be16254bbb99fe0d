import JSON

/// What a draft holds of a form.
extension FormPlan {
    /// All fields but those in items, each with its path and its value, without secrets.
    ///
    /// A list: a patch of an object would take out what a person has emptied, since null means that there.
    func kept(_ state: FormState) -> JSONText {
        JSONText.build { json in
            json.beginArray()
            for index in keptFields {
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
                json.endObject()
            }
            json.endArray()
        }
    }

    /// What a draft holds that its fields can still hold.
    func entries(ofDraft draft: JSONValue) -> [Entry] {
        var listed: [ExactText: JSONValue] = [:]
        for entry in draft.elements {
            if let path = entry["path"]?.stringValue { listed[path] = entry["value"] }
        }
        return keptFields.compactMap { index in
            let field = fields[index]
            // Earlier versions kept an object of values by name.
            let json = draft.isObject ? draft.value(at: JSONPointer(tree.names(of: index))) : listed[field.suffix]
            guard let json, let value = tree.value(of: json, at: index, isWhole: false) else { return nil }
            return Entry(address: FieldAddress(0, field.node.local), value: value)
        }
    }

    /// The fields of the form that hold something that may be kept.
    private var keptFields: [Int] {
        tree.scopes[0].nodes.filter { fields[$0].type != .group && fields[$0].type != .secure }
    }
}
