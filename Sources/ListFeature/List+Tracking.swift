import FeatureKit
import JSON

/// Edits that an output of a feature over the list, or above it, has brought: that feature waits for their end.
extension List {
    /// An edit that somebody waits for; nil of anything else.
    public func track(_ action: Action, as token: String) -> Action? {
        guard case .wire(let edit) = action else { return nil }
        switch edit {
        case .insertItem, .insertItems, .updateItem, .updateItems, .toggleItem, .deleteItems, .moveItems:
            return .tracked(edit, token: token)
        default: return nil
        }
    }

    /// The version of a row that waits for nothing.
    public func version(of id: String, in state: ListState) -> String? {
        guard state.shown.pending[id] == nil, let row = item(id, in: state), !row.isDropped else { return nil }
        return row.version
    }

    /// Says which of the edits that somebody waits for have ended.
    func settleTracked(_ effect: Effect<Action>, _ state: inout ListState) -> Effect<Action> {
        var ended: [Effect<Action>] = []
        for (step, tracked) in state.tracked where !state.edits.contains(where: { $0.step == step }) {
            state.tracked[step] = nil
            ended.append(.output(.settled(tracked.token, tracked.failure)))
        }
        return ended.isEmpty ? effect : .merge([effect] + ended)
    }
}

/// An edit that somebody waits for.
struct TrackedEdit: Sendable, Equatable {
    let token: String
    /// Why it failed, where it did.
    var failure: Failure?
}
