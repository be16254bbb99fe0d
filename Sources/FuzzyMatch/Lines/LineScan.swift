import CVector

/// Matches the lines of texts where they lie: for a query that is asked once, an index would cost more than it saves.
///
/// Of each line the first 4,096 bytes are searched; what is not UTF-8 in it counts as U+FFFD.
public struct LineScan: Sendable {
    /// How many bytes behind a text have to be readable.
    public static let padding = 64

    private let pattern: Pattern
    /// What ends a line.
    private let delimiter: UInt8

    /// Makes a scan.
    public init(_ pattern: Pattern, delimiter: UInt8) {
        self.pattern = pattern
        self.delimiter = delimiter
    }

    /// The lines of a text that match, in their order.
    ///
    /// - Parameter text: less than 4 GiB, with ``padding`` readable bytes behind it. Its last line needs no end.
    /// - Parameter number: what the matches are to say of it.
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

    /// How many bytes a text has before its first delimiter, or at all.
    public static func length(of text: UnsafeBufferPointer<UInt8>, delimiter: UInt8) -> Int {
        guard let base = text.baseAddress else { return 0 }
        for start in stride(from: 0, to: text.count, by: 64) {
            let ends = vector_places(base + start, delimiter, 0)
            if ends != 0 { return min(start + ends.trailingZeroBitCount, text.count) }
        }
        return text.count
    }
}
