import FHJSON
import FHKindParts
import FeatureKit

/// The detail: a feature about the active row.
extension List {
    private static let detailName = "detail"

    /// The detail, if one is declared.
    public var children: [Child<List>] {
        guard configuration.detail != nil else { return [] }
        return [
            .pane(
                Self.detailName, state: \.targets.detail, embed: { .detail($0) },
                extract: { action in
                    guard case .detail(let action) = action else { return nil }
                    return action
                })
        ]
    }

    /// True if the first page has arrived, or could not be loaded.
    public func hasContent(in state: ListState) -> Bool { state.hasContent || state.loading.refresh.hasFailed }

    /// True if no page is being loaded, and no edit or operation is in progress.
    public func isAtRest(_ state: ListState) -> Bool {
        let loading = state.loading
        let isLoading = [loading.refresh, loading.append].contains(.loading) || loading.isReloadDue
        return !isLoading && !isSaving(state) && state.performing == nil && state.writing.tracked.isEmpty
            && state.retention?.status != .loading && state.targets.detail.isAtRest
    }

    func follow(_ detail: PaneSource, _ state: inout ListState) -> Effect<Action> {
        let target = detail.target { _ in activeItem(in: state) }
        return detail.follow(target, &state.targets.detail, in: Self.detailName, turn: .turnDetail)
    }

    func turnDetail(_ state: inout ListState) -> Effect<Action> {
        configuration.detail?.turn(&state.targets.detail, in: Self.detailName, keys: keys, errors: &state.faults.list) {
            .detail($0)
        } ?? .none
    }
}
