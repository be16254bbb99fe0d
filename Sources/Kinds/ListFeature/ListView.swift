import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The content of a list's snapshot as it was sent to a client.
///
/// It is kept to be compared with the next snapshot.
///
/// It shares large values with the state, so that it is created in constant time.
final class ListView: Deferred, ListFields {
    let title: String
    let phase: String
    let hasContent: Bool
    let emptiness: String?
    let whenEmptyText: JSONText?
    let columnsText: JSONText
    let loads: ListLoads
    let items: RowWindow
    let shownWindow: Window
    let omitted: Int?
    let count: Int
    let totalCount: Int?
    let namedChanges: NamedChanges
    let filter: FilterChoice?
    let filtersText: JSONText
    let sort: [SortKey]
    let selection: Selection
    let activeID: String?
    let isStale: Bool
    let problems: RowProblems?
    let actionsText: JSONText?
    let availableActions: [String]?
    let performing: RowOperation?

    init(_ state: borrowing ListState, _ painter: CellPainter? = nil) {
        title = state.head.title
        phase = state.phase
        hasContent = state.hasContent
        emptiness = state.emptiness
        whenEmptyText = state.whenEmptyText
        columnsText = state.head.columnsText
        loads = state.loads
        items = state.items(painter)
        shownWindow = state.shownWindow
        omitted = state.omitted
        count = state.count
        totalCount = state.totalCount
        namedChanges = state.namedChanges
        filter = state.request.filter
        filtersText = state.head.filtersText
        sort = state.request.sort
        selection = state.targets.selection
        activeID = state.activeID
        isStale = state.isStale
        problems = state.faults.problems
        actionsText = state.actionsText
        availableActions = state.availableActions
        performing = state.performing
    }

    var minimumSize: Int { 300 + items.minimumSize }

    func writeOperations(since older: any Deferred, at path: PatchPath, to json: inout JSONWriter) {
        guard let older = older as? ListView else { return json.replace(path) { write(to: &$0) } }
        write(ComparingVisitor(since: older, at: path), to: &json)
    }
}
