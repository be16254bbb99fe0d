/// A unit of a fuzzy term at one of its places, aligned as well as possible with those before it.
struct AlignmentCell {
    let position: UInt16
    /// How many units up to this one lie in a run, since it began or a better start of a word interrupted it.
    let run: UInt16
    /// The place of the first unit.
    let begin: UInt16
    let score: Int32
    /// The cell of the unit before; negative for the first unit.
    let previous: Int32

    init(_ position: Int, score: Int, run: Int, begin: Int, previous: Int) {
        self.position = UInt16(truncatingIfNeeded: position)
        self.run = UInt16(truncatingIfNeeded: run)
        self.begin = UInt16(truncatingIfNeeded: begin)
        self.score = Int32(truncatingIfNeeded: score)
        self.previous = Int32(truncatingIfNeeded: previous)
    }

    /// One whose earlier units are not known.
    init(_ cell: EndCells.Cell) {
        position = cell.position
        run = cell.run
        begin = cell.begin
        score = cell.score
        previous = -1
    }
}

/// Memory for the cells of an alignment, used again for each field.
struct AlignmentCells: ~Copyable {
    private var storage = UnsafeMutableBufferPointer<AlignmentCell>.allocate(capacity: 256)
    private(set) var count = 0

    deinit {
        storage.deallocate()
    }

    /// Forgets all cells, and makes room for some.
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

    /// Some of them, until others are appended.
    subscript(_ range: Range<Int>) -> UnsafeBufferPointer<AlignmentCell> {
        UnsafeBufferPointer(rebasing: storage[range])
    }
}
