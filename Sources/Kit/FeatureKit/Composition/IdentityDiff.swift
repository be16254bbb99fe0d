/// A record of a feature's children before an action, to be compared with the children after the action.
package enum IdentityDiff {
    /// The identity of an optional child; nil if the child does not exist.
    ///
    /// A different identity after the action means that the child was added, removed or replaced.
    case optional(Any?)
    /// The elements that exist: the `Membership` of an ``IdentifiedArray``.
    case elements(Any)
    /// The records of the children of a permanent child, each with its index among these children.
    case parts([(Int, IdentityDiff)])
}

extension Feature {
    /// Records the identities of the children that are started and cancelled automatically, also inside permanent
    /// children.
    ///
    /// - Returns: the records, each with the index of its child in `children`.
    func census(_ children: [Child<Self>], in state: State) -> [(Int, IdentityDiff)] {
        var all: [(Int, IdentityDiff)] = []
        for (number, child) in children.enumerated() {
            if let census = child.definition.census(of: state) { all.append((number, census)) }
        }
        return all
    }

    /// Sets a bound value in the state.
    ///
    /// Cancels the effects of the children that the change removes, starts the children that the change adds, and then
    /// sends the follow-up action.
    func set(
        _ change: (inout State) -> Void, then followUp: Action?, _ children: [Child<Self>], in state: inout State
    ) -> Effect<Action> {
        let next = followUp.map { Effect.send($0) } ?? .none
        let census = census(children, in: state)
        change(&state)
        return census.isEmpty ? next : .merge(changes(children, since: census, in: state), next)
    }

    /// Cancels the effects of removed children, and starts added ones.
    func changes(_ children: [Child<Self>], since census: [(Int, IdentityDiff)], in state: State) -> Effect<Action> {
        .merge(census.map { children[$0.0].definition.changes(since: $0.1, in: state) })
    }
}
