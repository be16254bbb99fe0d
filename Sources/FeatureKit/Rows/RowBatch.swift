import JSON

/// Some rows in order, which share the texts of those that they were cut from.
public struct RowBatch: Sendable {
    /// Rows that stand together in a block.
    private struct Piece: Sendable {
        let block: RowBlock
        let first: Int
        /// The place of the first of them in the batch.
        let start: Int
    }

    private var pieces: [Piece] = []
    /// How many rows there are.
    public private(set) var count = 0

    /// Rows in the order in which they come.
    public init(_ rows: some Sequence<SourceRow>) {
        for row in rows { append(row) }
    }

    /// Adds a row as the last.
    public mutating func append(_ row: SourceRow) {
        let goesOn = pieces.last.map { $0.block === row.block && $0.first + count - $0.start == row.place }
        if goesOn != true { pieces.append(Piece(block: row.block, first: row.place, start: count)) }
        count += 1
    }

    /// Adds all rows of a block.
    mutating func append(_ block: RowBlock) {
        if block.count == 0 { return }
        pieces.append(Piece(block: block, first: 0, start: count))
        count += block.count
    }
}

extension RowBatch: RandomAccessCollection, Equatable, ExpressibleByArrayLiteral {
    /// Rows as they are listed.
    public init(arrayLiteral elements: SourceRow...) {
        self.init(elements)
    }

    /// The place of the first row.
    public var startIndex: Int { 0 }
    /// The place behind the last row.
    public var endIndex: Int { count }

    /// The row at a place.
    public subscript(place: Int) -> SourceRow {
        precondition(place >= 0 && place < count, "a row of the batch")
        var low = 0
        var high = pieces.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= place { low = middle } else { high = middle }
        }
        let piece = pieces[low]
        return SourceRow(piece.block, piece.first + place - piece.start)
    }

    /// Whether both have the same rows in the same order.
    public static func == (a: RowBatch, b: RowBatch) -> Bool { a.elementsEqual(b) }
}
