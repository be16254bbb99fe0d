import FHKindParts
import FeatureKit

/// Reloading after change notices of the source.
///
/// A change by others leads to one reload after a short delay.
extension List {
    /// Turns change notices of the source into reloads.
    var changeWatch: ChangeWatch<Action> { ChangeWatch(reload: .reload, quietMs: configuration.reloadDebounceMs) }

    /// Observes the source, if it has a change feed, until the feature's lifetime task ends.
    func watch() -> Effect<Action> { changeWatch.listen(to: configuration.source) { .sourceChanged($0) } }

    /// Schedules a reload, unless the change is one of this list's own operations.
    func noteChange(_ change: SourceChange, _ state: inout ListState) -> Effect<Action> {
        if let opID = change.opID, state.writing.ownOperations.contains(opID) { return .none }
        if change.kind != .changed { return grow(change, &state) }
        return changeWatch.note(isDue: &state.loading.isReloadDue)
    }
}
