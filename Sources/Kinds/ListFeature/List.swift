import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// A list of the rows of a source.
///
/// The rows are loaded by page, shown through a window, and selected and edited by id.
///
/// The shown rows are the rows confirmed by the source, with the pending edits folded over them in order.
public struct List: Feature {
    /// The id of the kind.
    ///
    /// Each list in a catalog has the id that its workspace gives to it.
    public static let id = "list"
    /// The kind `list`.
    public static let kind = FeatureKind.list
    /// A reference to the published schema of a list's state.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:list-state")
        json.endObject()
    }
    /// The actions of ``ListAction``.
    public static let actions = ActionSet(
        ListAction.examples, written: ListAction.written, shortcuts: ListAction.shortcuts
    ) { Action.wire($0) }

    /// The actions of a list, including the internal ones.
    public enum Action: Sendable {
        /// An action sent by a client.
        case wire(ListAction)
        /// An edit whose end is reported to the feature that has made it; see ``Feature/track(_:as:)``.
        case tracked(ListAction, token: String)
        /// The first load, at the start of the feature.
        case load
        /// Retries a failed edit.
        case again(errorID: String)
        /// The source has changed.
        case sourceChanged(SourceChange)
        /// Loads the rows again after the source has changed.
        case reload
        /// Retries a failed load of dropped values.
        case restore
        /// The result of a load.
        case fetched(LoadTicket, Result<Page, Failure>)
        /// The result of a write.
        ///
        /// It contains the rows that are now in the source, if the source returns them.
        case written(opID: String, Result<[SourceRow]?, Failure>)
        /// The result of an operation on rows.
        case performed(opID: String, Result<JSONText, Failure>)
        /// Repeats a failed operation on rows.
        case performAgain
        /// Undoes an operation on rows that a notice is about.
        case undoOperation(RowOperation)
        /// An action of the detail.
        case detail(KeyedAction)
        /// Lets the detail show the active row.
        case turnDetail
    }

    /// The name of a frequent action's case; nil for other actions.
    ///
    /// The names of other actions are found by reflection, which is slower.
    public static func name(of action: Action) -> String? {
        switch action {
        case .load: "load"
        case .fetched: "fetched"
        case .written: "written"
        case .tracked(let action, _): ActionName.of(action)
        case .detail(let action): action.name
        default: nil
        }
    }

    let configuration: ListConfiguration
    let keys: KeySequence

    /// Creates a list.
    ///
    /// - Parameter keys: makes the keys of the features in the detail.
    public init(_ configuration: ListConfiguration, keys: KeySequence = KeySequence()) {
        self.configuration = configuration
        self.keys = keys
    }

    /// The state before the first load.
    public var initialState: ListState { ListState(configuration) }

    /// Loads the rows when the first subscriber arrives.
    public func start(in state: ListState, taskID: String?) -> Action? { .load }

    /// The key path of the errors.
    public var errors: SendableKeyPath<ListState, ErrorList>? { \ListState.faults.list }

    /// The action that repeats a failed load or edit.
    public func retry(_ error: PresentedError, in state: ListState) -> Action? {
        switch error.operation {
        case "append": .wire(.loadMore)
        case "refresh": .wire(.refresh)
        case "restore": .restore
        case Self.performID: .performAgain
        default: state.writing.failed[error.id].map { _ in .again(errorID: error.id) }
        }
    }

    /// Clears the change hints of the previous revision.
    public var forgetHints: (@Sendable (inout ListState) -> Void)? {
        { state in
            state.changes = ChangeHints()
            state.writing.newlyRenamed = RenamedIDs()
        }
    }

    /// Sets the change hints to the difference from the old state, after a reset.
    public func hintReset(of old: ListState, in state: inout ListState) {
        state.changes = ChangeHints(from: old.shown.rows, to: state.shown.rows)
    }

    /// True while an edit is not confirmed, or waits until all rows are loaded.
    public func isSaving(_ state: ListState) -> Bool { !state.edits.isEmpty || state.writing.bulk != nil }

    /// The path to unsaved changes: empty while edits of the list are not confirmed, otherwise nil.
    public func unsavedChanges(in state: ListState) -> [String]? { state.edits.isEmpty ? nil : [] }

    /// The active row.
    ///
    /// Keyboard actions apply to it.
    public func activeItem(in state: ListState) -> SourceRow? { state.activeID.flatMap { item($0, in: state) } }

    /// The selected rows, or the active row if none is selected.
    public func targetedItems(in state: ListState) throws(ActionRefusal) -> TargetedItems? { try state.targetedItems() }

    /// All rows that pass the filter, except the rows with the ids in `except`.
    public func allItems(except: [String], in state: ListState) -> TargetedItems? { state.allItems(except: except) }

    /// The current filter.
    public func rowFilter(in state: ListState) -> FilterChoice? { state.request.filter }

    /// The row with this id as it is shown or, if it is not shown, with its last loaded value.
    public func item(_ id: String, in state: ListState) -> SourceRow? {
        state.visible(state.currentID(id))
    }

    /// The rows to which the source has assigned new ids in the newest revision.
    ///
    /// The keys are the old ids, and the values are the new ones.
    public func renamedItems(in state: ListState) -> [String: String] { state.writing.newlyRenamed.byOldID }

    /// Applies an action to the state.
    public func reduce(into state: inout ListState, _ action: Action) -> Effect<Action> {
        var effect = state.writing.bulk == nil ? apply(action, &state) : applyWithBulk(action, &state)
        if let detail = configuration.detail { effect = .merge(effect, follow(detail, &state)) }
        return state.writing.tracked.isEmpty ? effect : settleTracked(effect, &state)
    }

    func apply(_ action: Action, _ state: inout ListState) -> Effect<Action> {
        switch action {
        case .tracked(let action, let token):
            state.writing.token = token
            let effect = reduce(action.current(state), &state)
            state.writing.token = nil
            return effect
        case .load: return .merge(watch(), refresh(&state))
        case .sourceChanged(let change): return noteChange(change, &state)
        case .reload: return refresh(&state)
        case .restore: return restore(&state)
        case .again(let errorID): return again(errorID, &state)
        case .fetched(let ticket, let result): return fetched(ticket, result, &state)
        case .written(let opID, let result): return written(opID, result, &state)
        case .performed(let opID, let result): return performed(opID, result, &state)
        case .performAgain: return performAgain(&state)
        case .undoOperation(let operation): return undo(operation, &state)
        case .detail: return .none
        case .turnDetail: return turnDetail(&state)
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
            state.request.goal = nil
            return lookElsewhere(&state) { $0.request.window = window }
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
        case .accept:
            guard let request = try? action.acceptRequest() else { return .none }
            return accept(request, &state)
        case .undo: return repeatStep(.undo, &state)
        case .redo: return repeatStep(.redo, &state)
        case .select(let id): state.targets.selection.select(id)
        case .toggleSelection(let id): state.targets.selection.toggle(id)
        case .selectRange(let from, let to): state.targets.selection.selectRange(from, to, in: state.shown.rows.keys)
        case .selectAll: state.targets.selection.selectAll()
        case .clearSelection: state.targets.selection.clear()
        case .setActive(let id):
            state.activate(id)
            return loadNearWindow(&state)
        case .moveActive(let steps):
            return lookElsewhere(&state) { $0.moveActive(by: steps) }
        case .goTo(let offset):
            return lookElsewhere(&state) { $0.go(to: RowGoal(offset)) }
        case .openItem(let id):
            state.activate(id)
            if let request = opening(id) { return .merge(accept(request, &state), loadNearWindow(&state)) }
            guard let row = item(id, in: state) else { return .none }
            let version = version(of: id, in: state)
            return .merge(
                .output(Output("openItem", id: id, value: row.value, version: version)), loadNearWindow(&state))
        }
        return .none
    }
}

