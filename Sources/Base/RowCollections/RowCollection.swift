import FHJSON
import FHRows

/// An ordered collection of rows with lookup by id.
///
/// A row takes about 25 bytes in addition to its texts, which all copies share. Lookup, insertion, replacement, removal
/// and moves take time proportional to about the square root of the count. Copies of a collection share all unchanged
/// parts, so changing a copy costs about as much as changing a collection without copies. Ids are equal if their bytes
/// are equal.
///
/// ```swift
/// var rows = RowCollection()
/// rows.put(SourceRow(id: "1", value: .object("title", .string("Buy milk"))))
/// rows.move(["1"], before: nil)
/// ```
public struct RowCollection: Sendable {
    private(set) var order: RowOrder
    private var index = RowIndex()
    private(set) var store = RowStore()

    /// Makes an empty collection.
    public init() {
        self.init(chunkLimit: 4_096)
    }

    init(chunkLimit: Int) {
        order = RowOrder(limit: chunkLimit)
    }

    /// Makes a collection of the rows of a sequence.
    ///
    /// If several rows have the same id, the collection contains only the last of them, at the position of the first.
    public init(_ rows: some Sequence<SourceRow>) {
        self.init()
        for row in rows { put(row) }
    }

    // MARK: Looking up

    /// The number of rows.
    public var count: Int { order.count }

    /// The row with this id; nil if there is no such row.
    public subscript(id id: String) -> SourceRow? { slot(of: id).map { store.row($0) } }

    /// True if there is a row with this id.
    public func contains(id: String) -> Bool { slot(of: id) != nil }

    /// The index of the row with this id; nil if there is no such row.
    public func place(of id: String) -> Int? { slot(of: id).flatMap { order.place(of: $0) } }

    /// Calls `body` for each row in a range.
    ///
    /// This is faster than access by index.
    @inline(__always)
    public func forEach(in places: Range<Int>, _ body: (SourceRow) -> Void) {
        order.forEachPiece(in: places) { store.forEach($0, body) }
    }

    /// The rows in a range.
    public func batch(_ places: Range<Int>) -> RowBatch {
        var batch = RowBatch([])
        forEach(in: places) { batch.append($0) }
        return batch
    }

    private func slot(of id: String) -> UInt32? {
        var id = id
        return id.withUTF8 { slot(ofID: UnsafeRawBufferPointer($0)) }
    }

    private func slot(ofID id: UnsafeRawBufferPointer) -> UInt32? {
        index.slot(hashOfID(id)) { slot in store.row(slot).withTexts { own, _ in isSame(own, id) } }
    }

    private func slot(like row: SourceRow) -> UInt32? { row.withTexts { id, _ in slot(ofID: id) } }

    // MARK: Changing

    /// Replaces the row that has the id of `row`, or appends `row` if there is no such row.
    ///
    /// - Returns: the replaced row; nil if `row` was appended.
    @discardableResult
    public mutating func put(_ row: SourceRow) -> SourceRow? {
        guard let slot = slot(like: row) else {
            let slot = add(row)
            order.append(slot)
            return nil
        }
        let old = store.row(slot)
        store.replace(slot, row)
        return old
    }

    /// Replaces the row that has the id of `row`, or inserts `row` at an index if there is no such row.
    public mutating func put(_ row: SourceRow, at place: Int) {
        if let slot = slot(like: row) { return store.replace(slot, row) }
        order.insert([add(row)], at: place)
    }

    private mutating func add(_ row: SourceRow) -> UInt32 {
        let slot = store.add(row)
        index.insert(hash(of: row), slot)
        return slot
    }

    private func hash(of row: SourceRow) -> UInt32 { row.withTexts { id, _ in hashOfID(id) } }

    /// Removes rows.
    ///
    /// Unknown ids are ignored.
    ///
    /// - Returns: the number of removed rows.
    @discardableResult
    public mutating func remove(_ ids: some Sequence<String>) -> Int {
        let slots = Set(ids.compactMap { slot(of: $0) })
        order.take(Array(slots))
        for slot in slots {
            index.remove(hash(of: store.row(slot)), slot)
            store.remove(slot)
        }
        return slots.count
    }

    /// Drops the values of the rows in a range.
    ///
    /// The ids stay. A row without a value takes less than 40 bytes in addition to its id.
    ///
    /// - Parameter id: the id of a row whose value is kept; nil for none.
    public mutating func dropValues(in places: Range<Int>, except id: String? = nil) {
        let slots = slots(in: places).filter { slot in
            let row = store.row(slot)
            return !row.isDropped && id.map { row.hasID($0) } != true
        }
        if slots.isEmpty { return }
        var writer = RowWriter()
        for slot in slots { store.row(slot).withTexts { id, _ in _ = writer.append(id: id) { _ in } } }
        for (slot, row) in zip(slots, writer.finish()) { store.replace(slot, row) }
    }

    /// Moves rows together, in their current order, before another row; nil moves them to the end.
    ///
    /// Unknown ids are ignored. If the anchor is unknown, or is one of the moved rows, the rows are moved to the end.
    public mutating func move(_ ids: some Sequence<String>, before anchor: String?) {
        let slots = Set(ids.compactMap { slot(of: $0) })
        let anchor = anchor.flatMap { slot(of: $0) }
        order.move(Array(slots), before: anchor.flatMap { slots.contains($0) ? nil : $0 })
    }
}

extension RowCollection: RandomAccessCollection {
    /// The index of the first row.
    public var startIndex: Int { 0 }
    /// The index after the last row.
    public var endIndex: Int { order.count }

    /// The row at an index.
    public subscript(place: Int) -> SourceRow { store.row(order[place]) }
}

extension RowCollection: Equatable {
    /// True if both collections have equal rows in the same order.
    public static func == (a: RowCollection, b: RowCollection) -> Bool { a.elementsEqual(b) }
}
