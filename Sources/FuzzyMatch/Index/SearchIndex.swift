/// Rows of text to be searched, held compactly: their bytes and thirteen more for each field.
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

    /// Appends rows of one block of another index with the same weights.
    mutating func append(_ rows: some Collection<Int>, of other: SearchIndex) {
        guard let first = rows.first else { return }
        let keyCount = keyCount
        // It knows all that this one has to know, and more.
        folds = other.folds
        other.blocks[first / Block.capacity].withFields { fields in
            var rows = rows[...]
            while !rows.isEmpty {
                if count % Block.capacity == 0 { blocks.append(Block()) }
                let part = rows.prefix(Block.capacity - count % Block.capacity)
                let places = part.lazy.map { $0 % Block.capacity }
                blocks[blocks.count - 1].append(places, of: fields, keyCount: keyCount)
                count += part.count
                rows = rows.dropFirst(part.count)
            }
        }
    }

    /// Where a matching row matches: for each key what is found in it, in the order of the keys.
    ///
    /// Each term counts where it matches best, as for the row's score. A row that doesn't match has nothing.
    public func highlights(of pattern: Pattern, row: Int) -> [Highlight] {
        precondition((0..<count).contains(row), "row \(row) of \(count)")
        return withMatcher(of: pattern, block: row / Block.capacity) { matcher in
            Highlight.merge(matcher.positions(row: row % Block.capacity))
        }
    }

    /// Lets `body` match the rows of one block.
    ///
    /// - Parameter knownUnits: how many units of an only term are known from another pattern.
    func withMatcher<Result>(
        of pattern: Pattern, block index: Int, knownUnits: Int = 0, _ body: (inout Matcher) -> Result
    ) -> Result {
        blocks[index].withFields { fields in
            pattern.withTerms { terms in
                weights.withUnsafeBufferPointer { weights in
                    var matcher = Matcher(terms, fields, weights: weights, folds: folds, knownUnits: knownUnits)
                    return body(&matcher)
                }
            }
        }
    }
}
