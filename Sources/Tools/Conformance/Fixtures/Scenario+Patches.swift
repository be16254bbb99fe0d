import FHJSON

extension Scenario {
    /// The requirements that are checked in every session with patches.
    static let ofPatches: Set = ["D-2", "D-3", "D-4", "D-5", "D-6"]

    /// True if the scenario can also be played with patches.
    ///
    /// Such a scenario checks snapshots, and does not depend on the kind of updates or on the amount of output.
    var suitsPatches: Bool {
        guard party == .host, !hasSocket, !parts.contains("patches"), let params = initialize?.params,
            params["capabilities"]?["updates"] == nil
        else { return false }
        return steps.contains(where: \.looks) && !steps.dropFirst().contains(where: \.isBoundToForm)
    }

    /// True if the host still answers requests before the last step.
    var staysOpen: Bool {
        steps.allSatisfy { step in
            switch step.operation {
            case .signal, .endInput, .ended, .endProcess: false
            case .send: !step.methods.contains("exit")
            default: true
            }
        }
    }

    /// Returns the same scenario with patches requested in `initialize`.
    ///
    /// The scenario must not use a socket.
    func askingForPatches() -> Scenario {
        guard let first = initialize, let params = first.params else { return self }
        let wish = JSONValue(JSONText.object("capabilities", .object("updates", .string("patch"))))
        let asking = Step.Call(
            method: first.method, params: JSONValue(JSONMergePatch.apply(wish, to: params)), result: first.result,
            error: first.error)
        var other = self
        other.initialize = asking
        other.steps[0] = Step(before: .call(asking))
        return other
    }
}

extension Step {
    /// The messages that the step sends.
    private var sent: [JSONValue] {
        guard case .send(let sent) = operation else { return [] }
        return sent.message.isArray ? Array(sent.message.elements) : [sent.message]
    }

    /// The methods of the messages that the step sends.
    fileprivate var methods: [String] { sent.compactMap { $0["method"]?.stringValue } }

    /// True if the step compares a snapshot with a pattern.
    fileprivate var looks: Bool {
        switch operation {
        case .state: true
        case .next(let pattern), .until(let pattern, _): pattern["method"]?.stringValue == "state/snapshot"
        default: false
        }
    }

    /// True if the step depends on the bytes of messages, on the amount of output, or on the kind of updates.
    fileprivate var isBoundToForm: Bool {
        switch operation {
        case .sendText, .sendBytes, .reads, .closeOutput, .halts, .crowd: true
        case .call(let call): call.method == "initialize" || call.params?["updates"] != nil
        case .send: sent.contains { $0["params"]?["updates"] != nil }
        default: false
        }
    }
}
