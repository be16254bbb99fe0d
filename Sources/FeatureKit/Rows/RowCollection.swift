import JSON

/// Rows in order and by id, compact and cheap to change.
///
/// A row costs its texts, which are shared with whoever else holds it, and some 25 bytes. Looking up, inserting,
/// replacing, removing and moving cost about the square root of the count. A copy shares all that it doesn't change:
/// changing one of two copies costs no more than changing the only one. Ids are equal when their bytes are.
public struct RowCollection: Sendable {
    private(set) var order: RowOrder
    private var index = RowIndex()
    private(set) var store = RowStore()

    /// No rows.
    public init() {
        self.init(chunkLimit: 4_096)
    }

    init(chunkLimit: Int) {
        order = RowOrder(limit: chunkLimit)
    }

    /// Rows in the order in which they come; one that comes again is replaced where it stands.
    public init(_ rows: some Sequence<SourceRow>) {
        self.init()
        for row in rows { put(row) }
    }

    // MARK: Looking up

    /// How many rows there are.
    public var count: Int { order.count }

    /// The row with an id; nil if it is not there.
    public subscript(id id: String) -> SourceRow? { slot(of: id).map { store.row($0) } }

    /// Whether there is a row with an id.
    public func contains(id: String) -> Bool { slot(of: id) != nil }

    /// Where the row with an id stands; nil if it is not there.
    public func place(of id: String) -> Int? { slot(of: id).flatMap { order.place(of: $0) } }

    /// Gives rows one after the other, which is faster than by place.
    @inline(__always)
    public func forEach(in places: Range<Int>, _ body: (SourceRow) -> Void) {
        order.forEachPiece(in: places) { store.forEach($0, body) }
    }

    /// The rows at places.
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

    /// Puts a row in the place of the one with its id, or adds it as the last.
    ///
    /// - Returns: what it replaces.
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

    /// Puts a row in the place of the one with its id, or inserts it at a place.
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

    /// Takes rows away; ids that are not there are fine.
    ///
    /// - Returns: how many there were.
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

    /// Lets go of the values of rows at places; their ids stay, in less than 40 bytes each besides.
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

    /// Takes rows out and puts them together, in the order in which they stand, right before another; nil is the end.
    ///
    /// Ids that are not there are left out; an anchor that is not there, or one of them, is the end.
    public mutating func move(_ ids: some Sequence<String>, before anchor: String?) {
        let slots = Set(ids.compactMap { slot(of: $0) })
        let anchor = anchor.flatMap { slot(of: $0) }
        order.move(Array(slots), before: anchor.flatMap { slots.contains($0) ? nil : $0 })
    }
}

extension RowCollection: RandomAccessCollection {
    /// The place of the first row.
    public var startIndex: Int { 0 }
    /// The place behind the last row.
    public var endIndex: Int { order.count }

    /// The row at a place.
    public subscript(place: Int) -> SourceRow { store.row(order[place]) }
}

extension RowCollection: Equatable {
    /// Whether both have the same rows in the same order.
    public static func == (a: RowCollection, b: RowCollection) -> Bool { a.elementsEqual(b) }
}
