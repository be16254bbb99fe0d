/// Lists that are noted and not written.
extension Difference {
    mutating func compareLists(_ list: any SharedList, _ newList: any SharedList, to json: inout JSONWriter) {
        let (start, end) = list.ends(sharedWith: newList)
        let (count, newCount) = (list.count, newList.count)
        if start == count, start == newCount { return }
        let changes = ListChanges(list, start..<count - end, newList, start..<newCount - end)
        // What goes is taken out from the end on, and what comes is put in from the beginning on.
        for place in changes.removed.reversed() { descend(place) { $0.remove(to: &json) } }
        for place in changes.added { descend(place) { $0.add(place, of: newList, to: &json) } }
        for (place, newPlace) in changes.changed {
            let text = JSONOutline(capacity: 1 << 10) { list.write(place, to: &$0) }
            descend(newPlace) { text.writeOperations(at: $0.path, to: &json) { newList.write(newPlace, to: &$0) } }
        }
    }
}
