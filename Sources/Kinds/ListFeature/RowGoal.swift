import FHKindParts
import FHRowCollections

/// A row that becomes active as soon as it is loaded.
enum RowGoal: Sendable, Equatable {
    /// The row behind this number of rows.
    case place(Int)
    /// The row before this number of rows at the end.
    case beforeLast(Int)

    /// The goal at an offset of the wire, which is negative if it counts from the end.
    ///
    /// - Parameter offset: 0 for the first row, -1 for the last one.
    init(_ offset: Int) {
        self = offset < 0 ? .beforeLast(-(offset + 1)) : .place(offset)
    }
}

extension ListState {
    /// An offset behind every row, which is exact in all clients.
    static let behindAllRows = 1 << 52

    /// Makes a row active, now or as soon as it is loaded.
    mutating func go(to goal: RowGoal) {
        request.goal = goal
        reachGoal()
    }

    /// Makes the row of the goal active if it is loaded; otherwise moves the requested window to it.
    mutating func reachGoal() {
        guard let goal = request.goal else { return }
        guard let place = position(of: goal) else {
            // While pages arrive, their last row is active. A source with other pages returns the last rows at once.
            if !reachesAnyRow { targets.chosenID = shown.rows.last?.key ?? targets.chosenID }
            request.window = Window(offset: Self.behindAllRows, limit: request.window.limit)
            return
        }
        let index = place - loading.skipped
        guard shown.rows.indices.contains(index) else {
            if loading.isAllLoaded { request.goal = nil }
            return moveWindow(to: place)
        }
        activate(shown.rows.keys[index])
    }

    /// Moves the active row.
    ///
    /// While the row that was the goal of the previous move is being loaded, the move begins at that row.
    mutating func moveActive(by steps: Int) {
        guard !shown.rows.isEmpty else { return }
        let pending = loading.append.hasFailed ? nil : request.goal
        request.goal = nil
        if case .beforeLast(let rows) = pending, knownCount == nil {
            let (sum, overflow) = rows.subtractingReportingOverflow(steps)
            return go(to: .beforeLast(overflow ? (steps > 0 ? 0 : rows) : max(0, sum)))
        }
        guard let current = pending.flatMap({ position(of: $0) }) ?? activePlace.map({ loading.skipped + $0 }) else {
            return activate(shown.rows.keys[firstActive(isUpwards: steps < 0)])
        }
        let (sum, overflow) = current.addingReportingOverflow(steps)
        let place = overflow ? (steps > 0 ? Self.behindAllRows : 0) : max(sum, 0)
        // Without a number of rows, only a source that returns a page from any row on has a row to go to.
        let isKnown = knownCount != nil || reachesAnyRow
        let goal = min(place, isKnown ? (knownCount ?? .max) - 1 : loadedEnd - 1)
        let isBehind = goal >= loadedEnd
        if isBehind, goal - loadedEnd < shown.rows.count { activate(shown.rows.keys[shown.rows.count - 1]) }
        go(to: .place(goal))
    }

    /// The index of the row that a move makes active if no row is active.
    ///
    /// It is the first or the last row. If the rows before the window are not loaded, it is the first or the last row in
    /// the window.
    private func firstActive(isUpwards: Bool) -> Int {
        if loading.skipped == 0 { return isUpwards ? shown.rows.count - 1 : 0 }
        let window = localWindow
        return isUpwards ? min(window.offset + window.limit, shown.rows.count) - 1 : window.offset
    }

    /// The position of a goal among all rows of the source; nil if it depends on the number of rows, and that is
    /// unknown.
    private func position(of goal: RowGoal) -> Int? {
        switch (goal, knownCount) {
        case (.place(let place), let count?): max(0, min(place, count - 1))
        case (.place(let place), nil): place
        case (.beforeLast(let rows), let count?): max(0, count - 1 - rows)
        case (.beforeLast, nil): nil
        }
    }
}
