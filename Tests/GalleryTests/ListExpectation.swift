import FeatureKit
import FeatureTesting
import JSON

@testable import Gallery
@testable import ListFeature

/// A feature of the gallery with a list in it.
protocol HoldsList: Feature {
    /// The list's action, if it is one of these.
    static func listAction(_ action: Action) -> List.Action?
}

extension Items: HoldsList {
    static func listAction(_ action: Action) -> List.Action? {
        if case .list(let action) = action { action } else { nil }
    }
}

extension Reorder: HoldsList {
    static func listAction(_ action: Action) -> List.Action? {
        if case .list(let action) = action { action } else { nil }
    }
}

extension ChangedRows: HoldsList {
    static func listAction(_ action: Action) -> List.Action? {
        if case .list(let action) = action { action } else { nil }
    }
}

extension TestStore where F: HoldsList {
    /// Expects that effects bring an action of the list, by its name on the wire, or else of its case.
    func receive(
        list name: String, file: StaticString = #fileID, line: UInt = #line,
        _ expected: (inout F.State) -> Void = { _ in }
    ) async {
        await receive(
            name, where: { F.listAction($0).map { Self.name(of: $0) } == name }, file: file, line: line, expected)
    }

    private static func name(of action: List.Action) -> String {
        if case .wire(let action) = action { return Self.label(of: action) }
        return label(of: action)
    }

    private static func label(of action: Any) -> String {
        Mirror(reflecting: action).children.first?.label ?? "\(action)"
    }
}

/// What becomes of a list's state, said by its parts and not by its own functions.
extension ListState {
    /// A load of the first page is under way.
    mutating func refreshes() {
        if isLoaded, loading.refresh.hasFailed { loading.isOutdated = true }
        loading.generation += 1
        loading.refresh = .loading
        loading.isFreshWanted = true
    }

    /// The first page has come.
    mutating func isRefreshed(_ names: [String], total: Int, endReached: Bool) {
        loading.refresh = .idle
        loading.isFreshWanted = false
        loading.isOutdated = false
        isLoaded = true
        confirmed = [:]
        isExtended(names, total: total, endReached: endReached)
    }

    /// Another page has come: these are all rows now.
    mutating func isExtended(_ names: [String], total: Int, endReached: Bool) {
        loading.append = .idle
        loading.next = .offset(names.count)
        loading.totalCount = total
        loading.endReached = endReached
        if !names.isEmpty {
            columns = [Column(key: "id", role: .none), Column(key: "name", role: .title)]
            columnsText = Column.encode(columns)
        }
        for row in SimulatedRows.page(names).rows { confirmed[row.id] = Row(row) }
        shown.rows = confirmed
    }

    /// The edit that is shown, and written as soon as those before it are.
    mutating func moves(_ edit: Edit) {
        guard case .move(let ids, let before) = edit.change else { preconditionFailure("it moves nothing") }
        edits.append(edit)
        shown.rows.move(ids, before: before)
        for id in ids { shown.pending[id] = .move }
        changes.moved = ids
        if edit.isWriting { ownOperations.append(edit.opID) }
    }

    /// The source has made the oldest edit, a move of one row, which would be taken back by putting it before another.
    mutating func hasMoved(_ id: String, backBefore other: String?) {
        let edit = edits.removeFirst()
        guard case .move(_, let before) = edit.change else { preconditionFailure("it moves nothing") }
        confirmed.move([id], before: before)
        shown.pending[id] = nil
        changes.changed = [id]
        loading.writes += 1
        history.note([.move([id], before: other)], of: edit)
        history.close(edit.step, .person)
    }
}
