import FeatureKit
import JSON
import Querying

/// Rows of a source: loaded page by page, shown through a window, selected and edited by id.
///
/// What is shown is what the source confirmed with the pending edits folded over it, in order.
public struct List: Feature {
    /// The kind's own id; each list in a catalog has the id that its workspace gives it.
    public static let id = "list"
    /// A list.
    public static let kind = FeatureKind.list
    /// What the published schema says.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:list-state")
        json.endObject()
    }
    /// All of ``ListAction``.
    public static let actions = ActionSet(
        ListAction.examples, written: ListAction.written, shortcuts: ListAction.shortcuts
    ) { Action.wire($0) }

    /// What may happen to a list.
    public enum Action: Sendable {
        /// A front end asks.
        case wire(ListAction)
        /// An edit of which whoever has brought it is told when it has ended; see ``Feature/track(_:as:)``.
        case tracked(ListAction, token: String)
        /// The feature starts.
        case load
        /// An edit that failed is tried again.
        case again(errorID: String)
        /// The source tells of a change.
        case sourceChanged(SourceChange)
        /// Changes that were told of are read.
        case reload
        /// Values that were dropped, and whose load failed, are loaded again.
        case restore
        /// A load came back.
        case fetched(LoadTicket, Result<Page, Failure>)
        /// A write came back; the rows as the source has them now, where it says so.
        case written(opID: String, Result<[SourceRow]?, Failure>)
    }

    /// The name of its case, without reflection for what begins, and for the answers of the source: each edit brings one.
    public static func name(of action: Action) -> String? {
        switch action {
        case .load: "load"
        case .fetched: "fetched"
        case .written: "written"
        case .tracked(let action, _): ActionName.of(action)
        default: nil
        }
    }

    let configuration: ListConfiguration

    /// Makes a list.
    public init(_ configuration: ListConfiguration) {
        self.configuration = configuration
    }

    /// Nothing loaded yet.
    public var initialState: ListState { ListState(configuration) }

    /// Loads when the first subscriber comes.
    public func start(in state: ListState, taskID: String?) -> Action? { .load }

    /// Where the errors are.
    public var errors: SendableKeyPath<ListState, ErrorList>? { \ListState.errors }

    /// Repeats the load or the edit that failed.
    public func retry(_ error: PresentedError, in state: ListState) -> Action? {
        switch error.operation {
        case "append": .wire(.loadMore)
        case "refresh": .wire(.refresh)
        case "restore": .restore
        default: state.failedEdits[error.id].map { _ in .again(errorID: error.id) }
        }
    }

    /// What the newest revision has changed is said of that alone.
    public var forgetHints: (@Sendable (inout ListState) -> Void)? {
        { state in
            state.changes = ChangeHints()
            state.newlyRenamed = RenamedIDs()
        }
    }

    /// All rows are gone.
    public func hintReset(of old: ListState, in state: inout ListState) {
        state.changes = ChangeHints(from: old.shown.rows, to: state.shown.rows)
    }

    /// Whether an edit is not confirmed yet.
    public func isSaving(_ state: ListState) -> Bool { !state.edits.isEmpty || state.bulk != nil }

    /// Edits that are not confirmed yet.
    public func unsavedChanges(in state: ListState) -> [String]? { state.edits.isEmpty ? nil : [] }

    /// The row that keys act on.
    public func activeItem(in state: ListState) -> SourceRow? { state.activeID.flatMap { item($0, in: state) } }

    /// The selected rows, or else the active one.
    public func targetedItems(in state: ListState) throws(ActionRefusal) -> TargetedItems? { try state.targetedItems() }

    /// Every row that the filter lets through, but for some.
    public func allItems(except: [String], in state: ListState) -> TargetedItems? { state.allItems(except: except) }

    /// The filter that is set now.
    public func rowFilter(in state: ListState) -> FilterChoice? { state.filter }

    /// A loaded row as it is shown.
    public func item(_ id: String, in state: ListState) -> SourceRow? {
        state.visible(state.currentID(id))
    }

    /// The rows whose ids the source has assigned in the newest revision.
    public func renamedItems(in state: ListState) -> [String: String] { state.newlyRenamed.byOldID }

    /// Applies an action.
    public func reduce(into state: inout ListState, _ action: Action) -> Effect<Action> {
        let effect = state.bulk == nil ? apply(action, &state) : applyWithBulk(action, &state)
        return state.tracked.isEmpty ? effect : settleTracked(effect, &state)
    }

    func apply(_ action: Action, _ state: inout ListState) -> Effect<Action> {
        switch action {
        case .tracked(let action, let token):
            state.token = token
            let effect = reduce(action.current(state), &state)
            state.token = nil
            return effect
        case .load: return .merge(watch(), refresh(&state))
        case .sourceChanged(let change): return noteChange(change, &state)
        case .reload: return refresh(&state)
        case .restore: return restore(&state)
        case .again(let errorID): return again(errorID, &state)
        case .fetched(let ticket, let result): return fetched(ticket, result, &state)
        case .written(let opID, let result): return written(opID, result, &state)
        case .wire(let action): return reduce(action.current(state), &state)
        }
    }

    private func reduce(_ action: ListAction, _ state: inout ListState) -> Effect<Action> {
        switch action {
        case .load, .refresh: return refresh(&state)
        case .loadMore: return append(&state)
        case .itemAppeared(let id):
            return state.shown.rows.last?.value.source.hasID(id) == true ? prefetch(&state) : .none
        case .setWindow(let window):
            state.wanted = window
            return loadNearWindow(&state)
        case .setFilter(let filter): return setFilter(filter, &state)
        case .setSort(let sort): return setSort(sort, &state)
        case .insertItem(let value, let beforeID):
            return insert(value.value, before: beforeID, &state)
        case .insertItems(let values, let beforeID): return insert(values, before: beforeID, &state)
        case .updateItem(let id, let patch, let ifVersion):
            return edit(.update([state.patch(id, JSONText(patch.value), ifVersion: ifVersion)]), &state)
        case .updateItems(_, _, _, _, let patch):
            guard let target = try? action.target() else { return .none }
            return edit(.update(JSONText(patch.value)), target, &state)
        case .toggleItem(_, _, let key):
            guard let target = try? action.target() else { return .none }
            return edit(.toggle(key), target, &state)
        case .deleteItems:
            guard let target = try? action.target() else { return .none }
            return edit(.delete, target, &state)
        case .moveItems(_, _, let beforeID):
            guard let target = try? action.target(), case .ids(let ids) = state.resolved(target) else { return .none }
            return edit(.move(ids, before: beforeID), &state)
        case .undo: return repeatStep(.undo, &state)
        case .redo: return repeatStep(.redo, &state)
        case .select(let id): state.selection.select(id)
        case .toggleSelection(let id): state.selection.toggle(id)
        case .selectRange(let from, let to): state.selection.selectRange(from, to, in: state.shown.rows.keys)
        case .selectAll: state.selection.selectAll()
        case .clearSelection: state.selection.clear()
        case .setActive(let id):
            state.activate(id)
            return loadNearWindow(&state)
        case .moveActive(let steps):
            state.moveActive(by: steps)
            return loadNearWindow(&state)
        case .openItem(let id):
            state.activate(id)
            guard let row = item(id, in: state) else { return .none }
            let version = version(of: id, in: state)
            return .merge(
                .output(Output("openItem", id: id, value: row.value, version: version)), loadNearWindow(&state))
        }
        return .none
    }
}

