/// The elements that were removed, added and changed between an old list and a new one.
///
/// An element of the old list and an element of the new list are the same if they have the same number. Elements
/// without a common number are the same if their ids have the same bytes.
struct ListChanges {
    private enum ID: Hashable {
        case number(UInt)
        case name([UInt8])

        init(_ name: String) { self = .name(Array(name.utf8)) }
    }

    /// The indices of removed elements, ascending.
    private(set) var removed: [Int] = []
    /// The new indices of added elements, ascending.
    private(set) var added: [Int] = []
    /// The old and new indices of kept elements whose text may differ.
    private(set) var changed: [(place: Int, newPlace: Int)] = []

    /// Compares two lists without duplicate ids.
    ///
    /// - Parameters:
    ///   - numbers: The number of each element of the old list; 0 for an element without a number. Elements with the
    ///     same number, other than 0, have the same text.
    ///   - newNumbers: The numbers of the elements of the new list.
    ///   - areIDs: True if no number is 0, and all elements with the same id have the same number.
    ///   - id: Returns the id of an element of the old list.
    ///   - newID: Returns the id of an element of the new list.
    init(
        from numbers: [UInt], to newNumbers: [UInt], areIDs: Bool = false, _ id: (Int) -> String,
        _ newID: (Int) -> String
    ) {
        assert(!areIDs || !numbers.contains(0) && !newNumbers.contains(0), "what has no number is known by its id")
        func isSame(_ place: Int, _ newPlace: Int) -> Bool {
            numbers[place] == newNumbers[newPlace] && numbers[place] != 0
        }
        let (start, end) = sharedEnds(numbers.count, newNumbers.count, isSame)
        let (places, newPlaces) = (start..<numbers.count - end, start..<newNumbers.count - end)
        if places.isEmpty || newPlaces.isEmpty {
            removed = Array(places)
            added = Array(newPlaces)
            return
        }
        func known(_ number: UInt, _ id: @autoclosure () -> String) -> ID { areIDs ? .number(number) : ID(id()) }
        // Returns true if no removed element is added again at the other end. Otherwise the lists are not treated as
        // scrolled: the patch must depend only on the contents of the lists, not on which texts they share in memory.
        func nothingMoves(_ changes: ArrayChanges) -> Bool {
            if changes.removed.isEmpty || changes.added.isEmpty { return true }
            let gone = Set(changes.removed.map { known(numbers[$0], id($0)) })
            return changes.added.allSatisfy { !gone.contains(known(newNumbers[$0], newID($0))) }
        }
        if let scrolled = ArrayChanges(scrolledFrom: numbers[places], to: newNumbers[newPlaces]),
            scrolled.isOneWay || nothingMoves(scrolled)
        {
            removed = scrolled.removed
            added = scrolled.added
            return
        }
        // Usually rows change without moving.
        if !areIDs, places == newPlaces, places.allSatisfy({ isSame($0, $0) || isSameText(id($0), newID($0)) }) {
            for place in places where !isSame(place, place) { changed.append((place, place)) }
            return
        }
        var shared = areIDs ? [] : Set(numbers[places]).intersection(newNumbers[newPlaces])
        shared.remove(0)
        func element(_ number: UInt, _ id: @autoclosure () -> String) -> ID {
            shared.contains(number) ? .number(number) : known(number, id())
        }
        let ids = places.map { element(numbers[$0], id($0)) }
        let newIDs = newPlaces.map { element(newNumbers[$0], newID($0)) }
        let changes = ArrayChanges(from: ids, toUnique: newIDs)
        removed = changes.removed.map { $0 + start }
        added = changes.added.map { $0 + start }
        for (place, newPlace) in changes.kept {
            if case .name = newIDs[newPlace] { changed.append((start + place, start + newPlace)) }
        }
    }
}
