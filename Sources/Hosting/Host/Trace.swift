import FeatureKit
import JSON
import JSONRPC
import Logging

/// Tells in the log what happens in instances: a line each revision, dropped delivery and refused action.
///
/// A line is a JSON object, so that names which front ends give can break nothing; with a name of thousands of bytes
/// the log cuts it.
/// It never has a state, a value or an action's params: they may be secret.
final class Trace {
    private let log: Logger

    /// Its lines come whatever the log's own level.
    init(_ log: Logger) {
        var log = log
        log.logLevel = .trace
        self.log = log
    }

    /// Who is to be told what happens in the instance of this name.
    func observer(of instance: String) -> any StoreObserver {
        InstanceTrace(instance: instance, trace: self)
    }

    /// An action was not applied; no `ActionRefusal` but its reason is told, for its sentences may quote.
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

/// What a trace hears of one instance.
private final class InstanceTrace: StoreObserver {
    private let instance: String
    private let trace: Trace

    init(instance: String, trace: Trace) {
        self.instance = instance
        self.trace = trace
    }

    func applied(_ step: StoreStep) {
        // To whoever sent it, it is their own.
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
