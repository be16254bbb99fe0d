import FHJSON

/// A filter and an order for the rows of a source.
///
/// ```swift
/// let query = RowQuery(predicate: .equals("done", .bool(false)), sort: [SortKey("due")])
/// ```
public struct RowQuery: Sendable, Hashable {
    /// The condition on rows; nil for all rows.
    public var predicate: Condition?
    /// Words, separated by white space, that must all occur in the row.
    ///
    /// Each word may occur in any of the searched members. Case and accents are ignored.
    public var text: String
    /// The members that are searched for words; empty for all members that are strings or numbers.
    public var textKeys: [String]
    /// The sort keys, with the most important first; empty for the source's order.
    public var sort: [SortKey]
    /// The values of the feature's params that the source needs, as an object; nil if it needs none.
    public var params: JSONText?

    /// Makes a query.
    public init(predicate: Condition? = nil, text: String = "", textKeys: [String] = [], sort: [SortKey] = []) {
        self.predicate = predicate
        self.text = text
        self.textKeys = textKeys
        self.sort = sort
    }

    /// All rows in the source's order.
    public static let all = RowQuery()

    /// True if the query gives all rows in the source's order.
    public var isPlain: Bool { !isFilter && sort.isEmpty }

    /// True if the query may exclude rows.
    public var isFilter: Bool {
        predicate != nil || !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// True if a row passes the filter.
    ///
    /// - Parameter row: The row. A value that is not an object has no members.
    public func matches(_ row: JSONText) -> Bool {
        guard isFilter else { return true }
        var filter = RowFilter(self)
        return row.bytes.withUnsafeBytes { filter.matches($0) }
    }

    /// True if the row `a` precedes the row `b` by the keys of ``sort``; false if all keys are equal.
    public func precedes(_ a: JSONText, _ b: JSONText) -> Bool {
        if sort.isEmpty { return false }
        var table = SortTable(sort)
        for row in [a, b] { row.bytes.withUnsafeBytes { table.append($0) } }
        return table.precedes(0, 1)
    }
}
