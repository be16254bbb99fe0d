import FeatureKit
import JSON

/// Rows by id, in order.
///
/// It reads like an ordered dictionary; a copy shares what it doesn't change, see `RowCollection`.
struct Rows: Sendable, Equatable {
    private(set) var collection = RowCollection()

    init() {}

    /// - Parameter batch: rows in order; one that comes again is replaced where it stands.
    init(_ batch: RowBatch) {
        collection = RowCollection(batch)
    }

    /// The row with an id; a new one is added as the last.
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

    /// The id of the row that stands behind one; nil where there is none.
    func follower(of id: String) -> String? {
        guard let place = index(forKey: id), place + 1 < count else { return nil }
        return collection[place + 1].id
    }

    /// Replaces the row with this id where it stands, or adds it as the last.
    ///
    /// - Returns: what it replaces.
    @discardableResult
    mutating func put(_ row: Row) -> Row? { collection.put(row.source).map { Row($0) } }

    /// Replaces the row with this id where it stands, or inserts it at a place.
    mutating func put(_ row: Row, at place: Int) { collection.put(row.source, at: place) }

    /// Lets go of values; ids and places stay.
    mutating func dropValues(in places: Range<Int>, except id: String?) {
        collection.dropValues(in: places, except: id)
    }

    mutating func remove(_ ids: some Sequence<String>) { collection.remove(ids) }

    /// Takes the ids out and inserts them together, in the list's order, right before another row (nil: at the end).
    mutating func move(_ ids: [String], before anchor: String?) { collection.move(ids, before: anchor) }

    /// Writes the items of rows of which nothing else is to be said.
    func writeItems(in places: Range<Int>, to json: inout JSONWriter) { collection.writeItems(in: places, to: &json) }

    /// Gives the rows at places one after the other, which is faster than by place.
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

    /// The ids of rows.
    struct Keys: RandomAccessCollection {
        fileprivate let rows: Rows

        var startIndex: Int { 0 }
        var endIndex: Int { rows.endIndex }
        subscript(place: Int) -> String { rows.collection[place].id }

        /// Where an id stands; found without a walk.
        func firstIndex(of id: String) -> Int? { rows.index(forKey: id) }
    }
}
