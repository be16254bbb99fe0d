import FeatureKit
import JSON
import Querying

/// The rows that a list shows, to be compared with those that it shows later.
///
/// It shares the rows with the state that it is of: making one takes no longer for many rows than for few.
struct RowWindow: SharedList {
    /// What is shown of a row besides its source's.
    private struct Remarks: Equatable {
        var pending: Edit.Pending?
        var errorID: String?
    }

    private let rows: RowCollection
    private let places: Range<Int>
    private let groupBy: SortKey?
    /// Of the rows that have any, by their places in the window.
    private var remarks: [Int: Remarks] = [:]

    init(_ state: ListState, _ places: Range<Int>) {
        rows = state.shown.rows.collection
        self.places = places
        groupBy = state.groupBy
        for (id, pending) in state.shown.pending { remark(id) { $0.pending = pending } }
        for id in state.rowErrors.keys {
            if let error = state.rowError(of: id) { remark(id) { $0.errorID = error } }
        }
    }

    private mutating func remark(_ id: String, _ body: (inout Remarks) -> Void) {
        guard let place = rows.place(of: id), places.contains(place) else { return }
        body(&remarks[place - places.lowerBound, default: Remarks()])
    }

    var count: Int { places.count }

    func id(_ place: Int) -> String { rows[places.lowerBound + place].id }

    func ends(sharedWith other: any SharedList) -> (start: Int, end: Int) {
        guard let other = other as? RowWindow, groupBy == other.groupBy else { return (0, 0) }
        let (start, end) = rows.ends(places, sharedWith: other.rows, other.places)
        if remarks.isEmpty, other.remarks.isEmpty { return (start, end) }
        // Those at the end have other places in a window that has become longer or shorter.
        return (
            firstDifference(remarks, other.remarks, before: start),
            firstDifference(remarksFromEnd, other.remarksFromEnd, before: end)
        )
    }

    private func firstDifference(_ remarks: [Int: Remarks], _ others: [Int: Remarks], before limit: Int) -> Int {
        var limit = limit
        for (place, remark) in remarks where place < limit && others[place] != remark { limit = place }
        for (place, remark) in others where place < limit && remarks[place] != remark { limit = place }
        return limit
    }

    /// What is remarked, by how many rows follow.
    private var remarksFromEnd: [Int: Remarks] {
        Dictionary(uniqueKeysWithValues: remarks.map { (count - 1 - $0.key, $0.value) })
    }

    func tokens(_ places: Range<Int>, sharedWith other: any SharedList) -> [UInt] {
        guard groupBy == (other as? RowWindow)?.groupBy else { return Array(repeating: 0, count: places.count) }
        let first = self.places.lowerBound
        var tokens = rows.tokens(first + places.lowerBound..<first + places.upperBound)
        for place in remarks.keys where places.contains(place) { tokens[place - places.lowerBound] = 0 }
        return tokens
    }

    func write(_ place: Int, to json: inout JSONWriter) {
        let row = Row(rows[places.lowerBound + place])
        let remarks = remarks[place]
        row.write(
            pending: remarks?.pending, errorID: remarks?.errorID, section: row.section(in: groupBy), to: &json)
    }
}
