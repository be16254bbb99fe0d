import FHKindParts
import FeatureKit

/// Reloading after changes of the source.
///
/// All rows are loaded again in the background. Then they replace the rows and the results in one revision.
extension Search {
    /// Turns change notices of the source into reloads.
    var changeWatch: ChangeWatch<Action> { ChangeWatch(reload: .reload, quietMs: configuration.reloadDebounceMs) }

    /// Observes the source, if it has a change feed, as long as the feature exists.
    func watch() -> Effect<Action> { changeWatch.listen(to: configuration.source) { .sourceChanged($0) } }

    /// Schedules a reload after a change notice.
    func note(_ change: SourceChange, _ state: inout SearchState) -> Effect<Action> {
        if change.kind == .changed || change.kind == .due { state.isFreshWanted = true }
        return changeWatch.note(isDue: &state.isReloadDue)
    }

    /// Loads all rows again in the background; repeats the request if the source searches by itself.
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

    /// Searches newly loaded rows for the current query and filter, before these rows replace the previous rows.
    ///
    /// If there are no complete results for the current query and filter, the rows are replaced immediately.
    func look(through corpus: Corpus, _ state: inout SearchState) -> Effect<Action> {
        guard let results = state.results, results.isComplete, results.question == state.asked, !state.isWaiting else {
            // A running scan restarts when it finds that the corpus was replaced.
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

    /// Makes the newly loaded rows the current ones immediately, because the query or the filter has changed.
    func useRenewed(_ state: inout SearchState) -> Effect<Action> {
        guard let corpus = state.renewed else { return .none }
        state.renewed = nil
        use(corpus, &state)
        return .cancel("renewal")
    }

    /// Drops newly loaded rows that are not shown yet, because all rows are loaded again from the start.
    func dropRenewal(_ state: inout SearchState) -> Effect<Action> {
        guard state.renewed != nil else { return .none }
        state.renewed = nil
        return .cancel("renewal")
    }
}
