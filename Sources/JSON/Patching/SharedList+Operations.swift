/// What leads from one list to another.
extension SharedList {
    /// Writes the operations that lead from an older list, which stood at a path, to this one.
    public func writeOperations(since older: any Noted, at path: PatchPath, to json: inout JSONWriter) {
        if older === self { return }
        guard let older = older as? any SharedList else { return json.replace(path) { write(to: &$0) } }
        writeOperations(sinceList: older, at: path, to: &json)
    }

    /// Writes the operations that lead from an older list, which stood at a path, to this one.
    public func writeOperations(sinceList older: any SharedList, at path: PatchPath, to json: inout JSONWriter) {
        let (start, end) = older.ends(sharedWith: self)
        let (oldCount, count) = (older.count, count)
        if start == oldCount, start == count { return }
        let changes = ListChanges(older, start..<oldCount - end, self, start..<count - end)
        var path = path
        // What goes is taken out from the end on, and what comes is put in from the beginning on.
        for place in changes.removed.reversed() { path.visit(place) { json.remove($0) } }
        for place in changes.added { path.visit(place) { json.add($0) { write(place, to: &$0) } } }
        for (place, newPlace) in changes.changed {
            path.visit(newPlace) { path in
                json.writeOperations(at: path, from: { older.write(place, to: &$0) }, to: { write(newPlace, to: &$0) })
            }
        }
    }
}
