import FeatureKit

/// Live sources: what others change is read anew, and takes the place of what is shown in one revision.
extension Search {
    /// Turns notices of the source into reloads.
    var changeWatch: ChangeWatch<Action> { ChangeWatch(reload: .reload, quietMs: configuration.reloadDebounceMs) }

    /// Listens to the source, if it tells of changes, as long as the lifetime task of the feature lives.
    func watch() -> Effect<Action> { changeWatch.listen(to: configuration.source) { .sourceChanged($0) } }

    /// Reads soon what a notice is about.
    func note(_ change: SourceChange, _ state: inout SearchState) -> Effect<Action> {
        if change.kind == .changed { state.isFreshWanted = true }
        return changeWatch.note(isDue: &state.isReloadDue)
    }

    /// Reads what notices were about, behind what is shown.
    func renew(_ state: inout SearchState) -> Effect<Action> {
        let forgotten = changeWatch.forget(isDue: &state.isReloadDue)
        if configuration.isAsking { return .merge(forgotten, askAgain(&state)) }
        switch state.rows {
        case .absent: return forgotten
        case .failed: return .merge(forgotten, begin(&state))
        case .loading:
            state.isReloadWanted = true
            return forgotten
        case .loaded:
            state.isReloadWanted = false
            let dropped = dropRenewal(&state)
            let isFresh = state.isFreshWanted
            state.isFreshWanted = false
            let load = fetch(.offset(0), onto: Corpus(), isRenewal: true, isFresh: isFresh)
            return .merge(forgotten, dropped, load)
        }
    }

    /// All rows are there anew: they are looked through for what is shown before they take the others' place.
    func look(through corpus: Corpus, _ state: inout SearchState) -> Effect<Action> {
        guard let results = state.results, results.isComplete, results.question == state.asked, !state.isWaiting else {
            // A scan under way begins anew when it finds other rows.
            use(corpus, &state)
            return .none
        }
        state.renewed = corpus
        let progress = newScan(state.asked, in: corpus)
        return .task("renewal", name: "match") {
            var progress = progress
            repeat { progress = try await progress.advanced(by: max(1, corpus.rows.count)) } while !progress.isAtEnd
            return .renewed(progress)
        } failed: { error in
            .failed(Failure("internalError", "\(error)"))
        }
        .cancellable("renewal", cancelInFlight: true)
    }

    func renewed(_ progress: ScanProgress, _ state: inout SearchState) -> Effect<Action> {
        state.renewed = nil
        use(progress.results.corpus, &state)
        state.show(progress.results)
        return .none
    }

    /// Another question is asked: rows that are there anew are looked through for that one.
    func useRenewed(_ state: inout SearchState) -> Effect<Action> {
        guard let corpus = state.renewed else { return .none }
        state.renewed = nil
        use(corpus, &state)
        return .cancel("renewal")
    }

    /// Rows are loaded anew from the start: what was loaded before is not wanted any more.
    func dropRenewal(_ state: inout SearchState) -> Effect<Action> {
        guard state.renewed != nil else { return .none }
        state.renewed = nil
        return .cancel("renewal")
    }
}
