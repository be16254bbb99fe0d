import JSON

extension Scenario {
    /// The requirements that can be seen not to be met wherever patches are asked for.
    static let ofPatches: Set = ["D-2", "D-3", "D-4", "D-5", "D-6"]

    /// Whether it holds as well where what it looks at is told by patches: it says nothing itself of how it is told of
    /// anything, or of how much is read.
    var suitsPatches: Bool {
        guard party == .host, !hasSocket, !parts.contains("patches"), let params = initialize?.params,
            params["capabilities"]?["updates"] == nil
        else { return false }
        return steps.contains(where: \.looks) && !steps.dropFirst().contains(where: \.isBoundToForm)
    }

    /// Whether the host can be asked for something behind its last step but one.
    var staysOpen: Bool {
        steps.allSatisfy { step in
            switch step.deed {
            case .signal, .endInput, .ended, .endProcess: false
            case .send: !step.methods.contains("exit")
            default: true
            }
        }
    }

    /// The same without a socket, where the front end asks for patches.
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
    /// The messages that it sends, as they are written.
    private var sent: [JSONValue] {
        guard case .send(let sent) = deed else { return [] }
        return sent.message.isArray ? Array(sent.message.elements) : [sent.message]
    }

    /// The methods of what it sends.
    fileprivate var methods: [String] { sent.compactMap { $0["method"]?.stringValue } }

    /// Whether it looks at a snapshot.
    fileprivate var looks: Bool {
        switch deed {
        case .state: true
        case .next(let pattern), .until(let pattern, _): pattern["method"]?.stringValue == "state/snapshot"
        default: false
        }
    }

    /// Whether it depends on what is said in which form.
    fileprivate var isBoundToForm: Bool {
        switch deed {
        case .sendText, .sendBytes, .reads, .closeOutput, .halts, .crowd: true
        case .call(let call): call.method == "initialize" || call.params?["updates"] != nil
        case .send: sent.contains { $0["params"]?["updates"] != nil }
        default: false
        }
    }
}
