import FHJSON
import FHKindParts
import FeatureKit

/// Messages that explain why an action is refused.
///
/// Each message names the row, the member or the source that is the reason, and what would be valid.
extension List {
    private static let verbs = [
        "insertItem": "insert rows", "insertItems": "insert rows", "updateItems": "update rows",
        "updateItem": "update rows", "toggleItem": "update rows",
        "deleteItems": "delete rows", "moveItems": "move rows", "undo": "take the last edit back",
        "redo": "repeat the edit that was taken back",
    ]
    private static let abilityNames: [(SourceCapabilities, String)] = [
        (.insert, "insert"), (.update, "update"), (.delete, "delete"), (.move, "move"),
    ]

    /// Returns the message for an action that is unavailable regardless of its params; nil if the reason has none.
    public func explanation(of refused: Unavailable, in state: ListState) -> String? {
        switch refused.reason {
        case "readOnly":
            let can = Self.abilityNames.filter { state.head.capabilities.contains($0.0) }.map(\.1)
            let others = can.isEmpty ? "its rows can only be read" : "it can \(can.joined(separator: ", "))"
            return "\(source) can't \(Self.verbs[refused.action] ?? refused.action); \(others)"
        case "cannotQuery": return "\(source) can neither filter nor sort"
        case "saving":
            let count = state.edits.count
            return "\(count) \(count == 1 ? "edit is" : "edits are") on the way to \(source); try again when confirmed"
        case "sorted":
            let keys = state.request.sort.map(\.key).joined(separator: ", ")
            let order = keys.isEmpty ? "grouped" : "sorted by \(keys)"
            return "the rows are \(order), so that no row can be moved; send setSort without keys"
        case "refreshing": return "the rows of \(source) are being loaded anew; try again when that is done"
        case "endReached": return "there are no more rows: \(state.count) are shown"
        case "selectionNone", "selectionSingle":
            return "the list's selection is \(state.targets.selection.mode.rawValue); \(refused.action) needs another"
        default: return nil
        }
    }

    private var source: String { configuration.sourceLabel.map { "the source \($0)" } ?? "the source" }

    /// Returns the message for an action that is refused because of its params; nil if the reason has none.
    ///
    /// - Parameter target: the target rows of the action; nil if there are none.
    func detail(
        of reason: String, against action: ListAction, _ target: RowTarget?, in state: ListState
    ) -> String? {
        let rows = state.shown.rows
        let named = Self.rows(namedBy: action, target)
        switch reason {
        case "gone":
            let gone = named.filter { !rows.contains($0) || state.shown.pending[$0] == .delete }
            guard case .unavailable(_, let detail) = ActionRefusal.gone(gone.map { LikelyName.shown($0) }) else {
                return nil
            }
            return gone.isEmpty ? nil : detail
        case "dropped":
            let ids = named.map { LikelyName.shown($0) }.joined(separator: ", ")
            return "the value of the row \(ids) is not loaded; move the window to the row, and wait"
        case "idChanges": return "a row keeps its id: the member \(state.head.idKey) can't be changed"
        case "invalidId":
            return "the id of a row, its member \(state.head.idKey), is a text that is not empty, or an integer"
        case "notABoolean", "duplicateId", "unknownFilter", "sortedTwice", "unknownKey", "beforeIdMoves":
            return detail(ofName: action, named, in: state)
        default: return nil
        }
    }

    private func detail(ofName action: ListAction, _ named: [String], in state: ListState) -> String? {
        switch action {
        case .toggleItem(_, _, let key):
            let id = named.first { !Self.canToggle(state.visible($0)?.member(key)) } ?? ""
            let known = state.visible(id)?.value.value.members.map { $0.key } ?? []
            let isKnown = known.contains { isSameText($0, key) }
            let advice =
                isKnown
                ? "Only true and false can be toggled."
                : LikelyName.advice(for: key, among: known, whenEmpty: "The row has no members.")
            return "the member \(LikelyName.shown(key)) of the row \(id) is no Boolean. \(advice)"
        case .insertItem, .insertItems:
            let id = newIDs(of: action, state).first { state.shown.rows.contains($0) } ?? ""
            return "another row has the id \(LikelyName.shown(id)) already; leave \(state.head.idKey) out for a new one"
        case .setFilter(let choice):
            let id = choice?.id ?? ""
            let advice = LikelyName.advice(
                for: id, among: configuration.filters.map(\.id), whenEmpty: "It declares no filters.")
            return "the list has no filter \(LikelyName.shown(id)). \(advice)"
        case .setSort(let sort):
            var seen: Set<ExactText> = []
            let twice = sort.first { !seen.insert(ExactText($0.key)).inserted }?.key ?? ""
            if !twice.isEmpty { return "\(LikelyName.shown(twice)) is given twice; give each sort key once" }
            let unknown = unknownKey(of: sort, in: state) ?? ""
            let advice = LikelyName.advice(
                for: unknown, among: knownKeys(in: state), whenEmpty: "The rows have no members.")
            return "no row has a member \(LikelyName.shown(unknown)). \(advice)"
        case .moveItems(_, _, let beforeID?):
            return "beforeId, \(LikelyName.shown(beforeID)), must not be one of the ids that are moved"
        default: return nil
        }
    }

    /// The ids of the rows that an action specifies.
    private static func rows(namedBy action: ListAction, _ target: RowTarget?) -> [String] {
        let targeted: [String] = if case .ids(let ids) = target { ids } else { [] }
        switch action {
        case .itemAppeared(let id), .select(let id), .toggleSelection(let id), .setActive(let id), .openItem(let id),
            .updateItem(let id, _, _):
            return [id]
        case .selectRange(let from, let to): return [from, to]
        case .insertItem(_, let beforeID), .insertItems(_, let beforeID): return beforeID.map { [$0] } ?? []
        case .moveItems(_, _, let beforeID): return targeted + (beforeID.map { [$0] } ?? [])
        default: return targeted
        }
    }

    /// The ids in the values of new rows.
    private func newIDs(of action: ListAction, _ state: ListState) -> [String] {
        let values: [JSONObject] =
            switch action {
            case .insertItem(let value, _): [value]
            case .insertItems(let values, _): values
            default: []
            }
        return values.compactMap { $0.value[state.head.idKey].flatMap { SourceRow.id($0) } }
    }
}
