/// The end of what a command printed to standard error, to explain its failure.
struct OutputTail: Sendable {
    /// How many bytes are kept.
    static let limit = 4_096
    private static let shownLines = 3

    private let redaction: Redaction
    private var bytes: [UInt8] = []

    /// - Parameter redaction: the secrets that are replaced in ``text``.
    init(_ redaction: Redaction = Redaction([])) {
        self.redaction = redaction
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        // A secret that begins before what is shown has to be recognised too.
        let room = Self.limit + redaction.longest
        bytes.append(contentsOf: more.suffix(room))
        if bytes.count > room { bytes.removeFirst(bytes.count - room) }
    }

    /// The last lines that hold anything, fit for a message: without control characters and secrets, valid whatever was
    /// printed.
    var text: String {
        let shown = redaction.text(of: bytes, from: max(0, bytes.count - Self.limit))
        let lines = shown.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { line in
            // The cut may have gone through a character.
            let whole = line.drop { $0 & 0xC0 == 0x80 }
            var text = String(decoding: whole, as: UTF8.self)
            text.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
            return text
        }
        return lines.filter { !$0.allSatisfy(\.isWhitespace) }.suffix(Self.shownLines).joined(separator: "; ")
    }

    /// The text, or a sentence where there is none.
    var words: String {
        let text = text
        return text.isEmpty ? "it printed no error" : text
    }
}
