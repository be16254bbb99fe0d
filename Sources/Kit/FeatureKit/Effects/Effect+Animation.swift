extension Effect {
    /// An animation hint that moves content out of the row with this id, or back into the row.
    ///
    /// The result is ``none`` if the id is nil or empty.
    public static func transition(ofRow id: String?) -> Effect {
        guard let id, !id.isEmpty else { return .none }
        return .animation(.matchedGeometry(id: id))
    }
}

/// An animation hint belongs to the action whose reducer returns it.
///
/// The store reads the hint for the revision of that action. Starting the effect then skips the hint.
extension Effect {
    /// The hint in the effect; nil if there is none.
    ///
    /// The last of several hints counts, because a parent's own hint comes after the hint of its child.
    package var animation: Animation? {
        switch operation {
        case .animation(let hint): return hint
        case .merge(let effects), .concatenate(let effects):
            for effect in effects.reversed() {
                if let hint = effect.animation { return hint }
            }
            return nil
        case .child(_, let effect): return effect.animation
        default: return nil
        }
    }
}
