/// Which elements go, come and change where one list becomes another.
///
/// They are told apart by numbers where both lists have the same ones, and by the bytes of their ids otherwise.
struct ListChanges {
    private enum ID: Hashable {
        case number(UInt)
        case name([UInt8])

        init(_ name: String) { self = .name(Array(name.utf8)) }
    }

    /// The places of what goes, ascending.
    private(set) var removed: [Int] = []
    /// The new places of what comes, ascending.
    private(set) var added: [Int] = []
    /// What stays and may have another text, by its old and its new place.
    private(set) var changed: [(place: Int, newPlace: Int)] = []

    /// Compares two lists, in neither of which an id is there twice.
    ///
    /// - Parameters:
    ///   - numbers: of each element a number that others with the same text have, and no other; 0 where there is none.
    ///   - newNumbers: the same for the newer list.
    ///   - areIDs: whether all with the same id have the same number, which is not 0.
    ///   - id: what tells an element apart.
    ///   - newID: what tells an element of the newer list apart.
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
        // Whether what goes doesn't come again at the other end. Where it does, the patch would depend on which texts both
        // lists happen to share, and not only on what they say.
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
        // Mostly rows that stay where they are have changed.
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
