import FHJSON
import FHJSONRPC
import FeatureKit
import Logging

/// Logs the events of instances: one line for each revision, each refused action and each dropped delivery.
///
/// A delivery of an effect is dropped if the effect was cancelled before the delivery.
///
/// A line is a JSON object, so names that clients choose can't break its syntax. The log truncates very long lines. A
/// line never contains a state, a value or an action's params, because these may be secret.
final class Trace {
    private let log: Logger

    /// Creates a trace whose lines are logged regardless of the level of `log`.
    init(_ log: Logger) {
        var log = log
        log.logLevel = .trace
        self.log = log
    }

    /// Makes an observer for the instance with this name.
    func observer(of instance: String) -> any StoreObserver {
        InstanceTrace(instance: instance, trace: self)
    }

    /// Logs a refused action.
    ///
    /// Only the name of the reason is logged, because the sentences of a refusal may quote values.
    func refused(_ action: String, _ path: [String], in instance: Instance, _ code: ErrorCode, reason: String?) {
        tell(of: instance.name) { json in
            json.field("revision", instance.store.revision)
            json.field("refused", action)
            json.field("path", path)
            json.field("error", code.kind)
            if let reason { json.field("reason", reason) }
        }
    }

    fileprivate func tell(of instance: String, _ members: (inout JSONWriter) -> Void) {
        let text = JSONText.build { json in
            json.beginObject()
            json.field("instance", instance)
            members(&json)
            json.endObject()
        }
        log.trace("\(text.string)")
    }
}

private final class InstanceTrace: StoreObserver {
    private let instance: String
    private let trace: Trace

    init(instance: String, trace: Trace) {
        self.instance = instance
        self.trace = trace
    }

    func applied(_ step: StoreStep) {
        // The line shows the cause as the sender of the action sees it: with the origin `client`, not `peer`.
        let viewer = if case .front(let sender) = step.cause.origin { sender.session } else { 0 }
        trace.tell(of: instance) { step.writeMembers(to: &$0, viewer: viewer) }
    }

    func dropped(_ delivery: DroppedDelivery, at revision: Int) {
        trace.tell(of: instance) { json in
            json.field("revision", revision)
            json.field("dropped", delivery.effect)
            json.field("path", delivery.path)
        }
    }
}
