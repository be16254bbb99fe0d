import FeatureKit

/// Change feeds: what others do to the rows leads to one reload, soon.
extension List {
    /// How many times the quiet is waited for, while notices keep coming, before the rows are loaded anyway.
    private static let longestQuiets = 10

    /// Listens to the source, if it tells of changes, as long as the lifetime task of the feature lives.
    func watch() -> Effect<Action> {
        guard let feed = configuration.source.changes else { return .none }
        return .subscription("changes") { send in feed.listen { send(.sourceChanged($0)) } }
    }

    /// Reloads when no notice has come for a while, or when that has been waited for too long.
    ///
    /// What was changed meanwhile is read by that reload; a notice that comes later leads to another.
    func noteChange(_ change: SourceChange, _ state: inout ListState) -> Effect<Action> {
        if let opID = change.opID, state.ownOperations.contains(opID) { return .none }
        let quiet = configuration.reloadDebounceMs
        let reload = Effect<Action>.send(.reload).debounce("reload", milliseconds: quiet)
        if state.loading.isReloadDue { return reload }
        state.loading.isReloadDue = true
        let latest = Effect<Action>.send(.reload)
            .delay(milliseconds: quiet * Self.longestQuiets).cancellable("latestReload")
        return .merge(reload, latest)
    }

    /// A load that begins now reads what the notices were about.
    func cancelReload() -> Effect<Action> {
        .merge(.cancel("reload"), .cancel("latestReload"))
    }
}
