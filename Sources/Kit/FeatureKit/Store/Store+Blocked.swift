/// The newest action of the instance that is blocked: it waits for a confirmation, because it would lose changes.
extension Store {
    /// Finds the newest blocked action, and drops all others.
    func keepNewestBlocked() {
        // This runs after each action, and usually no action is blocked.
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
