import FHJSON

/// Replaces the references to params in a feature's declaration, `{"param": name}`, by values.
///
/// If a param has no value, what refers to it is left out: the member of an object, the element of an array, the
/// comparison, and a condition whose parts are all left out.
struct ParamReferences {
    let values: ParamValues
    /// True if the values are examples, which no title shows.
    var isExample = false

    /// The declaration of a feature with values in place of references.
    ///
    /// References to unknown params are reported, and stay.
    func bound(_ feature: WorkspaceNode) -> WorkspaceNode {
        let text = JSONText.build { json in
            json.beginObject()
            for (key, node) in feature.members {
                // The params' own declarations have no references.
                if key == "params" {
                    json.key(key)
                    json.value(node.value)
                } else if key == "title", let title = node.value.stringValue {
                    json.key(key)
                    json.value(filled(title))
                } else if !isLeftOut(node.value) {
                    json.key(key)
                    write(node, to: &json)
                }
            }
            json.endObject()
        }
        return WorkspaceNode(text.value, pointer: feature.pointer, mistakes: feature.mistakes)
    }

    /// The text with the values of params in place of `{param.name}`.
    private func filled(_ text: String) -> String {
        let parts = text.split(separator: "{param.", omittingEmptySubsequences: false)
        var filled = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: "}"), values.names.contains(String(part[..<end])) else {
                filled += "{param.\(part)"
                continue
            }
            let name = String(part[..<end])
            if isExample {
                filled += "…"
            } else if let value = values.values[name] {
                filled += value.value.stringValue ?? value.string
            }
            filled += part[part.index(after: end)...]
        }
        return filled
    }

    /// The name in `{"param": name}`; nil for any other value.
    static func name(_ value: JSONValue) -> String? {
        value.isObject && value.count == 1 ? value["param"]?.stringValue : nil
    }

    private func isLeftOut(_ value: JSONValue) -> Bool {
        if let name = Self.name(value) { return values.names.contains(name) && values.values[name] == nil }
        if value.isArray {
            return value.count > 0 && value.elements.allSatisfy { isLeftOut($0) }
        }
        guard value.isObject, value.count > 0 else { return false }
        // A comparison without its operands says nothing.
        var kept = 0
        var hasLost = false
        for (key, member) in value.members {
            if isLeftOut(member) { hasLost = true } else if key != "key", key != "field" { kept += 1 }
        }
        return hasLost && kept == 0
    }

    private func write(_ node: WorkspaceNode, to json: inout JSONWriter) {
        let value = node.value
        if let name = Self.name(value) {
            if !values.names.contains(name) {
                node.report("there is no param \(name); \(WorkspaceContext.list(values.names.sorted()))")
            }
            json.value(values.values[name] ?? JSONText(value))
        } else if value.isArray {
            json.beginArray()
            for element in node.elements where !isLeftOut(element.value) { write(element, to: &json) }
            json.endArray()
        } else if value.isObject {
            json.beginObject()
            for (key, member) in node.members where !isLeftOut(member.value) {
                json.key(key)
                write(member, to: &json)
            }
            json.endObject()
        } else {
            json.value(value)
        }
    }
}
