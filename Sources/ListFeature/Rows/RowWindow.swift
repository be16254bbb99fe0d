import FeatureKit
import JSON
import Querying

/// The rows that a list shows, to be compared with those that it shows later.
///
/// It shares the rows with the state that it is of: making one takes no longer for many rows than for few.
final class RowWindow: SharedList {
    /// What is shown of a row besides its source's.
    private struct Remarks: Sendable, Equatable {
        var pending: Edit.Pending?
        var errorID: String?
    }

    private let rows: RowCollection
    private let places: Range<Int>
    private let groupBy: SortKey?
    /// Of the rows that have any, by their places in the window.
    private let remarks: [Int: Remarks]

    init(_ state: borrowing ListState, _ places: Range<Int>) {
        rows = state.shown.rows.collection
        self.places = places
        groupBy = state.groupBy
        remarks = Self.remarks(in: state, places)
    }

    private static func remarks(in state: borrowing ListState, _ places: Range<Int>) -> [Int: Remarks] {
        let count = state.shown.pending.count + state.rowErrors.count
        if count == 0 { return [:] }
        let rows = state.shown.rows
        var remarks: [Int: Remarks] = [:]
        func remark(_ id: String, at place: Int) {
            let remark = Remarks(pending: state.shown.pending[id], errorID: state.rowError(of: id))
            if remark != Remarks() { remarks[place - places.lowerBound] = remark }
        }
        if count > places.count {
            for place in places { remark(rows.keys[place], at: place) }
        } else {
            for id in Array(state.shown.pending.keys) + state.rowErrors.keys {
                if let place = rows.index(forKey: id), places.contains(place) { remark(id, at: place) }
            }
        }
        return remarks
    }

    func writeOperations(since older: any Noted, at path: PatchPath, to json: inout JSONWriter) {
        guard let older = older as? RowWindow else { return json.replace(path) { write(to: &$0) } }
        if !isShared(with: older) { writeOperations(sinceList: older, at: path, to: &json) }
    }

    /// Whether both are known to show the same, at a glance.
    private func isShared(with other: RowWindow) -> Bool {
        places == other.places && groupBy == other.groupBy && remarks == other.remarks
            && rows.isShared(with: other.rows)
    }

    var count: Int { places.count }

    /// An item is at least `{"id":"","value":0,"pending":null}`.
    var minimumSize: Int { 2 + count * 34 }

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

    func write(to json: inout JSONWriter) {
        json.beginArray()
        var start = places.lowerBound
        let remarked = groupBy == nil ? remarks.keys.map { $0 + places.lowerBound }.sorted() : Array(places)
        for place in remarked {
            rows.writeItems(in: start..<place, to: &json)
            write(place - places.lowerBound, to: &json)
            start = place + 1
        }
        rows.writeItems(in: start..<places.upperBound, to: &json)
        json.endArray()
    }

    func write(_ place: Int, to json: inout JSONWriter) {
        let row = Row(rows[places.lowerBound + place])
        let remarks = remarks[place]
        row.write(
            pending: remarks?.pending, errorID: remarks?.errorID, section: row.section(in: groupBy), to: &json)
    }
}
