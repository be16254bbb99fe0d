import FeatureKit

/// The end of a command's standard error, which explains the failure of the command.
struct OutputTail: Sendable {
    /// The maximum number of bytes that are kept.
    static let limit = 4_096
    private static let shownLines = 3

    private let redaction: Redaction
    private var bytes: [UInt8] = []
    /// The number of bytes that were appended.
    private var length = 0
    /// The number of bytes that are kept before the shown bytes, to detect secrets that begin there.
    ///
    /// It is larger than the longest secret, because control characters may lie between the bytes of a secret, as in
    /// UTF-16.
    private var margin: Int { 4 * redaction.longest }

    /// Makes an empty tail.
    ///
    /// - Parameter redaction: The secrets that are replaced in ``text``.
    init(_ redaction: Redaction = Redaction([])) {
        self.redaction = redaction
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        // A secret that begins before the shown bytes must be detected as well.
        let room = Self.limit + margin
        length += more.count
        bytes.append(contentsOf: more.suffix(room))
        if bytes.count > room { bytes.removeFirst(bytes.count - room) }
    }

    /// The last lines that are not empty, without control characters and secrets.
    ///
    /// It is valid UTF-8, even if the command has printed other bytes.
    var text: String {
        // The rest of a secret whose beginning was dropped must not be shown.
        let unsure = length > bytes.count ? margin : 0
        let start = max(min(unsure, bytes.count), bytes.count - Self.limit)
        let lines = redaction.text(of: bytes, from: start, ignoring: Self.isControl).split {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }.map { line in
            // The first character may be incomplete, because earlier bytes were dropped.
            let whole = line.drop { $0 & 0xC0 == 0x80 }
            var text = String(decoding: whole, as: UTF8.self)
            text.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
            return redaction.text(of: text)
        }
        return lines.filter { !$0.allSatisfy(\.isWhitespace) }.suffix(Self.shownLines).joined(separator: "; ")
    }

    /// True for a control character, except for the ends of lines.
    private static func isControl(_ byte: UInt8) -> Bool {
        (byte < 0x20 || byte == 0x7F) && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r")
    }

    /// The ``text``, or `it printed no error` if the text is empty.
    var words: String {
        let text = text
        return text.isEmpty ? "it printed no error" : text
    }
}
