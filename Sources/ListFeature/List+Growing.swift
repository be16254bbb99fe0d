import FeatureKit

/// Rows that are still being made: those that come are appended, and a failure is shown beside those that came.
extension List {
    /// What the page of a refresh waits for: over rows that are shown a while without any shows nothing new.
    func refreshWait(_ state: ListState) -> FetchRequest.Wait { state.isLoaded ? .further : .rows }

    /// Notes what a page says of rows that are still being made.
    func noteGrowth(of page: Page, _ state: inout ListState) {
        state.loading.growth = page.growth
        state.loading.edition = page.edition
        guard page.failure != state.loading.failure else { return }
        state.loading.failure = page.failure
        if let failure = page.failure { state.errors.add(failure, display: .banner, operation: "refresh") }
    }

    /// Goes on with rows that are still being made, and with notices that came while a page was on its way.
    func follow(_ state: inout ListState) -> Effect<Action> {
        if state.loading.growth == .running { return state.appendRefusal == nil ? append(&state) : .none }
        guard let notice = state.loading.notice else { return .none }
        return grow(notice, &state)
    }

    /// The source tells of further rows, or of their end.
    func grow(_ notice: SourceChange, _ state: inout ListState) -> Effect<Action> {
        let isLoading = state.loading.refresh == .loading || state.loading.append == .loading
        if !state.isLoaded || isLoading || !state.edits.isEmpty {
            // What is on its way may not know of it yet.
            if state.loading.notice?.kind != .failed { state.loading.notice = notice }
            return .none
        }
        state.loading.notice = nil
        // Where another list has made the rows anew, those of before go on no more.
        if let edition = notice.edition, let own = state.loading.edition, edition != own {
            return edition > own ? load(&state) : .none
        }
        if state.loading.endReached || state.loading.growth != .live && notice.kind != .failed { return .none }
        // Further rows may stand anywhere in a sorted list.
        return state.isSorted ? load(&state) : append(&state)
    }
}
