/// A sort that is done in steps of a few milliseconds, so that it can be given up and other work gets its turn.
///
/// Rows are sorted by the first eight bytes of their keys, those that are equal in them by the next eight, and so on.
/// Each such sort sorts pieces and merges them. Rows with equal keys stay in their order.
public struct SortRun {
    /// Eight bytes of a row's key, kept beside its number so that comparing needs nothing else.
    private struct Item {
        var word: UInt64
        var row: UInt32

        static func precedes(_ a: Item, _ b: Item) -> Bool {
            a.word != b.word ? a.word < b.word : a.row < b.row
        }
    }

    /// Rows that are equal in the words before one.
    private struct Group {
        let range: Range<Int>
        let word: Int
    }

    /// How many rows are sorted at once.
    private let pieceSize: Int
    /// How many rows a step looks at.
    private var stepSize: Int { 4 * pieceSize }

    private let table: SortTable
    private var items: [Item]
    private var merged: [Item] = []
    /// What is still to be sorted.
    private var groups: [Group]

    /// The group that takes more than one step.
    private var large: Group?
    /// How many items of a piece of it are in order already; 0 before the pieces are sorted.
    private var width = 0
    /// Where the next step goes on.
    private var position = 0
    /// What is left of the two pieces that are being merged.
    private var left = 0..<0
    private var right = 0..<0

    /// Begins a sort of all rows of a table.
    public init(_ table: SortTable) {
        self.init(table, pieceSize: 1 << 14)
    }

    init(_ table: SortTable, pieceSize: Int) {
        self.table = table
        self.pieceSize = pieceSize
        items = (0..<table.count).map { Item(word: 0, row: UInt32($0)) }
        groups = [Group(range: items.indices, word: 0)]
    }

    /// Does the next step; false where the rows are in order.
    public mutating func advance() -> Bool {
        if let large {
            advance(large)
        } else {
            sortGroups()
        }
        return large != nil || !groups.isEmpty
    }

    /// The numbers of the table's rows in their order, once ``advance()`` has said that it is done.
    public var order: [UInt32] { items.map(\.row) }

    private mutating func sortGroups() {
        var rest = stepSize
        while rest > 0, let group = groups.popLast() {
            rest -= group.range.count + 1
            // Keys that are equal to their end have one length: where one ends, all do.
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

    /// Makes groups of what is equal in the word that a group has been sorted by.
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
