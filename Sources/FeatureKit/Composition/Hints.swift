/// What states say of their newest revision alone.
extension Feature {
    /// How the feature and all that it is made of forget their hints; nil where none of them ever has any.
    ///
    /// Made once, so that features without hints cost nothing.
    package func forgetAllHints(_ children: [Child<Self>]) -> (@Sendable (inout State) -> Void)? {
        let parts = ([forgetHints] + children.map { $0.definition.forgetHints }).compactMap { $0 }
        if parts.count < 2 { return parts.first }
        return { state in
            for forget in parts { forget(&state) }
        }
    }

    /// Lets the feature, and all that stays in it, hint what a reset has done.
    func hintResetAll(_ children: [Child<Self>], of old: State, in state: inout State) {
        hintReset(of: old, in: &state)
        for child in children { child.definition.hintReset(of: old, in: &state) }
    }
}
