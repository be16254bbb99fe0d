/// Hints: the parts of states that describe only the newest revision.
extension Feature {
    /// A function that clears the hints of the feature and its children; nil if none of them ever has hints.
    ///
    /// The caller makes the function once and keeps it, so that features without hints cost nothing at each revision.
    package func forgetAllHints(_ children: [Child<Self>]) -> (@Sendable (inout State) -> Void)? {
        let parts = ([forgetHints] + children.map { $0.definition.forgetHints }).compactMap { $0 }
        if parts.count < 2 { return parts.first }
        return { state in
            for forget in parts { forget(&state) }
        }
    }

    /// Sets the hints for the changes of a reset, in the feature and in the children that survive the reset.
    func hintResetAll(_ children: [Child<Self>], of old: State, in state: inout State) {
        hintReset(of: old, in: &state)
        for child in children { child.definition.hintReset(of: old, in: &state) }
    }
}
