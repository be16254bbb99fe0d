/// A sort that is done in steps of a few milliseconds, so that it can be given up and other work gets its turn.
///
/// It sorts pieces and merges them; rows with equal keys stay in their order.
public struct SortRun {
    private static let pieceSize = 1 << 14
    private static let stepSize = 1 << 16

    private let table: SortTable
    private var items: [SortTable.Item]
    private var merged: [SortTable.Item]
    /// How many items of a piece are in order already; 0 before the pieces are sorted.
    private var width = 0
    /// Where the next step goes on: the pieces sorted, or what has been merged.
    private var position = 0
    /// What is left of the two pieces that are being merged.
    private var left = 0..<0
    private var right = 0..<0

    /// Begins a sort of all rows of a table.
    public init(_ table: SortTable) {
        self.table = table
        items = table.items()
        merged = items
    }

    /// Does the next step; false where the rows are in order.
    public mutating func advance() -> Bool {
        if width == 0 {
            sortPiece()
            if position < items.count { return true }
            width = Self.pieceSize
            beginMerging()
        } else {
            merge()
        }
        return width < items.count
    }

    /// The numbers of the table's rows in their order, once ``advance()`` has said that it is done.
    public var order: [UInt32] { items.map(\.row) }

    private mutating func sortPiece() {
        let piece = position..<min(position + Self.pieceSize, items.count)
        items.withUnsafeMutableBufferPointer { [table] items in
            var items = UnsafeMutableBufferPointer(rebasing: items[piece])
            items.sort { table.precedes($0, $1) }
        }
        position = piece.upperBound
    }

    private mutating func beginMerging() {
        position = 0
        nextPair()
    }

    private mutating func nextPair() {
        let middle = min(position + width, items.count)
        left = position..<middle
        right = middle..<min(middle + width, items.count)
    }

    private mutating func merge() {
        let end = min(position + Self.stepSize, items.count)
        while position < end {
            if left.isEmpty, right.isEmpty { nextPair() }
            // Of equal ones the left is the first, and rows never are equal.
            let isLeft = right.isEmpty || !left.isEmpty && table.precedes(items[left.lowerBound], items[right.lowerBound])
            if isLeft {
                merged[position] = items[left.lowerBound]
                left.removeFirst()
            } else {
                merged[position] = items[right.lowerBound]
                right.removeFirst()
            }
            position += 1
        }
        guard position == items.count else { return }
        swap(&items, &merged)
        width *= 2
        beginMerging()
    }
}
