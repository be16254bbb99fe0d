/// Which of a feature's children are there: taken before an action and compared after it.
enum Census {
    /// Who an optional child is, or nil where there is none: what tells it from another that takes its place.
    case optional(Any?)
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

    /// Sets a bound value; what it lets come and go is started and cancelled before its follow-up is sent.
    func set(
        _ change: (inout State) -> Void, then followUp: Action?, _ children: [Child<Self>], in state: inout State
    ) -> Effect<Action> {
        let next = followUp.map { Effect.send($0) } ?? .none
        let census = census(children, in: state)
        change(&state)
        return census.isEmpty ? next : .merge(changes(children, since: census, in: state), next)
    }

    /// Cancels what ran in children that are gone, and starts those that have come.
    func changes(_ children: [Child<Self>], since census: [(Int, Census)], in state: State) -> Effect<Action> {
        .merge(census.map { children[$0.0].definition.changes(since: $0.1, in: state) })
    }
}
