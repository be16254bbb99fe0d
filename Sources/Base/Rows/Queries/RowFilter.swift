import FHTextFolding

/// The filter of a query, compiled so that it is fast for many rows.
///
/// It reads members directly from the JSON text of a row.
///
/// ```swift
/// var filter = RowFilter(RowQuery(text: "milk"))
/// let isMatch = row.bytes.withUnsafeBytes { filter.matches($0) }
/// ```
public struct RowFilter {
    private var reader = MemberReader()
    private var texts = FoldedTexts()
    private let condition: ResolvedCondition<Int>?
    private let words: [FoldedNeedle]
    /// The members that are searched for words, as indices in the reader's values; nil for all members.
    private let wordSlots: [Int]?
    private var everyValue: [ScannedValue] = []

    /// Compiles the predicate and the text of a query.
    public init(_ query: RowQuery) {
        var reader = MemberReader()
        condition = query.predicate.map { ResolvedCondition($0) { reader.slot(of: $0) } }
        words = query.text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { FoldedNeedle(String($0)) }.filter { !$0.bytes.isEmpty }
        wordSlots = query.textKeys.isEmpty ? nil : query.textKeys.map { reader.slot(of: $0) }
        self.reader = reader
    }

    /// True if a row passes the filter.
    ///
    /// - Parameter row: The row as valid and compact JSON. A value that is not an object has no members.
    public mutating func matches(_ row: UnsafeRawBufferPointer) -> Bool {
        row.withMemoryRebound(to: UInt8.self) { matches($0) }
    }

    private mutating func matches(_ row: UnsafeBufferPointer<UInt8>) -> Bool {
        reader.read(row)
        if let condition {
            let values = reader.values
            if !condition.holds(&texts, { values[$0] }) { return false }
        }
        if words.isEmpty { return true }
        if let wordSlots {
            return words.allSatisfy { word in wordSlots.contains { texts.isWord(word, in: reader.values[$0]) } }
        }
        everyValue.removeAll(keepingCapacity: true)
        guard var scan = MemberScan(row) else { return false }
        while let (_, value) = scan.takeMember() { everyValue.append(value) }
        return words.allSatisfy { word in everyValue.contains { texts.isWord(word, in: $0) } }
    }
}
