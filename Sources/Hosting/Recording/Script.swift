import JSON

/// The lines of a recording, one after the other.
///
/// What stands behind the last line break was being written when the host was killed, and is left alone.
struct Script {
    /// A line: what it is about, and its text.
    struct Line {
        private static let framing = Array(#","framing":"headers""#.utf8)
        private static let message = Array(#","message":"#.utf8)
        private static let unreadable = Array(#","unreadable":"#.utf8)

        /// Its number in the file, from 1.
        let number: Int
        /// Its first member's key.
        let kind: Substring
        let text: [UInt8]

        /// The line, parsed.
        var value: JSONValue { (try? JSONValue(parsing: text)) ?? .null }

        /// The text of its last member, `message`, as it came.
        var message: ArraySlice<UInt8>? {
            if kind == "in", frame.starts(with: Self.unreadable) { return nil }
            // No text of a member before it can hold that: its quotes are escaped.
            guard let start = text.firstRange(of: Self.message)?.upperBound, text.last == UInt8(ascii: "}") else {
                return nil
            }
            return text[start..<text.count - 1]
        }

        /// The session of a frame.
        var session: Int? { Int(String(decoding: place.prefix(while: Self.isDigit), as: UTF8.self)) }

        /// Whether frames have headers from this one on.
        var isHeaded: Bool { place.drop(while: Self.isDigit).starts(with: Self.framing) }

        /// What stands behind the first member's key.
        private var place: ArraySlice<UInt8> { text.dropFirst(kind.utf8.count + 4) }

        /// The member that holds a frame or tells what was wrong with it, and what follows.
        ///
        /// It is told by its place: a frame may hold members of the same names.
        private var frame: ArraySlice<UInt8> {
            let rest = place.drop(while: Self.isDigit)
            return isHeaded ? rest.dropFirst(Self.framing.count) : rest
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }

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
