import CFHVector

/// Matches the lines of texts in place.
///
/// For a single query, building an index takes longer than the index saves.
///
/// Only the first 4,096 bytes of each line are searched. Invalid UTF-8 counts as U+FFFD.
public struct LineScan: Sendable {
    /// The number of bytes that must be readable after a text.
    public static let padding = 64

    private let pattern: Pattern
    /// The byte that ends a line.
    private let delimiter: UInt8

    /// Creates a scan.
    public init(_ pattern: Pattern, delimiter: UInt8) {
        self.pattern = pattern
        self.delimiter = delimiter
    }

    /// Returns the matching lines of a text, in order.
    ///
    /// - Parameter text: a text of less than 4 GiB, followed by ``padding`` readable bytes. Its last line needs no
    ///   delimiter.
    /// - Parameter number: the number of the text, which is stored in its matches.
    public func matches(in text: UnsafeBufferPointer<UInt8>, number: UInt32) -> [LineMatch] {
        var matches: [LineMatch] = []
        var lines = LineBatch()
        var splitter = LineSplitter(text, delimiter: delimiter)
        while splitter.fill(&lines) {
            for (start, order) in lines.matches(of: pattern, in: text) {
                matches.append(LineMatch(order: order, start: start, text: number))
            }
        }
        return matches
    }

    /// Returns the number of bytes before the first delimiter; the length of the text if it has no delimiter.
    public static func length(of text: UnsafeBufferPointer<UInt8>, delimiter: UInt8) -> Int {
        guard let base = text.baseAddress else { return 0 }
        for start in stride(from: 0, to: text.count, by: 64) {
            let ends = vector_places(base + start, delimiter, 0)
            if ends != 0 { return min(start + ends.trailingZeroBitCount, text.count) }
        }
        return text.count
    }
}
