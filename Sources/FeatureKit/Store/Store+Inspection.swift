import DequeModule
import JSON

/// What a developer asks of a store: what is under way, and how it came to be as it is.
extension Store {
    /// Begins to remember causes, the newest one first of all.
    public func keepCauses() {
        if effects.trail != nil { return }
        effects.trail = EffectTrail()
        history.note(StoreStep(revision: revision, cause: cause, began: []))
    }

    /// Lets the observer hear what happens from now on.
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

    /// Remembers why there is the newest revision.
    func remember(_ began: [String]) {
        let step = StoreStep(revision: revision, cause: cause, began: began)
        history.note(step)
        observer?.applied(step)
    }

    /// Remembers that a feature was started.
    func noteStart(at path: [String]) {
        // The cause of the opening is there already, all others are about to be.
        let cause = startReason == .subscribed ? revision : revision + 1
        history.note(.init(revision: cause, path: path, taskID: taskIDs[path], reason: startReason))
    }

    /// Writes what is under way and what is remembered: members of an object, without its braces.
    public func writeInspection(to json: inout JSONWriter, viewer: Int) {
        json.field("revision", revision)
        json.field("settled", isSettled)
        json.key("effects")
        json.beginArray()
        for effect in effects.running.values.sorted(by: { $0.sequence < $1.sequence }) { effect.write(to: &json) }
        json.endArray()
        json.field("queued", queuedCount)
        json.field("dropped", effects.droppedCount)
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
