import FHRows

/// A sort of the rows of a `SortTable`, in steps of a few milliseconds.
///
/// Between the steps, the sort can be cancelled, and other work can run.
///
/// Rows are sorted by the first word (eight bytes) of their keys. Each group of rows with the same word is sorted by
/// the next word, and so on. Large groups are sorted in chunks, which are then merged. The sort is stable.
///
/// ```swift
/// var run = SortRun(table)
/// while run.advance() {}
/// let rows = run.order
/// ```
public struct SortRun {
    /// A word of a row's key, next to the row's index, so that a comparison reads only adjacent memory.
    private struct Item {
        var word: UInt64
        var row: UInt32

        static func precedes(_ a: Item, _ b: Item) -> Bool {
            a.word != b.word ? a.word < b.word : a.row < b.row
        }
    }

    /// A range of rows whose keys are equal in all words before the word with the index `word`.
    private struct Group {
        let range: Range<Int>
        let word: Int
    }

    /// The number of rows that are sorted at once.
    private let pieceSize: Int
    /// The number of rows that a step processes.
    private var stepSize: Int { 4 * pieceSize }

    private let table: SortTable
    private var items: [Item]
    private var merged: [Item] = []
    /// The groups that are still to be sorted.
    private var groups: [Group]

    /// The group that is being sorted in several steps; nil if there is none.
    private var large: Group?
    /// The number of items in each sorted chunk of the large group; 0 before the chunks are sorted.
    private var width = 0
    /// The index of the item at which the next step begins in the large group.
    private var position = 0
    /// The remaining items of the two chunks that are being merged.
    private var left = 0..<0
    private var right = 0..<0

    /// Starts a sort of all rows of a table.
    public init(_ table: SortTable) {
        self.init(table, pieceSize: 1 << 14)
    }

    init(_ table: SortTable, pieceSize: Int) {
        self.table = table
        self.pieceSize = pieceSize
        items = (0..<table.count).map { Item(word: 0, row: UInt32($0)) }
        groups = [Group(range: items.indices, word: 0)]
    }

    /// Performs the next step.
    ///
    /// Returns false when the rows are sorted.
    public mutating func advance() -> Bool {
        if let large {
            advance(large)
        } else {
            sortGroups()
        }
        return large != nil || !groups.isEmpty
    }

    /// The row indices in sorted order.
    ///
    /// They are valid after ``advance()`` has returned false.
    public var order: [UInt32] { items.map(\.row) }

    private mutating func sortGroups() {
        var rest = stepSize
        while rest > 0, let group = groups.popLast() {
            rest -= group.range.count + 1
            // No key is the beginning of a different key. So if one key of the group has ended, all keys of the group
            // are equal and have ended.
            guard let first = group.range.first, table.word(group.word, of: Int(items[first].row)) != nil else {
                continue
            }
            if group.range.count > pieceSize {
                large = group
                width = 0
                position = group.range.lowerBound
                return
            }
            sort(group.range, by: group.word)
            split(group)
        }
    }

    private mutating func sort(_ range: Range<Int>, by word: Int) {
        items.withUnsafeMutableBufferPointer { [table] items in
            for index in range { items[index].word = table.word(word, of: Int(items[index].row)) ?? 0 }
            var piece = UnsafeMutableBufferPointer(rebasing: items[range])
            piece.sort(by: Item.precedes)
        }
    }

    /// Splits a sorted group into groups of rows with the same word, which are then sorted by the next word.
    private mutating func split(_ group: Group) {
        var start = group.range.lowerBound
        while start < group.range.upperBound {
            var end = start + 1
            while end < group.range.upperBound, items[end].word == items[start].word { end += 1 }
            if end > start + 1 { groups.append(Group(range: start..<end, word: group.word + 1)) }
            start = end
        }
    }

    // MARK: Large groups

    private mutating func advance(_ group: Group) {
        let range = group.range
        if width == 0 {
            let end = min(position + pieceSize, range.upperBound)
            sort(position..<end, by: group.word)
            position = end
            guard end == range.upperBound else { return }
            if merged.isEmpty { merged = items }
            width = pieceSize
        } else {
            merge(range)
            guard position == range.upperBound else { return }
            for index in range { items[index] = merged[index] }
            width *= 2
        }
        position = range.lowerBound
        if width >= range.count {
            split(group)
            large = nil
        } else {
            takePieces(range)
        }
    }

    private mutating func takePieces(_ range: Range<Int>) {
        let middle = min(position + width, range.upperBound)
        left = position..<middle
        right = middle..<min(middle + width, range.upperBound)
    }

    private mutating func merge(_ range: Range<Int>) {
        let end = min(position + stepSize, range.upperBound)
        while position < end {
            if left.isEmpty, right.isEmpty { takePieces(range) }
            let isLeft =
                right.isEmpty || !left.isEmpty && Item.precedes(items[left.lowerBound], items[right.lowerBound])
            if isLeft {
                merged[position] = items[left.lowerBound]
                left.removeFirst()
            } else {
                merged[position] = items[right.lowerBound]
                right.removeFirst()
            }
            position += 1
        }
    }
}
