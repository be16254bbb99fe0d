import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The rows in a list's window, kept to be compared with the rows of the next snapshot.
///
/// An instance shares the rows with the state, so that it is created in constant time.
final class RowWindow: SharedList {
    /// The pending edit and the error that the list adds to a source's row.
    private struct Remarks: Sendable, Equatable {
        var pending: Edit.Pending?
        var errorID: String?
    }

    private let rows: RowCollection
    private let places: Range<Int>
    private let groupBy: SortKey?
    /// Makes the cells of formatted columns; nil if no column has a format.
    private let painter: CellPainter?
    /// The remarks, by position in the window.
    ///
    /// Only rows with remarks have an entry.
    private let remarks: [Int: Remarks]

    init(_ state: borrowing ListState, _ places: Range<Int>, _ painter: CellPainter? = nil) {
        self.painter = painter
        rows = state.shown.rows.collection
        self.places = places
        groupBy = state.head.groupBy
        remarks = Self.remarks(in: state, places)
    }

    private static func remarks(in state: borrowing ListState, _ places: Range<Int>) -> [Int: Remarks] {
        let count = state.shown.pending.count + state.faults.ofRows.count
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
            for id in (Array(state.shown.pending.keys) + state.faults.ofRows.keys).map(\.text) {
                if let place = rows.index(forKey: id), places.contains(place) { remark(id, at: place) }
            }
        }
        return remarks
    }

    var count: Int { places.count }

    private var isGrouped: Bool {
        // Pattern matching is used, because comparing with nil would copy the value.
        if case .some = groupBy { true } else { false }
    }

    /// A lower bound of the length in bytes.
    ///
    /// Each item is at least `{"id":"","value":0,"pending":null}`.
    var minimumSize: Int { 2 + count * 34 }

    func id(_ place: Int) -> String { rows[places.lowerBound + place].id }

    func sharing(with older: RowWindow) -> ListSharing {
        if isGrouped || older.isGrouped, groupBy != older.groupBy {
            return .numbered(older: Array(repeating: 0, count: older.count), newer: Array(repeating: 0, count: count))
        }
        let sharing = repainted(rows.sharing(places, with: older.rows, older.places), since: older)
        if remarks.isEmpty, older.remarks.isEmpty { return sharing }
        switch sharing {
        case .inOrder(let different):
            let remarked = Set(remarks.keys).union(older.remarks.keys).filter { remarks[$0] != older.remarks[$0] }
            return .inOrder(different: remarked.union(different).sorted())
        case .numbered(var numbers, var newNumbers, _):
            for place in older.remarks.keys { numbers[place] = 0 }
            for place in remarks.keys { newNumbers[place] = 0 }
            return .numbered(older: numbers, newer: newNumbers)
        }
    }

    /// Adds the rows whose cells have changed with the time.
    private func repainted(_ sharing: ListSharing, since older: RowWindow) -> ListSharing {
        guard let painter, !painter.isSame(as: older.painter) else { return sharing }
        switch sharing {
        case .inOrder(let different):
            let repainted = (0..<count).filter { place in
                let row = rows[places.lowerBound + place]
                return painter.members(of: row) != older.painter?.members(of: row)
            }
            return .inOrder(different: Set(different).union(repainted).sorted())
        case .numbered:
            return .numbered(older: Array(repeating: 0, count: older.count), newer: Array(repeating: 0, count: count))
        }
    }

    func write(to json: inout JSONWriter) {
        json.beginArray()
        if painter != nil, !isGrouped, remarks.isEmpty {
            writeCells(in: places, to: &json)
            return json.endArray()
        }
        var start = places.lowerBound
        let remarked =
            !isGrouped && painter == nil ? remarks.keys.map { $0 + places.lowerBound }.sorted() : Array(places)
        for place in remarked {
            rows.writeItems(in: start..<place, to: &json)
            write(place - places.lowerBound, to: &json)
            start = place + 1
        }
        rows.writeItems(in: start..<places.upperBound, to: &json)
        json.endArray()
    }

    func write(_ place: Int, to json: inout JSONWriter) {
        let remarks = remarks[place]
        let own = places.lowerBound + place
        if remarks == nil, !isGrouped { return writeCells(in: own..<own + 1, to: &json) }
        let row = Row(rows[own])
        row.write(
            pending: remarks?.pending, errorID: remarks?.errorID, section: row.section(in: groupBy), to: &json)
        addCells(of: row.source, to: &json)
    }

    /// Writes rows without remarks and sections, with their cells.
    private func writeCells(in places: Range<Int>, to json: inout JSONWriter) {
        if painter == nil { return rows.writeItems(in: places, to: &json) }
        for place in places {
            rows.writeItems(in: place..<place + 1, to: &json)
            addCells(of: rows[place], to: &json)
        }
    }

    /// Adds the cells to the item that was written last.
    private func addCells(of row: SourceRow, to json: inout JSONWriter) {
        guard let painter else { return }
        json.reopenObject()
        painter.write(row, to: &json)
        json.endObject()
    }
}
