/// What was not done because it would lose changes: one in an instance, the newest.
extension Store {
    /// Finds what is blocked, and forgets all but the newest.
    func keepNewestBlocked() {
        // Asked after each action: mostly nothing was blocked, and nothing is.
        let count = feature.keys.blockCount
        if blocked == nil, count == blockCount { return }
        blockCount = count
        var found: PresentationNode<Whole>.Blocked?
        var holder: PresentationNode<Whole>?
        visitPresentations(from: root) { presentation in
            guard let blocked = presentation.blocked(&state) else { return }
            let isNewer = found.map { $0.order < blocked.order } ?? true
            (isNewer ? holder : presentation)?.unblock(&state)
            if isNewer { (found, holder) = (blocked, presentation) }
        }
        blocked = found
    }

    private func visitPresentations(from node: StoreNode<Whole>, _ body: (PresentationNode<Whole>) -> Void) {
        if let presentation = node.presentation {
            body(presentation)
            for child in presentation.slot.all(in: &state) { visitPresentations(from: child, body) }
        }
        for (_, child) in node.children { visitPresentations(from: child, body) }
        for slot in node.slots {
            for child in slot.all(in: &state) { visitPresentations(from: child, body) }
        }
        for branch in node.branches {
            for child in branch.all(in: &state) { visitPresentations(from: child, body) }
        }
    }
}
