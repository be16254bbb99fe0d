import FHJSON
import FHKindParts
import FeatureKit

/// Tracked edits.
///
/// The output of another feature causes a tracked edit, or an operation on rows, and that feature waits for its end.
extension List {
    /// Returns an action that makes the edit of `action` as a tracked edit; nil if `action` is neither an edit
    /// nor an operation on rows.
    public func track(_ action: Action, as token: String) -> Action? {
        guard case .wire(let edit) = action else { return nil }
        switch edit {
        case .insertItem, .insertItems, .updateItem, .updateItems, .toggleItem, .deleteItems, .moveItems, .accept:
            return .tracked(edit, token: token)
        default: return nil
        }
    }

    /// The version of a row; nil if the row is pending or its value was dropped.
    public func version(of id: String, in state: ListState) -> String? {
        guard state.shown.pending[id] == nil, let row = item(id, in: state), !row.isDropped else { return nil }
        return row.version
    }

    /// Emits an output for each tracked edit that has ended.
    func settleTracked(_ effect: Effect<Action>, _ state: inout ListState) -> Effect<Action> {
        var ended: [Effect<Action>] = []
        let operation = state.performing?.id
        for (step, tracked) in state.writing.tracked
        where step != operation && !state.edits.contains(where: { $0.step == step }) {
            state.writing.tracked[step] = nil
            ended.append(.output(.settled(tracked.token, tracked.failure)))
        }
        return ended.isEmpty ? effect : .merge([effect] + ended)
    }
}

/// An edit for whose end another feature waits.
struct TrackedEdit: Sendable, Equatable {
    let token: String
    /// The failure of the edit; nil if there was none.
    var failure: Failure?
}
