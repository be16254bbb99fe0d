/// The end of what a command printed to standard error, to explain its failure.
struct OutputTail: Sendable {
    /// How many bytes are kept.
    static let limit = 4_096
    private static let shownLines = 3

    private var bytes: [UInt8] = []

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more.suffix(Self.limit))
        if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// The last lines that hold anything, fit for a message: without control characters, valid whatever was printed.
    var text: String {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { line in
            // The cut may have gone through a character.
            let whole = line.drop { $0 & 0xC0 == 0x80 }
            var text = String(decoding: whole, as: UTF8.self)
            text.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
            return text
        }
        return lines.filter { !$0.allSatisfy(\.isWhitespace) }.suffix(Self.shownLines).joined(separator: "; ")
    }

    /// What there is to say of it.
    var words: String {
        let text = text
        return text.isEmpty ? "it printed no error" : text
    }
}
