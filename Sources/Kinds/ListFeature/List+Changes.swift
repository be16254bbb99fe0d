import FHKindParts
import FeatureKit

/// Reloading after change notices of the source.
///
/// Notices that follow each other within a short time cause a single reload.
extension List {
    /// Turns change notices of the source into reloads.
    var changeWatch: ChangeWatch<Action> { ChangeWatch(reload: .reload, quietMs: configuration.reloadDebounceMs) }

    /// Observes the source, if it has a change feed, as long as the feature exists.
    func watch() -> Effect<Action> { changeWatch.listen(to: configuration.source) { .sourceChanged($0) } }

    /// Handles a change notice of the source.
    ///
    /// Schedules a reload after a change by others, or loads the further rows of a growing source. A notice of one of
    /// this list's own operations is ignored.
    func noteChange(_ change: SourceChange, _ state: inout ListState) -> Effect<Action> {
        if let opID = change.opID, state.writing.ownOperations.contains(opID) { return .none }
        if change.kind == .due, state.loading.refresh != .loading, state.loading.append != .loading {
            let load = refresh(&state)
            state.loading.production.isQuiet = state.loading.isLoaded
            return load
        }
        if change.kind != .changed { return grow(change, &state) }
        return changeWatch.note(isDue: &state.loading.isReloadDue)
    }
}
