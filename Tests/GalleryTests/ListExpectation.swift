import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting

@testable import FHGallery
@testable import FHListFeature

/// A feature of the gallery that contains a list.
protocol HoldsList: Feature {
    /// Returns the action of the list that an action contains; nil if it contains none.
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
    /// Expects an action of the list from an effect, by its wire name or its case.
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

/// Expected changes of the state of a list, written without the functions of the feature.
extension ListState {
    /// Starts a load of the first page.
    mutating func refreshes() {
        if loading.isLoaded, loading.refresh.hasFailed { loading.isOutdated = true }
        loading.generation += 1
        loading.refresh = .loading
        loading.isFreshWanted = true
    }

    /// Sets the first page.
    mutating func isRefreshed(_ names: [String], total: Int, endReached: Bool) {
        loading.refresh = .idle
        loading.isFreshWanted = false
        loading.isOutdated = false
        loading.isLoaded = true
        confirmed = [:]
        isExtended(names, total: total, endReached: endReached)
    }

    /// Appends a page; these are all rows now.
    mutating func isExtended(_ names: [String], total: Int, endReached: Bool) {
        loading.append = .idle
        loading.segment.nextPage = .offset(names.count)
        loading.totalCount = total
        loading.endReached = endReached
        if !names.isEmpty {
            head.setColumns([Column(key: "id", role: .none), Column(key: "name", role: .title)])
        }
        for row in SimulatedRows.page(names).rows { confirmed[row.id] = Row(row) }
        shown.rows = confirmed
    }

    /// Shows an edit, which is written as soon as earlier edits have been written.
    mutating func moves(_ edit: Edit) {
        guard case .move(let ids, let before) = edit.change else { preconditionFailure("it moves nothing") }
        edits.append(edit)
        shown.rows.move(ids, before: before)
        for id in ids { shown.pending[id] = .move }
        changes.moved = ids
        if edit.isWriting { writing.ownOperations.append(edit.opID) }
    }

    /// Confirms the oldest edit, a move of one row; its undo moves the row back before `other`.
    mutating func hasMoved(_ id: String, backBefore other: String?) {
        let edit = edits.removeFirst()
        guard case .move(_, let before) = edit.change else { preconditionFailure("it moves nothing") }
        confirmed.move([id], before: before)
        shown.pending[id] = nil
        changes.changed = [id]
        loading.writes += 1
        writing.history.note([.move([id], before: other)], of: edit)
        writing.history.close(edit.step, .person)
    }
}
