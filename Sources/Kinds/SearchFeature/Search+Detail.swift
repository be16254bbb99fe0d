import FHJSON
import FHKindParts
import FeatureKit

/// The detail: a feature about the active result.
extension Search {
    private static let detailName = "detail"

    /// The detail, if one is declared.
    public var children: [Child<Search>] {
        guard configuration.detail != nil else { return [] }
        return [
            .pane(
                Self.detailName, state: \.detail, embed: { .detail($0) },
                extract: { action in
                    guard case .detail(let action) = action else { return nil }
                    return action
                })
        ]
    }

    /// True unless the first results are being loaded.
    public func hasContent(in state: SearchState) -> Bool { state.results != nil || !state.isWaiting }

    func follow(_ detail: PaneSource, _ state: inout SearchState) -> Effect<Action> {
        let target = detail.target { _ in state.activeRow }
        return detail.follow(target, &state.detail, in: Self.detailName, turn: .turnDetail)
    }

    func turnDetail(_ state: inout SearchState) -> Effect<Action> {
        configuration.detail?.turn(&state.detail, in: Self.detailName, keys: keys, errors: &state.errors) {
            .detail($0)
        } ?? .none
    }
}
