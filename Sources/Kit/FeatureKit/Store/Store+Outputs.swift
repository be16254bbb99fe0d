/// The outputs of a store's feature, for a receiver outside the store.
extension Store {
    /// Emits the outputs in the effect of an action.
    func handOn(_ effect: Effect<Whole.Action>) {
        guard let onOutput else { return }
        var rest = effect
        for output in rest.takeOutputs() {
            if output.outcome == .cancelled, feature.unsavedChanges(in: state) != nil {
                // No presenter can request a confirmation, so the action `leave` is sent, which is then blocked.
                enqueue(Queued(action: .leave, context: .init(path: [], scopes: [], origin: .effect)) {})
            } else {
                onOutput(output)
            }
        }
    }
}
