import FeatureKit

/// Change feeds: what others do to the rows leads to one reload, soon.
extension List {
    /// Turns notices of the source into reloads.
    var changeWatch: ChangeWatch<Action> { ChangeWatch(reload: .reload, quietMs: configuration.reloadDebounceMs) }

    /// Listens to the source, if it tells of changes, as long as the lifetime task of the feature lives.
    func watch() -> Effect<Action> { changeWatch.listen(to: configuration.source) { .sourceChanged($0) } }

    /// Reloads soon, unless the change is one of this list's own.
    func noteChange(_ change: SourceChange, _ state: inout ListState) -> Effect<Action> {
        if let opID = change.opID, state.ownOperations.contains(opID) { return .none }
        if change.kind != .changed { return grow(change, &state) }
        return changeWatch.note(isDue: &state.loading.isReloadDue)
    }
}
