/// Which elements go, come and change where one list becomes another.
///
/// They are told apart by numbers where both lists have the same ones, and by ids otherwise.
struct ListChanges {
    private enum ID: Hashable {
        case token(UInt)
        case name(String)
    }

    /// The places of what goes, ascending.
    private(set) var removed: [Int] = []
    /// The new places of what comes, ascending.
    private(set) var added: [Int] = []
    /// What stays and may have another text, by its old and its new place.
    private(set) var changed: [(place: Int, newPlace: Int)] = []

    /// Compares parts of both lists, in neither of which an id is there twice; what is before and behind is the same.
    init(_ list: any SharedList, _ places: Range<Int>, _ newList: any SharedList, _ newPlaces: Range<Int>) {
        if places.isEmpty || newPlaces.isEmpty {
            removed = Array(places)
            added = Array(newPlaces)
            return
        }
        let tokens = list.tokens(places, sharedWith: newList)
        let newTokens = newList.tokens(newPlaces, sharedWith: list)
        func isSame(_ index: Int) -> Bool { tokens[index] == newTokens[index] && tokens[index] != 0 }
        // Mostly rows that stay where they are have changed.
        let first = places.lowerBound
        let isInPlace =
            tokens.count == newTokens.count
            && tokens.indices.allSatisfy { isSame($0) || list.id(first + $0) == newList.id(first + $0) }
        if isInPlace {
            for index in tokens.indices where !isSame(index) { changed.append((first + index, first + index)) }
            return
        }
        if let scrolled = ArrayChanges(scrolledFrom: tokens, to: newTokens),
            scrolled.isOneWay || Self.nothingMoves(scrolled, list, newList, from: first)
        {
            take(scrolled, from: first)
            return
        }
        var shared = Set(tokens).intersection(newTokens)
        shared.remove(0)
        func id(_ token: UInt, _ list: any SharedList, _ place: Int) -> ID {
            shared.contains(token) ? .token(token) : .name(list.id(place))
        }
        let ids = zip(tokens, places).map { id($0, list, $1) }
        let newIDs = zip(newTokens, newPlaces).map { id($0, newList, $1) }
        let changes = ArrayChanges(from: ids, toUnique: newIDs)
        take(changes, from: first)
        for (place, newPlace) in changes.kept {
            if case .name = newIDs[newPlace] { changed.append((first + place, first + newPlace)) }
        }
    }

    private mutating func take(_ changes: ArrayChanges, from first: Int) {
        removed = changes.removed.map { $0 + first }
        added = changes.added.map { $0 + first }
    }

    /// Whether what goes doesn't come again at the other end.
    ///
    /// Where it does, the patch would depend on which texts both lists happen to share, and not only on what they say.
    private static func nothingMoves(
        _ changes: ArrayChanges, _ list: any SharedList, _ newList: any SharedList, from first: Int
    ) -> Bool {
        if changes.removed.isEmpty || changes.added.isEmpty { return true }
        let gone = Set(changes.removed.map { list.id(first + $0) })
        return changes.added.allSatisfy { !gone.contains(newList.id(first + $0)) }
    }
}
