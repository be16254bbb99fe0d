/// Comparison of arrays.
///
/// Elements are identified by their ids if the elements of each array have distinct ids, and otherwise by position and
/// content.
extension Difference {
    private struct Element {
        let part: Part
        /// The end of the preceding element; for the first element, the beginning of the array's contents.
        let end: Int
        /// The position before the element, if the element is in the older text and has a node.
        var cursor: OutlineCursor?
    }

    /// Compares the elements of two arrays.
    ///
    /// - Parameters:
    ///   - first: The position before the first element of the older array.
    ///   - last: The index of the node after the older array.
    ///   - reader: The reader, which is before the newer array.
    mutating func compareElements(
        _ first: OutlineCursor, until last: Int, _ reader: inout OutlineReader, to json: inout JSONWriter
    ) {
        let hasNodes = reader.hasParts
        var cursor = first
        var place = 0
        reader.enter()
        // Usually both arrays have the same elements in the same order.
        while hasNodes, first.node < last {
            place += skipSame(&cursor, until: last, &reader)
            var next = reader
            guard next.step() else {
                if cursor.node < last { break }
                return reader = next
            }
            if cursor.node == last { break }
            let older = OutlineReader(bytes, at: cursor.part(nodes[cursor.node]))
            guard let id = ElementID(next), id == ElementID(older) else { break }
            let end = reader.offset
            reader = next
            descend(place) { $0.compare(cursor, &reader, after: end, to: &json) }
            cursor.skip(nodes[cursor.node])
            place += 1
        }
        let elements = first.node < last ? elements(cursor, until: last) : elements(behind: first)
        compareRest(elements, &reader, from: place, hasNodes: hasNodes, to: &json)
    }

    private func elements(_ first: OutlineCursor, until last: Int) -> [Element] {
        var elements: [Element] = []
        var cursor = first
        while cursor.node < last {
            let node = nodes[cursor.node]
            elements.append(Element(part: cursor.part(node), end: cursor.offset, cursor: cursor))
            cursor.skip(node)
        }
        return elements
    }

    /// Returns the elements of an older array whose elements have no nodes.
    private func elements(behind cursor: OutlineCursor) -> [Element] {
        var reader = OutlineReader(bytes, at: cursor.offset, deferredCount: cursor.deferredNumber)
        return elements(&reader)
    }

    private func elements(_ reader: inout OutlineReader) -> [Element] {
        var elements: [Element] = []
        var end = reader.offset
        while reader.step() {
            elements.append(Element(part: reader.takeValue(), end: end))
            end = reader.offset
        }
        return elements
    }

    /// Compares the elements that follow the common beginning of two arrays.
    ///
    /// In the common beginning, elements with equal indices have the same id.
    ///
    /// - Parameters:
    ///   - elements: The elements of the older array after the common beginning.
    ///   - reader: The reader, which is after the common beginning of the newer array.
    ///   - count: The number of elements of the common beginning.
    ///   - hasNodes: True if the newer elements get nodes.
    private mutating func compareRest(
        _ elements: [Element], _ reader: inout OutlineReader, from count: Int, hasNodes: Bool,
        to json: inout JSONWriter
    ) {
        let newElements = self.elements(&reader)
        let changes = changes(from: elements, to: newElements)
        for place in changes.removed.reversed() { descend(count + place) { $0.remove(to: &json) } }
        var kept = changes.kept[...]
        for (newPlace, element) in newElements.enumerated() {
            var reader = OutlineReader(bytes, at: element.part)
            let old = kept.first?.newPlace == newPlace ? kept.popFirst().map { elements[$0.place] } : nil
            descend(count + newPlace) { difference in
                if let cursor = old?.cursor, hasNodes {
                    return difference.compare(cursor, &reader, after: element.end, to: &json)
                }
                if hasNodes { _ = difference.read(&reader, after: element.end) }
                if let old {
                    if !difference.isSame(old.part, element.part) { difference.replace(by: element.part, to: &json) }
                } else {
                    difference.add(element.part, to: &json)
                }
            }
        }
    }

    private func changes(from elements: [Element], to newElements: [Element]) -> ArrayChanges {
        if let old = ids(elements), let new = ids(newElements), let changes = ArrayChanges(from: old, to: new) {
            return changes
        }
        return ArrayChanges(inOrder: elements.count, newElements.count) {
            isSame(elements[$0].part, newElements[$1].part)
        }
    }

    /// Returns the ids of the elements; nil if an element has no id.
    private func ids(_ elements: [Element]) -> [ElementID]? {
        var ids: [ElementID] = []
        ids.reserveCapacity(elements.count)
        for element in elements {
            guard let id = ElementID(OutlineReader(bytes, at: element.part)) else { return nil }
            ids.append(id)
        }
        return ids
    }

    private func isSame(_ part: Part, _ newPart: Part) -> Bool {
        part.deferredCount == newPart.deferredCount && bytes.isSame(part.range, newPart.range)
            && (0..<part.deferredCount).allSatisfy { number in
                deferredPart(newPart.deferredBefore + number).isSame(as: deferredPart(part.deferredBefore + number))
            }
    }
}
