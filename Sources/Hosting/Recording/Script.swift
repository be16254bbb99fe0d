import JSON

/// The lines of a recording, one after the other.
///
/// What stands behind the last line break was being written when the host was killed, and is left alone.
struct Script {
    /// A line: what it is about, and its text.
    struct Line {
        /// Its number in the file, from 1.
        let number: Int
        /// Its first member's key.
        let kind: Substring
        let text: [UInt8]

        /// The line, parsed.
        var value: JSONValue { (try? JSONValue(parsing: text)) ?? .null }

        /// The text of its last member, `message`, as it came.
        var message: ArraySlice<UInt8>? {
            if isUnreadable { return nil }
            let mark = Array(#","message":"#.utf8)
            guard let start = text.firstRange(of: mark)?.upperBound, text.last == UInt8(ascii: "}") else { return nil }
            return text[start..<text.count - 1]
        }

        /// The session of a frame.
        var session: Int? {
            let digits = text.dropFirst(kind.utf8.count + 4).prefix {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
            return Int(String(decoding: digits, as: UTF8.self))
        }

        /// Whether it stands for a frame that could not be read.
        var isUnreadable: Bool { text.prefix(72).firstRange(of: Array(#","unreadable":"#.utf8)) != nil }

        /// Whether frames have headers from this one on.
        var isHeaded: Bool { text.prefix(56).firstRange(of: Array(#","framing":"headers","#.utf8)) != nil }

        init(number: Int, _ text: [UInt8]) {
            self.number = number
            self.text = text
            let key = text.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
            kind = String(decoding: key, as: UTF8.self)[...]
        }
    }

    private let bytes: [UInt8]
    private var offset = 0
    /// How many lines were read.
    private(set) var lineCount = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a reader fell behind, which is noted in bytes.
    var hasSlowReaders: Bool { bytes.firstRange(of: Array("\n{\"took\":".utf8)) != nil }

    /// The next line; nil behind the last.
    mutating func next() -> Line? {
        guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { offset = end + 1 }
        lineCount += 1
        return Line(number: lineCount, Array(bytes[offset..<end]))
    }
}
