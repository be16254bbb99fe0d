import JSON

/// The rows that a presentation is about, bound by their ids.
struct PresentedTarget: Sendable, Equatable {
    /// The rows as they were when the presentation was asked for.
    let asked: TargetedItems
    /// The same rows, each as it was last seen with a value, and with the id that it has now.
    var rows: [SourceRow]
    /// How many rows there are, of all but some; nil where that is not known.
    var count: Int?
    /// The filter that says which rows all are.
    let filter: FilterChoice?
    /// The places of rows that were gone: another row may have the id of one later.
    private var lost: Set<Int> = []

    init(_ items: TargetedItems, filter: FilterChoice? = nil) {
        asked = items
        self.filter = items.except == nil ? nil : filter
        rows = items.rows
        count = items.count
    }

    /// True if a row was gone, and has not come back as it was.
    var isLost: Bool { !lost.isEmpty }

    /// The only row that it was presented about; nil where there are several.
    var singleRow: SourceRow? { asked.single == nil ? nil : rows[0] }

    /// Whether another presentation is about the same rows.
    func isAbout(_ other: PresentedTarget) -> Bool {
        isSameText(rows.map(\.id), other.rows.map(\.id)) && asked.except == other.asked.except
    }

    /// Takes over how the rows are now.
    ///
    /// - Parameters:
    ///   - item: the row of an id as it is now; nil where it is not there.
    ///   - all: all rows but those that were left out, as they are now; nil where that is not known.
    /// - Returns: whether a value or an id has changed.
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
                // The same row, where it is as it was.
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

    /// How the rows are now.
    ///
    /// - Parameters:
    ///   - members: the members that answers depend on.
    ///   - filter: the filter that is set now.
    ///   - item: the row of an id as it is now; nil where it is not there.
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

/// How the rows that a presentation is about are now.
struct TargetStatus {
    /// The rows that are there; of all but some the first ones.
    var present: [SourceRow] = []
    /// The rows that are not there any more, as they were last.
    var gone: [SourceRow] = []
    /// The members with another value than when the presentation was asked for, and the rows that have it.
    var changed: [RowMember] = []
    var changedIDs: [String] = []
    /// The rows that are left out of all; nil where the rows are named one by one.
    private(set) var except: [String]?
    private var countOfAll: Int?
    /// True if "all" are other rows than they were, by another filter.
    private(set) var isFilteredOtherwise = false

    init() {}

    fileprivate init(allRowsOf target: PresentedTarget, isFiltered: Bool) {
        isFilteredOtherwise = !isFiltered
        present = target.rows
        except = target.asked.except
        countOfAll = target.count
    }

    /// The rows that texts are about: those that are there, or where none is, those that were.
    var rows: [SourceRow] { present.isEmpty ? gone : present }

    /// How many rows texts are about; nil where that is not known.
    var count: Int? { except == nil ? rows.count : countOfAll }

    /// Whether there are rows to act on, as they were when the presentation was asked for.
    var isAnswerable: Bool { !isGone && changed.isEmpty && !isFilteredOtherwise }

    /// Whether none of the rows is there.
    var isGone: Bool { except == nil ? present.isEmpty : countOfAll == 0 }

    /// The rows that actions are sent for: those that are there, and where none is, those that were, to be refused by name.
    var occasion: LinkOccasion { LinkOccasion(ids: except == nil ? rows.map(\.id) : [], except: except) }

    /// Why nothing can be done; nil where something can.
    var refusal: ActionRefusal? {
        if isFilteredOtherwise {
            return .unavailable("targetChanged", detail: "the filter has changed since it was asked; ask anew")
        }
        if isGone { return .gone(gone.map(\.id), "target") }
        if changed.isEmpty { return nil }
        let names = changed.map(\.description).joined(separator: ", ")
        let ids = changedIDs.prefix(10).joined(separator: ", ")
        return .unavailable("targetChanged", detail: "\(names) of \(ids) changed since it was asked; ask anew")
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

    /// Writes the members of a `reason` that rows are gone.
    static func writeGone(_ ids: [String], to json: inout JSONWriter) {
        json.field("code", "gone")
        if !ids.isEmpty { json.field("ids", ids) }
        json.field("text", ids.count == 1 ? "The row is gone." : "The rows are gone.")
    }

    /// Writes `reason`, where nothing can be done.
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
