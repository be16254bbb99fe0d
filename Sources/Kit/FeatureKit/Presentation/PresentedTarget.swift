import FHJSON

/// The rows that a presentation is about, identified by their ids.
struct PresentedTarget: Sendable, Equatable {
    /// The rows at the time of the request to present.
    let asked: TargetedItems
    /// The same rows with their current ids and their latest values.
    var rows: [SourceRow]
    /// The number of rows; nil if unknown.
    var count: Int?
    /// The filter at the time of the request, if the target is all rows except the excluded ones; nil for no filter.
    let filter: FilterChoice?
    /// The indices in ``rows`` of the rows that were removed from the presenting feature.
    ///
    /// An index stays in the set until a row with the same id and the same value exists again. Until then, another row
    /// may have the same id.
    private var lost: Set<Int> = []

    init(_ items: TargetedItems, filter: FilterChoice? = nil) {
        asked = items
        self.filter = items.except == nil ? nil : filter
        rows = items.rows
        count = items.count
    }

    /// True if at least one of the rows was removed, and no row with the same id and the same value exists again.
    var isLost: Bool { !lost.isEmpty }

    /// The only row that the presentation is about; nil if there are several.
    var singleRow: SourceRow? { asked.single == nil ? nil : rows[0] }

    /// True if another presentation is about the same rows.
    func isAbout(_ other: PresentedTarget) -> Bool {
        isSameText(rows.map(\.id), other.rows.map(\.id)) && asked.except == other.asked.except
    }

    /// Updates the rows.
    ///
    /// - Parameters:
    ///   - item: returns the current row with an id; nil if there is none.
    ///   - all: all current rows except the excluded rows; nil if unknown.
    /// - Returns: true if a row or the count has changed. A new id of a dropped row, whose value was released from
    ///   memory, doesn't count.
    @discardableResult
    mutating func follow(_ item: (String) -> SourceRow?, all: TargetedItems?) -> Bool {
        guard asked.except == nil else {
            guard let all, all.rows != rows || all.count != count else { return false }
            rows = all.rows
            count = all.count
            return true
        }
        var hasChanged = false
        for (place, known) in rows.enumerated() {
            guard let row = item(known.id) else {
                lost.insert(place)
                continue
            }
            if lost.contains(place) {
                // An unchanged value identifies the row that was removed.
                guard !row.isDropped, row.value == known.value else { continue }
                lost.remove(place)
            }
            if row == known { continue }
            if !row.isDropped {
                rows[place] = row
                hasChanged = true
            } else if !known.hasID(row.id) {
                rows[place] = SourceRow(id: row.id, value: known.value)
            }
        }
        return hasChanged
    }

    /// Returns the current status of the rows.
    ///
    /// - Parameters:
    ///   - members: the members on which the buttons depend.
    ///   - filter: the current filter.
    ///   - item: returns the current row with an id; nil if there is none.
    func status(
        dependingOn members: [RowMember], filter: FilterChoice?, _ item: (String) -> SourceRow?
    ) -> TargetStatus {
        guard asked.except == nil else { return TargetStatus(allRowsOf: self, isFiltered: filter == self.filter) }
        var status = TargetStatus()
        for (place, known) in rows.enumerated() {
            guard !lost.contains(place), let row = item(known.id) else {
                status.gone.append(known)
                continue
            }
            status.present.append(row.isDropped ? known : row)
            if row.isDropped || members.isEmpty { continue }
            let before = asked.rows[place]
            let changed = members.filter { !row.hasSame($0, as: before) }
            if changed.isEmpty { continue }
            status.changedIDs.append(row.id)
            status.changed += changed.filter { !status.changed.contains($0) }
        }
        return status
    }
}

