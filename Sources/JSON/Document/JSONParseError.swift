internal import CJansson

/// Why a text is not JSON, and where.
///
/// The message never quotes the input: what can't be parsed may hold a secret.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected or refused.
    public var message: String
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int
    /// How many bytes of the input were read before the fault was seen.
    public var byteOffset: Int

    /// Makes an error from its parts.
    public init(message: String, line: Int, column: Int, byteOffset: Int) {
        self.message = message
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// The message with its place.
    public var description: String { "\(message) (line \(line), column \(column))" }
}

extension JSONParseError {
    init(_ error: json_error_t) {
        var message = withUnsafeBytes(of: error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if let quote = message.firstRange(of: " near '") { message.removeSubrange(quote.lowerBound...) }
        self.init(
            message: message, line: max(1, Int(error.line)), column: max(1, Int(error.column)),
            byteOffset: max(0, Int(error.position)))
    }

    /// The fault at `offset` of `bytes`.
    init(_ message: String, at offset: Int, in bytes: UnsafeRawBufferPointer) {
        let place = JSONScanner.place(of: offset, in: bytes)
        self.init(message: message, line: place.line, column: place.column, byteOffset: offset)
    }
}
