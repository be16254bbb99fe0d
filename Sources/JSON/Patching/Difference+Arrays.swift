/// Arrays, whose elements are known by their ids where they have some.
extension Difference {
    mutating func compareArrays(_ part: Part, _ newPart: Part, to json: inout JSONWriter) {
        let elements = elements(of: part, in: old.bytes)
        let newElements = self.elements(of: newPart, in: new.bytes)
        let ids = TextElements(elements, in: old.bytes).ids
        let newIDs = TextElements(newElements, in: new.bytes).ids
        guard let ids, let newIDs, let changes = ArrayChanges(from: ids, to: newIDs) else {
            return compareInOrder(elements, newElements, to: &json)
        }
        write(changes, to: &json) { $0.add(newElements[$1], to: &$2) }
        for (place, newPlace) in changes.kept {
            descend(newPlace, to: &json) { $0.compare(elements[place], newElements[newPlace], to: &$1) }
        }
    }

    private func elements(of part: Part, in bytes: UnsafeRawBufferPointer) -> [Part] {
        var reader = OutlineReader(bytes, at: part)
        reader.enter()
        var elements: [Part] = []
        while reader.step() { elements.append(reader.takeValue()) }
        return elements
    }

    /// Elements that nothing tells apart but their places.
    private mutating func compareInOrder(_ elements: [Part], _ newElements: [Part], to json: inout JSONWriter) {
        let (start, end) = sharedEnds(elements.count, newElements.count) { isSame(elements[$0], newElements[$1]) }
        let middle = start..<elements.count - end
        let newMiddle = start..<newElements.count - end
        for place in middle.dropFirst(newMiddle.count).reversed() {
            descend(place, to: &json) { $0.remove(to: &$1) }
        }
        for place in middle.prefix(newMiddle.count) {
            descend(place, to: &json) { $0.compare(elements[place], newElements[place], to: &$1) }
        }
        for place in newMiddle.dropFirst(middle.count) {
            descend(place, to: &json) { $0.add(newElements[place], to: &$1) }
        }
    }

    mutating func compareLists(_ list: any SharedList, _ newList: any SharedList, to json: inout JSONWriter) {
        let (start, end) = list.ends(sharedWith: newList)
        let ids = ListIDs(list, start..<list.count - end, newList, start..<newList.count - end)
        let changes = ids.changes.moved(by: start)
        write(changes, to: &json) { difference, place, json in
            difference.write("add", to: &json) { newList.write(place, to: &$0) }
        }
        for (place, newPlace) in changes.kept where ids.isByName(newPlace - start) {
            let text = JSONOutline { list.write(place, to: &$0) }
            let newText = JSONOutline { newList.write(newPlace, to: &$0) }
            descend(newPlace, to: &json) { text.write(patchTo: newText, at: $0.path, to: &$1) }
        }
    }

    /// Takes out what goes, from the end on, and puts in what comes, from the beginning on.
    private mutating func write(
        _ changes: ArrayChanges, to json: inout JSONWriter, add: (inout Difference, Int, inout JSONWriter) -> Void
    ) {
        for place in changes.removed.reversed() { descend(place, to: &json) { $0.remove(to: &$1) } }
        for place in changes.added { descend(place, to: &json) { add(&$0, place, &$1) } }
    }
}
