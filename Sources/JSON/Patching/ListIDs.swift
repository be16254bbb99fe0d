/// What tells the elements of two lists apart: numbers where both have the same ones, and ids for the others.
struct ListIDs {
    enum ID: Hashable {
        case token(UInt)
        case name(String)
    }

    /// Which elements go, come and stay, by their places in the parts.
    let changes: ArrayChanges
    private let new: [ID]

    /// Compares parts of both lists, in neither of which an id is there twice.
    init(_ list: any SharedList, _ places: Range<Int>, _ newList: any SharedList, _ newPlaces: Range<Int>) {
        if places.isEmpty || newPlaces.isEmpty {
            // All goes, or all comes: the places are names enough.
            changes = ArrayChanges(from: Array(0..<places.count), toUnique: Array(0..<newPlaces.count))
            new = []
            return
        }
        let tokens = list.tokens(places, sharedWith: newList)
        let newTokens = newList.tokens(newPlaces, sharedWith: list)
        if let scrolled = ArrayChanges(scrolledFrom: tokens, to: newTokens),
            Self.nothingMoves(scrolled, list, places, newList, newPlaces)
        {
            changes = scrolled
            new = []
            return
        }
        var shared = Set(tokens).intersection(newTokens)
        shared.remove(0)
        func id(_ token: UInt, _ list: any SharedList, _ place: Int) -> ID {
            shared.contains(token) ? .token(token) : .name(list.id(place))
        }
        let old = zip(tokens, places).map { id($0, list, $1) }
        new = zip(newTokens, newPlaces).map { id($0, newList, $1) }
        changes = ArrayChanges(from: old, toUnique: new)
    }

    /// Whether what goes doesn't come again at the other end.
    ///
    /// Where it does, the patch would depend on which texts both lists happen to share, and not only on what they say.
    private static func nothingMoves(
        _ changes: ArrayChanges, _ list: any SharedList, _ places: Range<Int>, _ newList: any SharedList,
        _ newPlaces: Range<Int>
    ) -> Bool {
        if changes.removed.isEmpty || changes.added.isEmpty { return true }
        let gone = Set(changes.removed.map { list.id(places.lowerBound + $0) })
        return changes.added.allSatisfy { !gone.contains(newList.id(newPlaces.lowerBound + $0)) }
    }

    /// Whether a new element is known by its id alone, so that its text may be another one.
    func isByName(_ place: Int) -> Bool {
        if new.indices.contains(place), case .name = new[place] { return true }
        return false
    }
}
