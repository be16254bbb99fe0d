/// An array that can share elements with an older version of the array.
///
/// Shared elements are equal, so their contents are not read.
///
/// Each element is an object identified by its `id`.
public protocol SharedList: Deferred {
    /// The number of elements.
    var count: Int { get }

    /// Compares this list with an older one, as far as that is possible without reading the elements.
    func sharing(with older: Self) -> ListSharing

    /// Returns the id of the element at an index.
    func id(_ place: Int) -> String

    /// Writes the element at an index.
    func write(_ place: Int, to json: inout JSONWriter)
}

/// The elements that two lists share, as far as this can be determined without reading the elements.
public enum ListSharing: Sendable, Equatable {
    /// Both lists have the same elements in the same order.
    ///
    /// Only the texts of the elements at the given indices, which are ascending, may differ.
    case inOrder(different: [Int])
    /// The number of each element of both lists; 0 for an element without a number.
    ///
    /// Elements with the same number, other than 0, have the same text.
    /// `areIDs` is true if no number is 0 and all elements with the same id have the same number.
    case numbered(older: [UInt], newer: [UInt], areIDs: Bool = false)
}

extension SharedList {
    /// A lower bound of the length in bytes.
    ///
    /// Each element is an object with an id, so it has at least ten bytes, including its comma.
    public var minimumSize: Int { 1 + count * 10 }

    /// Writes the array.
    public func write(to json: inout JSONWriter) {
        json.beginArray()
        for place in 0..<count { write(place, to: &json) }
        json.endArray()
    }

    /// Writes the operations from an older list to this one.
    public func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter) {
        if older === self { return }
        guard let older = older as? Self else { return json.replace(path) { write(to: &$0) } }
        switch sharing(with: older) {
        case .inOrder(let different):
            for place in different { writeChange(of: place, since: older, place, at: path, to: &json) }
        case .numbered(let numbers, let newNumbers, let areIDs):
            let changes = ListChanges(
                from: numbers, to: newNumbers, areIDs: areIDs, { older.id($0) }, { id($0) })
            // Elements are removed from the last to the first, and then added from the first to the last. So each
            // operation leaves the indices of the later operations valid.
            for place in changes.removed.reversed() { path.visit(place) { json.remove(path) } }
            for place in changes.added { path.visit(place) { json.add(path) { write(place, to: &$0) } } }
            for (place, newPlace) in changes.changed {
                writeChange(of: newPlace, since: older, place, at: path, to: &json)
            }
        }
    }

    private func writeChange(
        of place: Int, since older: Self, _ oldPlace: Int, at path: PatchPath, to json: inout JSONWriter
    ) {
        path.visit(place) {
            json.writeOperations(at: path, from: { older.write(oldPlace, to: &$0) }, to: { write(place, to: &$0) })
        }
    }
}
