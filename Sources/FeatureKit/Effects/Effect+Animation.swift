extension Effect {
    /// Says that what is about the row with this id comes out of it, or goes back into it; nothing where there is none.
    public static func transition(ofRow id: String?) -> Effect {
        guard let id, !id.isEmpty else { return .none }
        return .animation(.matchedGeometry(id: id))
    }
}

/// A hint is part of the action whose effect holds it: the store takes it for that action's revision, and it never runs.
extension Effect {
    /// The hint that the effect holds; nil if it holds none.
    ///
    /// Where there are several, the last one counts: a parent's own comes behind its child's.
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
