import FHKindParts
import FeatureKit

/// Growing sources.
///
/// Rows that are still being produced are appended, and a failure is shown next to the rows that have arrived.
extension List {
    /// The wait mode of a refresh.
    ///
    /// A list that already shows rows waits for further rows, instead of showing an empty page first.
    func refreshWait(_ state: ListState) -> FetchRequest.Wait { state.loading.isLoaded ? .further : .rows }

    /// True if the source has produced its rows again since the shown rows were loaded, so that a page does not continue
    /// them.
    func isOfOtherRows(_ page: Page, _ state: ListState) -> Bool {
        guard let own = state.loading.production.edition, let edition = page.edition else { return false }
        return edition != own
    }

    /// Records what a page reports about the source's growth.
    func noteGrowth(of page: Page, _ state: inout ListState) {
        state.loading.production.growth = page.growth
        state.loading.production.edition = page.edition
        guard page.failure != state.loading.production.failure else { return }
        state.loading.production.failure = page.failure
        if let failure = page.failure { state.faults.list.add(failure, display: .banner, operation: "refresh") }
    }

    /// Continues loading a growing source, and handles a notice that arrived while a page was loading.
    func follow(_ state: inout ListState) -> Effect<Action> {
        if state.loading.production.growth == .running { return state.appendRefusal == nil ? append(&state) : .none }
        guard let notice = state.loading.production.notice else { return .none }
        return grow(notice, &state)
    }

    /// Handles a notice that there are further rows, that the source produces no more rows, or that the rows are to be
    /// loaded again.
    func grow(_ notice: SourceChange, _ state: inout ListState) -> Effect<Action> {
        let isLoading = state.loading.refresh == .loading || state.loading.append == .loading
        if !state.loading.isLoaded || isLoading || !state.edits.isEmpty {
            // A page that is still loading may not include the rows that the notice announces.
            if state.loading.production.notice?.kind != .failed { state.loading.production.notice = notice }
            return .none
        }
        state.loading.production.notice = nil
        if notice.kind == .due { return refresh(&state) }
        // If another list has restarted the source, the earlier run of the source produces no further rows.
        if let edition = notice.edition, let own = state.loading.production.edition, edition != own {
            return edition > own ? load(&state) : .none
        }
        if state.loading.endReached || state.loading.production.growth != .live && notice.kind != .failed {
            return .none
        }
        // In a sorted list, further rows may belong at any position.
        return state.isSorted ? load(&state) : append(&state)
    }
}
