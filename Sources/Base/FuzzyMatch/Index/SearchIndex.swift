/// A compact search index over rows of text.
///
/// A row consists of one or more texts, its fields. In addition to the text, the index needs thirteen bytes per field.
///
/// An index is a value: while rows are appended to one copy, another copy can be searched on another thread. Appending
/// then copies at most the last 4,096 rows. Only the first 4,096 bytes of each field are searched.
///
/// ```swift
/// var index = SearchIndex()
/// index.append(["clients/demo/tasks.jsonl"])
/// let matches = Scan(Pattern("demotask"), in: index).flatMap { $0 }.sorted()
/// ```
public struct SearchIndex: Sendable {
    /// The weight of a match in each field of a row.
    public let weights: [Int]
    /// The number of rows.
    public private(set) var count = 0

    private(set) var blocks: [Block] = []
    private(set) var folds = FoldTable()

    /// Creates an empty index.
    ///
    /// - Parameter weights: the weight of each field, from 1 to 100. A row has 1 to 16 fields. The score of a match is
    ///   multiplied by the weight of its field.
    public init(weights: [Int] = [1]) {
        precondition((1...16).contains(weights.count), "a row has 1 to 16 fields, not \(weights.count)")
        precondition(weights.allSatisfy((1...100).contains), "weights are 1 to 100: \(weights)")
        self.weights = weights
    }

    /// The number of fields in a row.
    public var keyCount: Int { weights.count }

    /// Appends a row with a text for each field.
    public mutating func append(_ fields: [String]) {
        append(utf8: fields.map(\.utf8))
    }

    /// Appends a row with a UTF-8 text for each field.
    ///
    /// Invalid sequences become U+FFFD.
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

    /// Appends rows from a single block of another index.
    ///
    /// The other index must have the same weights.
    mutating func append(_ rows: some Collection<Int>, of other: SearchIndex) {
        guard let first = rows.first else { return }
        let keyCount = keyCount
        // The fold table of the other index contains all scalars of its rows.
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

    /// Returns the matching ranges of a row, in the order of the fields.
    ///
    /// Each term is highlighted where it matches best. Of alternative terms, only the best match is highlighted. These
    /// are also the matches that count for the row's score. The result is empty if the row doesn't match.
    public func highlights(of pattern: Pattern, row: Int) -> [Highlight] {
        precondition((0..<count).contains(row), "row \(row) of \(count)")
        return withMatcher(of: pattern, block: row / Block.capacity) { matcher in
            Highlight.merge(matcher.positions(row: row % Block.capacity))
        }
    }

    /// Calls `body` with a matcher for the rows of one block.
    ///
    /// - Parameter knownUnits: for a pattern with a single term, the number of the term's first units whose alignment
    ///   was computed for another pattern; otherwise 0.
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
