/// Which of a feature's children are there: taken before an action and compared after it.
enum Census {
    /// Whether an optional child is there.
    case optional(Bool)
    /// Which elements there are: the `Membership` of an ``IdentifiedArray``.
    case elements(Any)
    /// What there is in a child that is always there, by the numbers of its own children.
    case parts([(Int, Census)])
}

extension Feature {
    /// Counts those that come and go, however deep in children that stay.
    func census(_ children: [Child<Self>], in state: State) -> [(Int, Census)] {
        var all: [(Int, Census)] = []
        for (number, child) in children.enumerated() {
            if let census = child.definition.census(of: state) { all.append((number, census)) }
        }
        return all
    }

    /// Cancels what ran in children that are gone, and starts those that have come.
    func changes(_ children: [Child<Self>], since census: [(Int, Census)], in state: State) -> Effect<Action> {
        .merge(census.map { children[$0.0].definition.changes(since: $0.1, in: state) })
    }
}
