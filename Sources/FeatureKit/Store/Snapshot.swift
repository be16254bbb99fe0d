import JSON

/// How a store writes its snapshots: the envelope around the state.
extension Store {
    /// Writes the params of `state/snapshot`.
    public func writeSnapshot(
        to json: inout JSONWriter, head: JSONMembers, path: [String], viewer: Int, conflated: Int?
    ) {
        guard let node = path.isEmpty ? root : root.descendant(at: path[...]) else {
            preconditionFailure("no child at \(path)")
        }
        json.beginObject()
        head.write(to: &json)
        if !path.isEmpty {
            json.key("path")
            json.beginArray()
            for name in path { json.value(name) }
            json.endArray()
            json.field("feature", node.id)
            json.field("kind", node.kind.rawValue)
        }
        json.field("revision", revision)
        if let conflated { json.field("conflated", conflated) }
        json.key("cause")
        cause.write(to: &json, viewer: viewer)
        writeMembers(of: node, to: &json)
        json.endObject()
    }

    /// The members that an instance's snapshot and a child within it have in common.
    private func writeMembers(of node: StoreNode<F>, to json: inout JSONWriter) {
        writeEffects(at: node.path, to: &json)
        json.key("unavailable")
        json.beginObject()
        for entry in node.unavailable(&state) {
            json.key(entry.action)
            json.value(entry.reason)
        }
        json.endObject()
        json.key("errors")
        let start = json.count
        node.errors(&state) { $0.write(to: &json) }
        if json.count == start { json.raw("[]") }
        // What blocks and what moves is said once, by the instance.
        if node.path.isEmpty {
            json.raw(#""presentation":null,"queue":[],"blocked":null,"toolbar":[],"animation":null"#)
        } else {
            json.raw(#""presentation":null,"queue":[],"toolbar":[]"#)
        }
        json.key("state")
        node.write(&state, &json)
        if node.layout == nil, node.children.isEmpty { return }
        // What the feature's own encoding doesn't have: its children and its layout.
        json.reopenObject()
        for (name, child) in node.children {
            json.key(name)
            json.beginObject()
            json.field("feature", child.id)
            json.field("kind", child.kind.rawValue)
            writeMembers(of: child, to: &json)
            json.endObject()
        }
        if let layout = node.layout { json.field("layout", layout) }
        json.endObject()
    }

    private func writeEffects(at path: [String], to json: inout JSONWriter) {
        guard effects.runningCount > 0 else {
            json.field("settled", isSettled)
            json.raw(#""effects":[]"#)
            return
        }
        let running = effects.running.values.filter { $0.context.path.starts(with: path) }
            .sorted { $0.sequence < $1.sequence }
        json.field("settled", path.isEmpty ? isSettled : running.allSatisfy(\.isBackground))
        json.key("effects")
        json.beginArray()
        for effect in running {
            json.beginObject()
            json.field("id", effect.id)
            json.field("name", effect.name)
            json.field("background", effect.isBackground)
            json.endObject()
        }
        json.endArray()
    }
}
