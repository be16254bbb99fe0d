import FHKindParts
import FeatureKit

/// The row of a view.
extension DeclaredView {
    static let loadID = "load"

    private var changeWatch: ChangeWatch<Action> {
        ChangeWatch(reload: .reload, quietMs: configuration.reloadDebounceMs)
    }

    func watch() -> Effect<Action> {
        configuration.row.map { changeWatch.listen(to: $0.source) { .sourceChanged($0) } } ?? .none
    }

    func note(_ state: inout ViewState) -> Effect<Action> {
        changeWatch.note(isDue: &state.loading.isReloadDue)
    }

    /// Loads the row; the former load is cancelled, and the former row stays.
    func load(isFresh: Bool = false, _ state: inout ViewState) -> Effect<Action> {
        guard let row = configuration.row else { return .none }
        let timers = changeWatch.forget(isDue: &state.loading.isReloadDue)
        state.loading.number += 1
        state.loading.refresh = .loading
        state.faults.removeAll(of: Self.loadID)
        let number = state.loading.number
        let answer = row.source.fetchRow(row.id, isRefresh: isFresh)
        let load = Effect<Action>.ask(Self.loadID, name: "fetch", answer) { Action.fetched(number, $0) }
        return .merge(timers, load.cancellable(Self.loadID, cancelInFlight: true))
    }

    func fetched(_ number: Int, _ result: Result<SourceRow, Failure>, _ state: inout ViewState) -> Effect<Action> {
        guard number == state.loading.number else { return .none }
        switch result {
        case .success(let row):
            state.row = row
            state.loading.refresh = .idle
        case .failure(let failure):
            let display: PresentedError.Display = state.row == nil ? .fullScreen : .banner
            let id = state.faults.add(failure, display: display, operation: Self.loadID)
            state.loading.refresh = .failed(errorID: id)
        }
        return .none
    }
}
