import FHJSON
import FeatureKit

/// The actions that a flow refuses, with the reasons.
extension Flow {
    /// The actions that are refused regardless of their params.
    public func unavailable(in state: FlowState) -> [Unavailable] {
        if state.status == .submitting {
            return Self.actions.descriptions.filter { $0.name != "cancel" }.map { Unavailable($0.name, "submitting") }
        }
        if state.status != .active {
            return Self.actions.descriptions.map { Unavailable($0.name, "ended") }
        }
        if let plan { return unavailableSteps(plan, state) }
        return (state.stack.entries.count > 1 ? [] : [Unavailable("pop", "atRoot")]) + Self.unavailableWithoutSteps
    }

    /// Returns the refusal of an action because of its params; nil if the params are accepted.
    public func refusal(of action: Action, in state: FlowState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        switch action {
        case .push(let route, let params):
            let request = FlowAction.Route(route: route, params: params)
            return refusal { () throws(ActionRefusal) in try open(request, at: "") }
        case .replace(let routes):
            let kept = countKept(routes, in: state)
            return refusal { () throws(ActionRefusal) in try open(routes, from: kept) }
        case .pop(let count):
            let count = count ?? 1
            if count < 1 {
                return .invalidParams([.init(path: "/count", code: "invalid", message: "is 1 or more, not \(count)")])
            }
            let above = state.stack.entries.count - 1
            if count <= above { return nil }
            return .unavailable("atRoot", detail: "\(above) can be popped, not \(count): the root stays")
        case .popTo(let key):
            if state.stack.index(of: key) != nil { return nil }
            let known = LikelyName.list(state.stack.entries.map(\.key))
            let name = LikelyName.shown(key)
            return .unavailable("gone", detail: "the stack has no entry \(name), or not any more; there are \(known)")
        case .fail(_, let code): return code.flatMap { Self.mistake(inCode: $0) }
        case .next: return refusalOfNext(state)
        default: return nil
        }
    }

    /// Returns the message for an action that is unavailable regardless of its params; nil if the reason has none.
    public func explanation(of refused: Unavailable, in state: FlowState) -> String? {
        guard let plan, let current = state.progress?.current else { return nil }
        let step = "the step \(plan.steps[current].title) (\(plan.steps[current].id))"
        switch refused.reason {
        case "noBack": return "\(step) doesn't allow going back; send next to go on, or cancel to leave the flow"
        case "notSkippable": return "\(step) can't be skipped; it has to be answered"
        case "firstStep": return "\(step) is the first"
        case "hasSteps": return "the flow has steps, and \(refused.action) is for flows with routes"
        case _ where refused.action == "next":
            guard case .unavailable(_, let detail) = refusalOfNext(state) else { return nil }
            return detail.map { "\(step): \($0)" }
        default: return nil
        }
    }

    /// Returns the refusal that `make` throws; nil if `make` succeeds.
    func refusal<Made>(of make: () throws(ActionRefusal) -> Made) -> ActionRefusal? {
        do throws(ActionRefusal) {
            _ = try make()
            return nil
        } catch {
            return error
        }
    }
}
