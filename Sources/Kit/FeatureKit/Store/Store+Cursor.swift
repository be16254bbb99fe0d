import FHJSON

/// Repeated actions in the same feature deep in the tree.
extension Store {
    /// The path of the last action, the number of its repetitions, and the number that is required before the focus
    /// moves there.
    struct CursorHabit {
        var path: [String] = []
        var repeats = 0
        var patience = 1
    }

    /// The minimum depth for a focus.
    ///
    /// At smaller depths, access through the tree is as fast.
    private static var leastDepth: Int { 3 }

    /// Puts the feature in the focus back into the state.
    func putBack() {
        guard let cursor else { return }
        self.cursor = nil
        cursor.exchange(in: &whole)
        // If the whole state is read after each action, a focus costs more than it saves.
        if cursor.servedCount < 2 { habit = CursorHabit(path: habit.path, patience: 2 * habit.patience) }
    }

    /// Applies a client's action at the focus.
    ///
    /// The focus moves to the feature to which the client keeps sending actions.
    ///
    /// - Returns: false if the action needs the whole tree.
    func sendAtCursor(
        _ name: String, _ params: JSONValue, path: [String], from sender: Sender
    ) throws(ActionRefusal) -> Bool {
        guard moveCursor(to: path), let cursor,
            let action = try admit(name, params, at: cursor.node, in: &cursor.state)
        else { return false }
        turn {
            revise(Cause(action: name, path: path, origin: .front(sender)), at: cursor) {
                let effect = cursor.reduce(action)
                // The effect may concern all features below the focus.
                return effect.isNone ? nil : run(cursor.embed(AnyAction(reducedTo: effect)))
            }
        }
        return true
    }

    private func moveCursor(to path: [String]) -> Bool {
        if path.count < Self.leastDepth { return false }
        if path != habit.path { habit = CursorHabit(path: path) } else { habit.repeats += 1 }
        // Any action may end the blocked one.
        if blocked != nil { return false }
        if cursor?.place.path == path { return true }
        if habit.repeats < habit.patience { return false }
        cursor = Cursor(path, below: root, in: &whole)
        return cursor != nil
    }
}
