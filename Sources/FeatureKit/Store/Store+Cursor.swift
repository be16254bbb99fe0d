import JSON

/// Acting again and again in the same feature deep in the tree.
extension Store {
    /// How often a front end must have acted at a path before the cursor goes there, and what the last one was worth.
    struct CursorHabit {
        var path: [String] = []
        var repeats = 0
        var patience = 1
    }

    /// What is presented less deep is reached as quickly without it.
    private static var leastDepth: Int { 3 }

    /// Puts what the cursor has taken out back into the state.
    func putBack() {
        guard let cursor else { return }
        self.cursor = nil
        cursor.exchange(in: &whole)
        // Where each action is followed by a look at the whole, a cursor costs more than it saves.
        if cursor.servedCount < 2 { habit = CursorHabit(path: habit.path, patience: 2 * habit.patience) }
    }

    /// Applies a front end's action at the cursor, which moves to where one goes on acting.
    ///
    /// - Returns: false where all of the tree is needed for it.
    func sendAtCursor(
        _ name: String, _ params: JSONValue, path: [String], from sender: Sender
    ) throws(ActionRefusal) -> Bool {
        guard moveCursor(to: path), let cursor,
            let action = try admit(name, params, at: cursor.node, in: &cursor.state)
        else { return false }
        turn {
            revise(Cause(action: name, path: path, origin: .front(sender)), at: cursor) {
                let effect = cursor.reduce(action)
                // What comes of it may concern all that is under it.
                return effect.isNone ? nil : run(cursor.embed(AnyAction(reducedTo: effect)))
            }
        }
        return true
    }

    private func moveCursor(to path: [String]) -> Bool {
        if path.count < Self.leastDepth { return false }
        if path != habit.path { habit = CursorHabit(path: path) } else { habit.repeats += 1 }
        // What is blocked an action may end anywhere.
        if blocked != nil { return false }
        if cursor?.place.path == path { return true }
        if habit.repeats < habit.patience { return false }
        cursor = Cursor(path, below: root, in: &whole)
        return cursor != nil
    }
}
