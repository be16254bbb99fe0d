/// Finds where records end in bytes that arrive piece by piece.
///
/// A record ends with its line; in CSV a quoted field may hold line breaks.
struct RecordSplitter {
    /// Where a CSV record is; the other formats know no quotes and stay unquoted.
    private enum Place {
        case fieldStart, unquoted, quoted
        /// Behind a quote within quotes: the first of two, or the closing one.
        case quoteSeen
    }

    private let hasQuotes: Bool
    private var place: Place

    init(hasQuotes: Bool) {
        self.hasQuotes = hasQuotes
        place = hasQuotes ? .fieldStart : .unquoted
    }

    /// The place behind the break that ends the record, looked for from `start` on; nil where it has not come yet.
    ///
    /// - Parameter start: where the last search ended, or where it found nothing, the end of the bytes it had.
    mutating func nextEnd(in bytes: [UInt8], from start: Int) -> Int? {
        guard hasQuotes else {
            return bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        }
        for index in start..<bytes.count {
            let byte = bytes[index]
            switch (place, byte) {
            case (.quoted, UInt8(ascii: "\"")): place = .quoteSeen
            case (.quoted, _): break
            case (_, UInt8(ascii: "\n")):
                place = .fieldStart
                return index + 1
            case (_, UInt8(ascii: ",")): place = .fieldStart
            case (.fieldStart, UInt8(ascii: "\"")), (.quoteSeen, UInt8(ascii: "\"")): place = .quoted
            default: place = .unquoted
            }
        }
        return nil
    }
}
