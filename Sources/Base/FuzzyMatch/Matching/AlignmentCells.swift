/// A unit of a fuzzy term at one of its positions, with the best alignment of the units before it.
struct AlignmentCell {
    let position: UInt16
    /// The number of units in the run that ends with this unit.
    ///
    /// A run consists of units at adjacent positions. It also ends before a position whose bonus is at least
    /// ``Scoring/boundary`` and higher than the bonus of the run's first position: a new run begins there.
    let run: UInt16
    /// The position of the term's first unit.
    let begin: UInt16
    let score: Int32
    /// The index of the preceding unit's cell; negative if there is no such cell, as for the first unit.
    let previous: Int32

    init(_ position: Int, score: Int, run: Int, begin: Int, previous: Int) {
        self.position = UInt16(truncatingIfNeeded: position)
        self.run = UInt16(truncatingIfNeeded: run)
        self.begin = UInt16(truncatingIfNeeded: begin)
        self.score = Int32(truncatingIfNeeded: score)
        self.previous = Int32(truncatingIfNeeded: previous)
    }

    /// Creates a cell from a stored cell.
    ///
    /// Stored cells don't have the cell of the preceding unit.
    init(_ cell: EndCells.Cell) {
        position = cell.position
        run = cell.run
        begin = cell.begin
        score = cell.score
        previous = -1
    }
}

/// Storage for the cells of an alignment, which is reused for each field.
struct AlignmentCells: ~Copyable {
    private var storage = UnsafeMutableBufferPointer<AlignmentCell>.allocate(capacity: 256)
    private(set) var count = 0

    deinit {
        storage.deallocate()
    }

    mutating func removeAll(capacity: Int) {
        count = 0
        if storage.count >= capacity { return }
        storage.deallocate()
        storage = .allocate(capacity: capacity)
    }

    mutating func append(_ cell: AlignmentCell) {
        storage.initializeElement(at: count, to: cell)
        count &+= 1
    }

    subscript(_ index: Int) -> AlignmentCell { storage[index] }

    /// A range of cells.
    ///
    /// It is valid until the next append.
    subscript(_ range: Range<Int>) -> UnsafeBufferPointer<AlignmentCell> {
        UnsafeBufferPointer(rebasing: storage[range])
    }
}
