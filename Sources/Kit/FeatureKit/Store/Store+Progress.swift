import FHJSON

/// The progress of effects, and their cancellation by clients.
extension Store {
    /// Makes a revision that shows the newest progress of an effect.
    func noteProgress(at path: [String]) {
        if isClosed { return }
        turn { revise(Cause(action: "effectProgressed", path: path, origin: .effect)) { nil } }
    }

    /// Shows a recorded progress of the effect with this sequence number.
    public func show(_ progress: WorkProgress, of effect: Int) { effects.note(progress, of: effect) }

    /// Cancels the cancellable effects that are consequences of a client's action, each in a revision.
    ///
    /// - Parameters:
    ///   - revision: the revision of the client's action.
    ///   - sender: the client.
    public func cancelEffects(startedBy revision: Int, for sender: Sender) {
        let sequences = effects.cancellable(startedBy: revision).map(\.sequence)
        turn {
            for sequence in sequences {
                if let effect = effects.running[sequence] { cancel(effect, at: effect.context.path, sender) }
            }
        }
    }

    /// Returns the effect with this wire id at a path or below.
    ///
    /// - Throws: the refusal if there is no such effect, or if clients can't cancel it.
    func cancellable(
        _ id: String, at path: [String]
    ) throws(ActionRefusal) -> EffectRuntime<Whole.Action>.Running {
        let known = effects.cancellableIDs(at: path)
        let others = known.isEmpty ? "none can be cancelled now" : "\(LikelyName.list(known)) can be cancelled"
        guard let effect = effects.effect(id, at: path) else {
            throw .unavailable("gone", detail: "no effect \(LikelyName.shown(id)) is running; \(others)")
        }
        if effect.cancelled == nil {
            throw .unavailable("notCancellable", detail: "\(id) can't be cancelled; \(others)")
        }
        return effect
    }

    /// Cancels an effect; the revision also has the consequences for the state of the effect's feature.
    func cancel(_ effect: EffectRuntime<Whole.Action>.Running, at path: [String], _ sender: Sender) {
        revise(Cause(action: "cancelEffect", path: path, origin: .front(sender))) {
            effects.cancel(effect)
            return effect.cancelled.flatMap { run($0, request: nil) }
        }
    }
}
