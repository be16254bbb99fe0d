/// A unit of a fuzzy term at one of its places, aligned as well as possible with those before it.
struct AlignmentCell {
    let position: Int32
    let score: Int32
    /// The cell of the unit before; negative for the first unit.
    let previous: Int32
}

/// Memory for the cells of an alignment, used again for each field.
final class AlignmentTable {
    private var storage = UnsafeMutableBufferPointer<AlignmentCell>.allocate(capacity: 256)
    private(set) var count = 0

    deinit {
        storage.deallocate()
    }

    /// Forgets all cells, and makes room for some.
    func removeAll(capacity: Int) {
        count = 0
        if storage.count >= capacity { return }
        storage.deallocate()
        storage = .allocate(capacity: capacity)
    }

    func append(position: Int, score: Int, previous: Int) {
        storage.initializeElement(
            at: count, to: AlignmentCell(position: Int32(position), score: Int32(score), previous: Int32(previous)))
        count += 1
    }

    subscript(_ index: Int) -> AlignmentCell { storage[index] }
}
