import FeatureKit

/// What a flow refuses, and why.
extension Flow {
    /// What would be refused whatever its params.
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

    /// What is refused because of its params.
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
            return count < state.stack.entries.count ? nil : .unavailable("atRoot")
        case .popTo(let key): return state.stack.index(of: key) == nil ? .unavailable("gone") : nil
        case .fail(_, let code): return code.flatMap { Self.mistake(inCode: $0) }
        case .next: return refusalOfNext(state)
        default: return nil
        }
    }

    /// Why something can't be made; nil where it can.
    func refusal<Made>(of make: () throws(ActionRefusal) -> Made) -> ActionRefusal? {
        do throws(ActionRefusal) {
            _ = try make()
            return nil
        } catch {
            return error
        }
    }
}