/// What a list is made of.
public struct ListConfiguration: Sendable {
    /// What a person reads as its name.
    public var title: String
    /// Where the rows are.
    public var source: any DataSource
    /// The source's name and type, for people, such as `ticker (command)`.
    public var sourceLabel: String?
    /// How many rows a page has.
    public var pageSize: Int
    /// What is drawn of a row; empty means the keys of the first row.
    public var columns: [Column]
    /// The filters that can be chosen by name.
    public var filters: [NamedFilter] = []
    /// The filter that is chosen at first; nil shows every row.
    public var filter: String?
    /// What rows are sorted by at first; empty keeps the source's order.
    public var sort: [SortKey] = []
    /// What rows are grouped by, under headers; nil makes no groups.
    public var groupBy: SortKey?
    /// What can be selected.
    public var selection: SelectionMode
    /// How near to the end of the loaded rows the window must come for the next page to be loaded, in rows.
    public var prefetchDistance: Int
    /// How many pages of rows keep their values, those nearest to the window; nil keeps all.
    public var maxPages: Int?
    /// How long a source that tells of changes must be quiet before its rows are loaded anew, in milliseconds.
    public var reloadDebounceMs = 200
    /// Ids for rows that come without one.
    public var ids: IDGenerator

    /// Makes a configuration.
    public init(
        title: String, source: any DataSource, pageSize: Int = 50, columns: [Column] = [],
        selection: SelectionMode = .single, prefetchDistance: Int = 10, ids: IDGenerator
    ) {
        self.title = title
        self.source = source
        self.pageSize = pageSize
        self.columns = columns
        self.selection = selection
        self.prefetchDistance = prefetchDistance
        self.ids = ids
    }
}
