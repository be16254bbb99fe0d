/// Finds the ends of records in bytes that arrive in chunks.
///
/// A record ends with a line break; in CSV, quoted fields may also contain line breaks.
struct RecordSplitter {
    /// The state within a CSV record; other formats have no quotes and stay unquoted.
    private enum Place {
        case fieldStart, unquoted, quoted
        /// After a quote within a quoted field, which is the first of two quotes or the closing quote.
        case quoteSeen
    }

    private let hasQuotes: Bool
    private var place: Place

    init(hasQuotes: Bool) {
        self.hasQuotes = hasQuotes
        place = hasQuotes ? .fieldStart : .unquoted
    }

    /// Returns the offset after the line break that ends the next record; nil if this line break has not arrived yet.
    ///
    /// - Parameters:
    ///   - bytes: The bytes so far.
    ///   - start: The result of the last call or, if this was nil, the number of bytes at the last call.
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
