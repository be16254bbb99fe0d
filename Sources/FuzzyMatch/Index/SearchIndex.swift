/// Rows of text to be searched, held compactly: their bytes and twelve more for each field.
///
/// It is a value: a copy can be searched on another thread while rows are appended here, which copies at most the last
/// 4096 rows. Of each field the first 4,096 bytes are searched.
public struct SearchIndex: Sendable {
    /// What a match in each field of a row counts for.
    public let weights: [Int]
    /// How many rows it has.
    public private(set) var count = 0

    private(set) var blocks: [Block] = []
    private(set) var folds = FoldTable()

    /// Makes an index without rows.
    ///
    /// - Parameter weights: one for each field of a row, 1 to 16 fields. The score of a match is multiplied by that of
    ///   the field, 1 to 100.
    public init(weights: [Int] = [1]) {
        precondition((1...16).contains(weights.count), "a row has 1 to 16 fields, not \(weights.count)")
        precondition(weights.allSatisfy((1...100).contains), "weights are 1 to 100: \(weights)")
        self.weights = weights
    }

    /// How many fields a row has.
    public var keyCount: Int { weights.count }

    /// Appends a row: a text for each key.
    public mutating func append(_ fields: [String]) {
        append(utf8: fields.map(\.utf8))
    }

    /// Appends a row: a text in UTF-8 for each key, in which what is not UTF-8 becomes U+FFFD.
    public mutating func append(utf8 fields: [some Collection<UInt8>]) {
        precondition(fields.count == keyCount, "a row has \(keyCount) fields, not \(fields.count)")
        if count % Block.capacity == 0 { blocks.append(Block()) }
        for field in fields {
            let isContiguous: Void? = field.withContiguousStorageIfAvailable {
                blocks[blocks.count - 1].append($0, &folds)
            }
            if isContiguous == nil {
                Array(field).withUnsafeBufferPointer { blocks[blocks.count - 1].append($0, &folds) }
            }
        }
        count += 1
    }

    /// Where a matching row matches: for each key what is found in it, in the order of the keys.
    ///
    /// Each term counts where it matches best, as for the row's score. A row that doesn't match has nothing.
    public func highlights(of pattern: Pattern, row: Int) -> [Highlight] {
        precondition((0..<count).contains(row), "row \(row) of \(count)")
        return withMatcher(block: row / Block.capacity) { matcher in
            Highlight.merge(matcher.positions(of: pattern, row: row % Block.capacity))
        }
    }

    /// Lets `body` match the rows of one block.
    func withMatcher<Result>(block index: Int, _ body: (inout Matcher) -> Result) -> Result {
        blocks[index].withFields { fields in
            var matcher = Matcher(fields, weights: weights, folds: folds)
            return body(&matcher)
        }
    }
}
