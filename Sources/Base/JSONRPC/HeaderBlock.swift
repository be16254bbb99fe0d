/// Parser of the headers before a body, line by line (LSP base protocol, "Header Part").
struct HeaderBlock: Sendable {
    /// The maximum length of a header block, including its empty line.
    static let maxBytes = 8 * 1024

    /// The reason why a header block is invalid.
    ///
    /// The reason never quotes the input, because the input may contain a secret.
    struct Refusal: Error, Hashable {
        let reason: String
    }

    private static let lengthName: StaticString = "content-length"
    private static let wanted = "expected \"Content-Length: <bytes>\""

    private var byteCount = 0
    private var lineCount = 0
    private var contentLength: Int?

    /// True before the first line.
    var isEmpty: Bool { byteCount == 0 }

    /// The number of bytes that the block may still have.
    var remainingBytes: Int { Self.maxBytes - byteCount }

    /// The error for a block that exceeds the limit.
    static var tooLong: Refusal {
        Refusal(reason: "the header block is longer than \(maxBytes) bytes; \(wanted) and an empty line")
    }

    /// Reads one line, without its `\n`.
    ///
    /// - Returns: after the empty line that ends the block, the length of the body; after other lines, nil.
    mutating func read(_ line: UnsafeRawBufferPointer) throws(Refusal) -> Int? {
        guard line.count < remainingBytes else { throw Self.tooLong }
        byteCount += line.count + 1
        lineCount += 1
        let text = line.last == ASCII.carriageReturn ? line.dropLast() : line[...]
        guard !text.isEmpty else {
            guard let contentLength else {
                throw Refusal(reason: "the header block ends without a length; \(Self.wanted) before the empty line")
            }
            return contentLength
        }
        guard let colon = text.firstIndex(of: ASCII.colon) else {
            throw Refusal(
                reason: "header line \(lineCount) has no colon; \(Self.wanted)"
                    + ", or a connection that begins with { or [ for one JSON text per line")
        }
        if Self.isContentLength(ASCII.trimmed(text[..<colon])) {
            try readLength(ASCII.trimmed(text[text.index(after: colon)...]))
        }
        return nil
    }

    private mutating func readLength(_ value: UnsafeRawBufferPointer.SubSequence) throws(Refusal) {
        var length = 0
        var isNumber = !value.isEmpty
        for byte in value where isNumber {
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(byte) - Int(ASCII.digits.lowerBound))
            isNumber = ASCII.digits.contains(byte) && !overflow && !carry
            length = sum
        }
        guard isNumber else {
            throw Refusal(
                reason: "header line \(lineCount): Content-Length is no number of bytes"
                    + "; expected decimal digits alone, below 2^63")
        }
        if let contentLength, contentLength != length {
            throw Refusal(
                reason: "header line \(lineCount): Content-Length is \(length) after \(contentLength)"
                    + "; expected one length")
        }
        contentLength = length
    }

    private static func isContentLength(_ name: UnsafeRawBufferPointer.SubSequence) -> Bool {
        guard name.count == lengthName.utf8CodeUnitCount else { return false }
        return lengthName.withUTF8Buffer { wanted in
            zip(name, wanted).allSatisfy { ASCII.lowercased($0) == $1 }
        }
    }
}
