/// Change hints: the parts of states that describe only the newest revision.
extension Feature {
    /// A function that clears the change hints of the feature and its children; nil if none of them has change hints.
    ///
    /// The caller makes the function once and keeps it, so that features without change hints cost nothing.
    package func forgetAllHints(_ children: [Child<Self>]) -> (@Sendable (inout State) -> Void)? {
        let parts = ([forgetHints] + children.map { $0.definition.forgetHints }).compactMap { $0 }
        if parts.count < 2 { return parts.first }
        return { state in
            for forget in parts { forget(&state) }
        }
    }

    /// Sets the change hints after a reset, in the feature and in the children that survive the reset.
    func hintResetAll(_ children: [Child<Self>], of old: State, in state: inout State) {
        hintReset(of: old, in: &state)
        for child in children { child.definition.hintReset(of: old, in: &state) }
    }
}
