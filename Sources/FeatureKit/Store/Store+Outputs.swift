/// What a store's feature hands on, where somebody waits for it.
extension Store {
    /// Hands on the outputs among what an action brought about.
    func handOn(_ effect: Effect<Whole.Action>) {
        guard let onOutput else { return }
        var rest = effect
        for output in rest.takeOutputs() {
            if output.outcome == .cancelled, feature.unsavedChanges(in: state) != nil {
                // Nobody is above who would ask, as a presenter does: an action of its own is blocked.
                enqueue(Queued(action: .leave, context: .init(path: [], scopes: [], origin: .effect)) {})
            } else {
                onOutput(output)
            }
        }
    }
}
