import JSON

/// Which rows of a source are wanted, and in which order.
public struct RowQuery: Sendable, Hashable {
    /// What a row must fulfil; nil lets every row through.
    public var predicate: Condition?
    /// Words, each of which must be in one of the row's members, whatever its case and accents.
    public var text: String
    /// The members that the words are looked for in; empty means every member that is text or a number.
    public var textKeys: [String]
    /// What rows are sorted by, the most important key first; empty keeps the source's order.
    public var sort: [SortKey]

    /// Makes a query.
    public init(predicate: Condition? = nil, text: String = "", textKeys: [String] = [], sort: [SortKey] = []) {
        self.predicate = predicate
        self.text = text
        self.textKeys = textKeys
        self.sort = sort
    }

    /// Every row, in the source's order.
    public static let all = RowQuery()

    /// Whether nothing is asked: every row, in the source's order.
    public var isPlain: Bool { !isFilter && sort.isEmpty }

    /// Whether it may leave rows out.
    public var isFilter: Bool {
        predicate != nil || !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// Whether a row is let through.
    ///
    /// - Parameter row: an object; anything else has no members.
    public func matches(_ row: JSONText) -> Bool {
        guard isFilter else { return true }
        var filter = RowFilter(self)
        return row.bytes.withUnsafeBytes { filter.matches($0) }
    }

    /// Whether a row stands strictly before another by the keys of ``sort``; false where all of them are equal.
    public func precedes(_ a: JSONText, _ b: JSONText) -> Bool {
        if sort.isEmpty { return false }
        var table = SortTable(sort)
        for row in [a, b] { row.bytes.withUnsafeBytes { table.append($0) } }
        return table.precedes(0, 1)
    }
}
