import FHJSON

/// A sequence of rows, which share their texts with the collection from which they were taken.
public struct RowBatch: Sendable {
    /// A run of rows that follow each other in a block.
    private struct Piece: Sendable {
        let block: RowBlock
        let first: Int
        /// The index of the first of these rows in the batch.
        let start: Int
    }

    private var pieces: [Piece] = []
    /// The number of rows.
    public private(set) var count = 0

    /// Makes a batch of the rows of a sequence.
    public init(_ rows: some Sequence<SourceRow>) {
        for row in rows { append(row) }
    }

    /// Appends a row.
    public mutating func append(_ row: SourceRow) {
        let goesOn = pieces.last.map { $0.block === row.block && $0.first + count - $0.start == row.place }
        if goesOn != true { pieces.append(Piece(block: row.block, first: row.place, start: count)) }
        count += 1
    }

    /// Appends all rows of a block.
    package mutating func append(_ block: RowBlock) {
        if block.count == 0 { return }
        pieces.append(Piece(block: block, first: 0, start: count))
        count += block.count
    }
}

extension RowBatch: RandomAccessCollection, Equatable, ExpressibleByArrayLiteral {
    /// Makes a batch of the rows of a literal.
    public init(arrayLiteral elements: SourceRow...) {
        self.init(elements)
    }

    /// The index of the first row.
    public var startIndex: Int { 0 }
    /// The index after the last row.
    public var endIndex: Int { count }

    /// The row at an index.
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

    /// True if both batches have equal rows in the same order.
    public static func == (a: RowBatch, b: RowBatch) -> Bool { a.elementsEqual(b) }
}
