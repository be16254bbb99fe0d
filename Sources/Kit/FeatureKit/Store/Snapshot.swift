import FHJSON

/// The encoding of snapshots: the envelope around the state.
extension Store {
    /// Writes the params of `state/snapshot`.
    public func writeSnapshot(
        to json: inout JSONWriter, head: SnapshotHead, path: [String], viewer: Int, reducesMotion: Bool = false,
        conflated: Int?
    ) {
        guard let node = path.isEmpty ? root : root.descendant(at: path[...], in: &state) else {
            preconditionFailure("no child at \(path)")
        }
        json.beginObject()
        if node.path.isEmpty {
            head.whole.write(to: &json)
        } else {
            head.instance.write(to: &json)
            json.field("path", node.path)
            json.field("feature", node.id)
            json.field("kind", node.kind.rawValue)
        }
        let occasion = SnapshotStatus.Occasion(revision: revision, conflated: conflated, viewer: viewer)
        writeMembers(of: node, head, occasion, animation: reducesMotion ? nil : animation, to: &json)
        json.endObject()
    }

    /// Writes the members that the snapshot of an instance and the children in this snapshot have in common.
    private func writeMembers(
        of node: StoreNode<Whole>, _ head: SnapshotHead, _ occasion: SnapshotStatus.Occasion? = nil,
        animation: Animation? = nil, to json: inout JSONWriter
    ) {
        json.members(deferred: status(of: node, occasion))
        writePresentation(of: node, head, to: &json)
        // The blocked action and the animation hint are written only for the root feature.
        let isInstance = node.path.isEmpty
        if isInstance { writeBlocked(to: &json) }
        if isInstance { writeNotices(to: &json) }
        if let presentation = node.presentation {
            json.field("toolbar", presentation.toolbar)
        } else {
            json.raw(#""toolbar":[]"#)
        }
        if isInstance { write(animation, to: &json) }
        json.key("state")
        node.write(&state, &json)
        if node.layout == nil, node.isSimple { return }
        // Adds the children and the layout, which `node.write` doesn't write.
        json.reopenObject()
        if !node.isSimple { writeParts(of: node, head, to: &json) }
        if let layout = node.layout { json.field("layout", layout) }
        json.endObject()
    }

    private func writeParts(of node: StoreNode<Whole>, _ head: SnapshotHead, to json: inout JSONWriter) {
        for (name, child) in node.children {
            json.key(name)
            writeChild(child, head, to: &json)
        }
        for slot in node.slots { writeStack(slot, head, to: &json) }
        for branch in node.branches { writeBranch(branch, head, to: &json) }
    }

    /// Writes an optional child, or null if there is none; for elements, writes the shown ones, each with its id.
    private func writeBranch(_ branch: DynamicChildren<Whole>, _ head: SnapshotHead, to json: inout JSONWriter) {
        json.key(branch.name)
        let shown = branch.shown(in: &state)
        guard branch.isKeyed else {
            guard let child = shown.first?.node else { return json.null() }
            return writeChild(child, head, to: &json)
        }
        json.beginArray()
        for (id, child) in shown {
            json.beginObject()
            json.field("id", id)
            json.key("child")
            writeChild(child, head, to: &json)
            json.endObject()
        }
        json.endArray()
    }

    private func writeChild(_ node: StoreNode<Whole>, _ head: SnapshotHead, to json: inout JSONWriter) {
        json.beginObject()
        json.field("feature", node.id)
        json.field("kind", node.kind.rawValue)
        writeMembers(of: node, head, to: &json)
        json.endObject()
    }

    /// Writes the features on a stack.
    ///
    /// Only the top feature is written with its state.
    private func writeStack(_ slot: AnyDynamicChildren<Whole>, _ head: SnapshotHead, to json: inout JSONWriter) {
        json.key(slot.name)
        json.beginArray()
        let occupants = slot.features(in: &state)
        for (index, occupant) in occupants.enumerated() {
            json.beginObject()
            slot.writeMembers(occupant.key, &state, &json)
            if index == occupants.count - 1 {
                json.key("child")
                writeChild(slot.node(occupant.key, occupant.feature), head, to: &json)
            }
            json.endObject()
        }
        json.endArray()
    }

    private func status(of node: StoreNode<Whole>, _ occasion: SnapshotStatus.Occasion?) -> SnapshotStatus {
        var unavailable = node.unavailable(&state)
        if let presentation = node.presentation { unavailable += presentation.unavailable(&state) }
        var errors = ErrorList()
        node.errors(&state) { errors = $0 }
        let (isSettled, effects) = running(at: node.path)
        return SnapshotStatus(
            occasion, cause: cause, isSettled: isSettled, effects: effects,
            unavailable: refusals(unavailable, at: node.path), errors: errors)
    }

    /// Returns the unavailable actions that were written last if they equal `entries`, and otherwise encodes `entries`.
    private func refusals(_ entries: [Unavailable], at path: [String]) -> Refusals {
        guard path.isEmpty else { return Refusals(entries) }
        if let refusals, refusals.has(entries) { return refusals }
        let refusals = Refusals(entries)
        self.refusals = refusals
        return refusals
    }

    // MARK: Modals

    private func writePresentation(of node: StoreNode<Whole>, _ head: SnapshotHead, to json: inout JSONWriter) {
        guard let presentation = node.presentation, presentation.isActive(&state) else {
            json.raw(#""presentation":null,"queue":[]"#)
            return
        }
        json.key("presentation")
        json.beginObject()
        let place = JSONMembers { json in
            head.instance.write(to: &json)
            if !node.path.isEmpty { json.field("path", node.path) }
        }
        presentation.writePresented(&state, place, &json)
        for child in presentation.slot.all(in: &state) {
            json.key("child")
            writeChild(child, head, to: &json)
        }
        json.endObject()
        json.key("queue")
        presentation.writeQueue(&state, &json)
    }

    private func writeBlocked(to json: inout JSONWriter) {
        guard let blocked else { return json.raw(#""blocked":null"#) }
        json.key("blocked")
        json.beginObject()
        json.field("action", blocked.action)
        json.field("path", blocked.path)
        json.field("by", blocked.by)
        json.raw(#""reason":"unsavedChanges""#)
        json.endObject()
    }

    private func write(_ animation: Animation?, to json: inout JSONWriter) {
        guard let animation else { return json.raw(#""animation":null"#) }
        json.key("animation")
        animation.write(to: &json)
    }

    private func running(at path: [String]) -> (isSettled: Bool, effects: [SnapshotStatus.Running]) {
        guard effects.counts.running > 0 else { return (isSettled, []) }
        let running = effects.running.values.filter { $0.context.path.starts(with: path) }
            .sorted { $0.sequence < $1.sequence }
        return (
            queuedCount == 0 && (path.isEmpty ? isSettled : running.allSatisfy(\.isBackground)),
            running.map { effect in
                .init(
                    id: effect.id, name: effect.name, isBackground: effect.isBackground, title: effect.info.title,
                    progress: effect.info.fraction(effect.reported.shown?.fraction),
                    message: effect.reported.shown?.message, isCancellable: effect.cancelled != nil)
            }
        )
    }
}