/// The current status of the rows that a presentation is about.
struct TargetStatus {
    /// The rows that exist.
    ///
    /// If the target is all rows except the excluded ones, only the first of these rows are included.
    var present: [SourceRow] = []
    /// The rows that no longer exist, with their last values.
    var gone: [SourceRow] = []
    /// The members on which the buttons depend, and that have changed since the presentation was requested.
    ///
    /// A member is in the list if it has changed in at least one row.
    var changed: [RowMember] = []
    /// The ids of the rows in which members of ``changed`` have changed.
    var changedIDs: [String] = []
    /// The ids of the excluded rows, if the target is all rows except some; nil if the rows are listed one by one.
    private(set) var except: [String]?
    private var countOfAll: Int?
    /// True if the target is all rows except the excluded ones, and the filter has changed, so that the rows differ.
    private(set) var isFilteredOtherwise = false

    init() {}

    fileprivate init(allRowsOf target: PresentedTarget, isFiltered: Bool) {
        isFilteredOtherwise = !isFiltered
        present = target.rows
        except = target.asked.except
        countOfAll = target.count
    }

    /// The rows that the texts of the modal refer to: the existing rows or, if none exists, the rows that are gone.
    var rows: [SourceRow] { present.isEmpty ? gone : present }

    /// The number of rows that the texts of the modal refer to; nil if unknown.
    var count: Int? { except == nil ? rows.count : countOfAll }

    /// True if the buttons that have an action can be pressed.
    ///
    /// At least one of the rows must exist. The members on which the buttons depend, and the filter of a target of all
    /// rows with exceptions, must be unchanged since the presentation was requested.
    var isAnswerable: Bool { !isGone && changed.isEmpty && !isFilteredOtherwise }

    /// True if none of the rows exists.
    var isGone: Bool { except == nil ? present.isEmpty : countOfAll == 0 }

    /// The rows for which actions are sent: the existing rows or, if none exists, the rows that are gone.
    ///
    /// The refusal of an action on rows that are gone then names the rows.
    var occasion: LinkOccasion { LinkOccasion(ids: except == nil ? rows.map(\.id) : [], except: except) }

    /// The reason why no action is possible; nil if an action is possible.
    var refusal: ActionRefusal? {
        if isFilteredOtherwise {
            return .unavailable(
                "targetChanged", detail: "the filter has changed since the question was asked; ask again")
        }
        if isGone { return .gone(gone.map(\.id), "target") }
        if changed.isEmpty { return nil }
        let names = changed.map(\.description).joined(separator: ", ")
        let ids = changedIDs.prefix(10).joined(separator: ", ")
        return .unavailable(
            "targetChanged", detail: "\(names) of \(ids) changed since the question was asked; ask again")
    }

    // MARK: On the wire

    /// Writes the members of `target` that name the rows.
    func writeRows(to json: inout JSONWriter) {
        if let except {
            json.field("all", true)
            json.field("except", except)
            json.field("count", countOfAll)
        } else if rows.count == 1, gone.isEmpty || present.isEmpty {
            json.field("id", rows[0].id)
        } else {
            json.field("ids", rows.map(\.id))
            json.field("count", rows.count)
        }
    }

    /// Writes the members of a `reason` for rows that are gone.
    static func writeGone(_ ids: [String], to json: inout JSONWriter) {
        json.field("code", "gone")
        if !ids.isEmpty { json.field("ids", ids) }
        json.field("text", ids.count == 1 ? "The row is gone." : "The rows are gone.")
    }

    /// Writes `reason` if no action is possible.
    func writeReason(to json: inout JSONWriter) {
        if isAnswerable { return }
        json.key("reason")
        json.beginObject()
        if isFilteredOtherwise {
            json.field("code", "changed")
            json.field("text", "The filter changed meanwhile.")
        } else if isGone {
            Self.writeGone(gone.map(\.id), to: &json)
        } else {
            json.field("code", "changed")
            json.field("members", changed.map(\.description))
            json.field("ids", changedIDs)
            let names = changed.map(\.description).joined(separator: ", ")
            json.field("text", "\(names) changed meanwhile.")
        }
        json.endObject()
    }
}
