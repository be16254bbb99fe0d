import DequeModule
import FHJSON

/// The data for inspection by developers: the work in progress, and the history of the state.
extension Store {
    /// Starts the recording of causes, beginning with the newest one.
    public func keepCauses() {
        if effects.trail != nil { return }
        effects.trail = EffectTrail()
        history.note(StoreStep(revision: revision, cause: cause, began: []))
    }

    /// Starts to notify the observer of dropped deliveries, or stops if there is no observer.
    func observe() {
        guard observer != nil else {
            effects.trail?.onDrop = nil
            return
        }
        keepCauses()
        effects.trail?.onDrop = { [weak self] delivery in
            guard let self else { return }
            observer?.dropped(delivery, at: revision)
        }
    }

    /// Records the newest revision.
    func remember(_ began: [String]) {
        let step = StoreStep(revision: revision, cause: cause, began: began)
        history.note(step)
        observer?.applied(step)
    }

    func noteStart(at path: [String]) {
        // The first subscription starts features without making a revision. Any other start belongs to the revision
        // that is about to be made.
        let cause = startReason == .subscribed ? revision : revision + 1
        history.note(.init(revision: cause, path: path, taskID: taskIDs[path], reason: startReason))
    }

    /// Writes the work in progress and the history as members of an object, without its braces.
    public func writeInspection(to json: inout JSONWriter, viewer: Int) {
        json.field("revision", revision)
        json.field("settled", isSettled)
        json.key("effects")
        json.beginArray()
        for effect in effects.running.values.sorted(by: { $0.sequence < $1.sequence }) { effect.write(to: &json) }
        json.endArray()
        json.field("queued", queuedCount)
        json.field("dropped", effects.counts.dropped)
        json.key("starts")
        json.beginArray()
        for start in history.starts { start.write(to: &json) }
        json.endArray()
        json.key("causes")
        json.beginArray()
        for step in history.steps {
            json.beginObject()
            step.writeMembers(to: &json, viewer: viewer)
            json.endObject()
        }
        json.endArray()
    }
}

extension EffectRuntime.Running {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("name", name)
        json.field("path", context.path)
        json.field("background", isBackground)
        json.field("kind", isTimer ? "timer" : "work")
        json.field("since", since)
        json.endObject()
    }

    private var isTimer: Bool {
        if case .timer = handle { true } else { false }
    }
}

extension StoreHistory.Start {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("revision", revision)
        json.field("path", path)
        json.field("taskId", taskID)
        json.field("reason", reason.name)
        json.endObject()
    }
}
