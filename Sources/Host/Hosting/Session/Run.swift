import FHJSON
import FHJSONRPC
import FeatureKit

/// A call of `feature/run`, which is answered with the outcome of its instance.
///
/// The outcome is determined when the instance is completed or cancelled, has failed, or has timed out.
final class Run {
    /// The outcome of a dialog.
    enum Outcome {
        case completed(JSONText)
        case cancelled
        case timedOut
        case failed(Failure)

        /// Creates the outcome from an output that the instance does not handle; nil if the dialog continues.
        init?(_ output: Output) {
            switch output.outcome {
            case .completed, .delivered, .unchanged, .offered: self = .completed(output.value)
            case .cancelled, .discarded: self = .cancelled
            case .timedOut: self = .timedOut
            case .failed(let failure): self = .failed(failure)
            case .presenting, .settled: return nil
            }
        }

        var name: String {
            switch self {
            case .completed: "completed"
            case .cancelled: "cancelled"
            case .timedOut: "timedOut"
            case .failed: "failed"
            }
        }
    }

    let call: Call
    unowned let instance: Instance
    /// True if the instance was opened for this run.
    ///
    /// Then the instance is closed when the run ends.
    private let endsInstance: Bool
    private var timer: TimerID?
    private var outcome: Outcome?

    init(_ call: Call, of instance: Instance, endsInstance: Bool, timeoutMs: Int?) {
        self.call = call
        self.instance = instance
        self.endsInstance = endsInstance
        if let timeoutMs {
            timer = call.session.host.clocks.instances.schedule(after: timeoutMs) { [weak self] in
                self?.timer = nil
                self?.come(to: .timedOut)
            }
        }
        call.onCancel = { [weak self] in self?.abandon() }
        call.isOutOfOrder = true
        instance.add(self)
    }

    /// Stores the outcome, if the run has no outcome yet.
    ///
    /// The outcome is sent after the action that caused it is applied.
    func come(to outcome: Outcome) {
        if self.outcome != nil { return }
        self.outcome = outcome
        call.session.host.instances.endings.append(self)
    }

    /// Answers with the outcome.
    ///
    /// If the instance was closed without an outcome, the answer is `cancelled`.
    func answer() {
        if call.isAnswered { return }
        leave()
        let outcome = outcome ?? .cancelled
        call.answer { json in
            json.beginObject()
            json.field("outcome", outcome.name)
            switch outcome {
            case .completed(let output): json.field("output", output)
            case .failed(let failure):
                json.key("error")
                json.beginObject()
                json.field("code", failure.code)
                json.field("message", failure.message)
                json.endObject()
            case .cancelled, .timedOut: break
            }
            json.endObject()
        }
    }

    /// Ends the run without an answer.
    private func abandon() {
        outcome = .cancelled
        leave()
    }

    private func leave() {
        if let timer { call.session.host.clocks.instances.cancel(timer) }
        timer = nil
        let wasThere = instance.remove(self)
        guard wasThere, endsInstance else { return }
        // The last action of the instance is applied, so the waits for the instance end.
        for wait in instance.takeWaits() { wait.answer() }
        call.session.host.close(instance, reason: "closed")
    }
}