/// The configuration of a list.
public struct ListConfiguration: Sendable {
    /// The title shown to the user.
    public var title: String
    /// The source of the rows.
    public var source: any DataSource
    /// The name and type of the source in messages, such as `ticker (command)`; nil if messages don't name it.
    public var sourceLabel: String?
    /// The number of rows in a page.
    public var pageSize: Int
    /// The columns of a row.
    ///
    /// If empty, the columns are derived from the source's declarations or the keys of the first row.
    public var columns: [Column]
    /// The tones of the rows, of which the first one whose condition holds applies.
    public var tones: [ToneRule] = []
    /// The condition that all rows of the list meet, beneath the filter that a user chooses; nil for all rows.
    ///
    /// It requires a source with the capability `query`.
    public var fixed: Condition?
    /// The members that inserted rows get unless their values have them, as an object; nil for none.
    public var defaults: JSONText?
    /// The actions on rows, which `accept` names; none by default.
    public var actions: [RowAction] = []
    /// The feature that follows the active row; nil for none.
    public var detail: PaneSource?
    /// The author's text for an empty source, the member `whenEmpty` of the state; nil for none.
    package var whenEmpty: JSONText?
    /// The filters that can be chosen by id.
    public var filters: [NamedFilter] = []
    /// The id of the initial filter; nil to show every row.
    public var filter: String?
    /// The initial sort keys.
    ///
    /// An empty array keeps the source's order.
    public var sort: [SortKey] = []
    /// The key by which rows are grouped under headers; nil for no groups.
    public var groupBy: SortKey?
    /// The selection mode.
    public var selection: SelectionMode
    /// The distance in rows: the next page is loaded if the window is closer to the end of the loaded rows.
    public var prefetchDistance: Int
    /// The distance in rows behind the loaded rows: the rows of a window that is further away are loaded alone, without
    /// the rows before them.
    package var jumpDistance = Window.largestLimit
    /// The number of pages whose values are kept; nil to keep all values.
    ///
    /// The pages that are nearest to the window are kept.
    public var maxPages: Int?
    /// The debounce, in milliseconds, between the last change of the source and the reload.
    public var reloadDebounceMs = 200
    /// The generator of ids for operations, and for new rows without an id.
    public var ids: IDGenerator

    /// Creates a configuration.
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
