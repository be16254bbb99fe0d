/// The elements of an array that stand in many texts, and are compared without a look at what they say.
///
/// Each element is an object that its `id` tells apart.
public protocol SharedList: Noted {
    /// How many elements there are.
    var count: Int { get }

    /// What is known of this list beside an older one.
    func sharing(with older: Self) -> ListSharing

    /// What tells an element apart.
    func id(_ place: Int) -> String

    /// Writes an element.
    func write(_ place: Int, to json: inout JSONWriter)
}

/// What two lists have in common, as far as it is known without a look at what their elements say.
public enum ListSharing: Sendable, Equatable {
    /// Both have the same elements in the same order, and all but those at some places, ascending, the same text.
    case inOrder(different: [Int])
    /// Of each element of both a number that others with the same text have, and no other; 0 where there is none.
    ///
    /// They are as good as ids where none is 0, and all with the same id have the same number.
    case numbered(older: [UInt], newer: [UInt], areIDs: Bool = false)
}

extension SharedList {
    /// Each element is an object with an id: ten bytes at least, with its comma.
    public var minimumSize: Int { 1 + count * 10 }

    /// Writes the array.
    public func write(to json: inout JSONWriter) {
        json.beginArray()
        for place in 0..<count { write(place, to: &json) }
        json.endArray()
    }

    /// Writes the operations that lead from an older list, which stood at a path, to this one.
    public func writeOperations(since older: any Noted, at path: PatchPath, to json: inout JSONWriter) {
        if older === self { return }
        guard let older = older as? Self else { return json.replace(path) { write(to: &$0) } }
        switch sharing(with: older) {
        case .inOrder(let different):
            for place in different { writeChange(of: place, since: older, place, at: path, to: &json) }
        case .numbered(let numbers, let newNumbers, let areIDs):
            let changes = ListChanges(
                from: numbers, to: newNumbers, areIDs: areIDs, { older.id($0) }, { id($0) })
            // What goes is taken out from the end on, and what comes is put in from the beginning on.
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
