import FHJSON
import FHRowCollections
import FeatureKit

/// An ordered collection of rows with lookup by id.
///
/// Copies share unchanged parts; see `RowCollection`.
struct Rows: Sendable, Equatable {
    private(set) var collection = RowCollection()

    /// No rows, without memory of their own.
    static let empty = Rows()

    init() {}

    /// Creates rows from a batch.
    ///
    /// - Parameter batch: rows in order. If an id is repeated, the later row replaces the earlier one at its position.
    init(_ batch: RowBatch) {
        collection = RowCollection(batch)
    }

    /// The row with an id.
    ///
    /// Setting a new row appends it.
    subscript(id: String) -> Row? {
        get { collection[id: id].map { Row($0) } }
        set {
            if let newValue {
                precondition(newValue.id == id, "a row is kept under its own id")
                collection.put(newValue.source)
            } else {
                collection.remove(CollectionOfOne(id))
            }
        }
    }

    func contains(_ id: String) -> Bool { collection.contains(id: id) }

    func index(forKey id: String) -> Int? { collection.place(of: id) }

    /// The id of the row after the row with this id; nil for the last row and an unknown id.
    func follower(of id: String) -> String? {
        guard let place = index(forKey: id), place + 1 < count else { return nil }
        return collection[place + 1].id
    }

    /// Replaces the row with the same id in place, or appends the row.
    ///
    /// - Returns: the replaced row; nil if the row was appended.
    @discardableResult
    mutating func put(_ row: Row) -> Row? { collection.put(row.source).map { Row($0) } }

    /// Replaces the row with the same id in place, or inserts the row at a position.
    mutating func put(_ row: Row, at place: Int) { collection.put(row.source, at: place) }

    /// Drops the values of rows, except the value of the row with the given id; ids and positions stay.
    mutating func dropValues(in places: Range<Int>, except id: String?) {
        collection.dropValues(in: places, except: id)
    }

    mutating func remove(_ ids: some Sequence<String>) { collection.remove(ids) }

    /// Removes the rows with these ids and inserts them together before `anchor`; nil inserts them at the end.
    ///
    /// The moved rows keep their order among each other, regardless of the order of `ids`.
    mutating func move(_ ids: [String], before anchor: String?) { collection.move(ids, before: anchor) }

    /// Writes rows as snapshot items, without pending edits and errors.
    func writeItems(in places: Range<Int>, to json: inout JSONWriter) { collection.writeItems(in: places, to: &json) }

    /// Calls `body` with each row in a range.
    ///
    /// This is faster than lookup by position.
    @inline(__always)
    func forEach(in places: Range<Int>, _ body: (Row) -> Void) {
        collection.forEach(in: places) { body(Row($0)) }
    }
}

extension Rows: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { collection.count }

    subscript(place: Int) -> (key: String, value: Row) {
        let row = Row(collection[place])
        return (row.id, row)
    }
}

extension Rows: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, Row)...) {
        for (_, row) in elements { put(row) }
    }
}

extension Rows {
    /// The ids in order.
    var keys: Keys { Keys(rows: self) }
    /// The rows in order.
    var values: some RandomAccessCollection<Row> { collection.lazy.map { Row($0) } }

    /// A collection of the ids of rows.
    struct Keys: RandomAccessCollection {
        fileprivate let rows: Rows

        var startIndex: Int { 0 }
        var endIndex: Int { rows.endIndex }
        subscript(place: Int) -> String { rows.collection[place].id }

        /// The position of an id.
        ///
        /// It is found by lookup instead of a linear search.
        func firstIndex(of id: String) -> Int? { rows.index(forKey: id) }
    }
}
