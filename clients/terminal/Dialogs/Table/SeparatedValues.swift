/// Reads rows of CSV (RFC 4180) or TSV.
struct SeparatedValues {
    /// An error in the text.
    struct Failure: Error, Equatable {
        /// The number of the line, counted from 1.
        let line: Int
        /// The reason, for users.
        let reason: String
    }

    private static let quote = UInt8(ascii: "\"")

    private let bytes: [UInt8]
    /// The character between fields.
    let separator: Character
    private let mark: [UInt8]
    private let hasLazyQuotes: Bool
    private var place = 0
    private var line = 1

    /// Makes a reader.
    ///
    /// - Parameter separator: the character between fields; nil for a tab if the first line has one, and otherwise a
    ///   comma.
    init(_ text: String, separator: Character?, hasLazyQuotes: Bool) {
        var bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        self.bytes = bytes
        let isTabbed = bytes.prefix { $0 != 0x0A }.contains(9)
        self.separator = separator ?? (isTabbed ? "\t" : ",")
        mark = Array(String(self.separator).utf8)
        self.hasLazyQuotes = hasLazyQuotes
    }

    /// Returns all rows.
    ///
    /// Empty lines are left out.
    mutating func rows() throws(Failure) -> [[String]] {
        var rows: [[String]] = []
        while place < bytes.count {
            if skipLineEnd() { continue }
            rows.append(try row())
        }
        return rows
    }

    private mutating func row() throws(Failure) -> [String] {
        var row: [String] = []
        while true {
            row.append(place < bytes.count && bytes[place] == Self.quote ? try quoted() : try plain())
            if place >= bytes.count || skipLineEnd() { return row }
            place += mark.count
        }
    }

    private mutating func skipLineEnd() -> Bool {
        guard let length = lineEnd else { return false }
        place += length
        line += 1
        return true
    }

    /// The number of bytes of the line end at ``place``; nil if there is none.
    private var lineEnd: Int? {
        if bytes[place] == 0x0A { return 1 }
        if bytes[place] == 0x0D { return place + 1 < bytes.count && bytes[place + 1] == 0x0A ? 2 : 1 }
        return nil
    }

    /// True if a field ends at ``place``.
    private var isEnd: Bool {
        if place >= bytes.count || lineEnd != nil { return true }
        return bytes[place] == mark[0] && bytes[place...].starts(with: mark)
    }

    private mutating func plain() throws(Failure) -> String {
        let start = place
        while !isEnd {
            if bytes[place] == Self.quote, !hasLazyQuotes {
                throw Failure(line: line, reason: "a quote is in a field that doesn't begin with one")
            }
            place += 1
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func quoted() throws(Failure) -> String {
        let first = line
        var field: [UInt8] = []
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            if byte == 0x0A { line += 1 }
            place += 1
            guard byte == Self.quote else {
                field.append(byte)
                continue
            }
            if place < bytes.count, bytes[place] == Self.quote {
                field.append(byte)
                place += 1
            } else if isEnd {
                return String(decoding: field, as: UTF8.self)
            } else if hasLazyQuotes {
                field.append(byte)
            } else {
                throw Failure(line: line, reason: "a field goes on after its quote")
            }
        }
        if hasLazyQuotes { return String(decoding: field, as: UTF8.self) }
        throw Failure(line: first, reason: "a quoted field has no end")
    }

    /// Returns a row as text, with quotes where they are needed.
    static func text(_ row: [String], separator: Character) -> String {
        row.map { field in
            let needsQuotes = field.contains { $0 == separator || $0 == "\"" || $0.isNewline } || field.first == " "
            if !needsQuotes { return field }
            let parts = field.split(separator: "\"", omittingEmptySubsequences: false)
            return "\"" + parts.joined(separator: "\"\"") + "\""
        }.joined(separator: String(separator))
    }
}
