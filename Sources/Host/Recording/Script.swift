import FHHosting
import FHJSON

/// Splits a recording into lines.
///
/// Text after the last line break is ignored, because the host was killed while it wrote that text.
struct Script {
    /// A line, with its kind.
    struct Line {
        private static let framing = Array(#","framing":"headers""#.utf8)
        private static let message = Array(#","message":"#.utf8)
        private static let unreadable = Array(#","unreadable":"#.utf8)

        /// The line number in the file, from 1.
        let number: Int
        /// The kind of the line: the key of the first member of its JSON object, such as `in`.
        let kind: Substring
        let text: [UInt8]

        var value: JSONValue { (try? JSONValue(parsing: text)) ?? .null }

        /// The unchanged text of the last member, `message`; nil if the line has no such member.
        var message: ArraySlice<UInt8>? {
            if kind == "in", frame.starts(with: Self.unreadable) { return nil }
            // No earlier string can contain these bytes, because the quotes in a string are escaped.
            guard let start = text.firstRange(of: Self.message)?.upperBound, text.last == UInt8(ascii: "}") else {
                return nil
            }
            return text[start..<text.count - 1]
        }

        /// The number of the session to which a frame belongs.
        var session: Int? { Int(String(decoding: place.prefix(while: Self.isDigit), as: UTF8.self)) }

        /// True if frames have headers from this frame on.
        var isHeaded: Bool { place.drop(while: Self.isDigit).starts(with: Self.framing) }

        /// The text after the key of the first member.
        private var place: ArraySlice<UInt8> { text.dropFirst(kind.utf8.count + 4) }

        /// The text from the member with the frame or the error to the end of the line.
        ///
        /// The member is found by its position, because a frame can have members with the same names.
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
    /// The number of lines read so far.
    private(set) var lineCount = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// True if the recording contains a slow reader.
    ///
    /// The output of a slow reader is recorded as byte counts.
    var hasSlowReaders: Bool { bytes.firstRange(of: Array("\n{\"took\":".utf8)) != nil }

    /// The next line; nil at the end.
    mutating func next() -> Line? {
        guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { offset = end + 1 }
        lineCount += 1
        return Line(number: lineCount, Array(bytes[offset..<end]))
    }
}
