internal import CJansson

/// Why a text can't be read as JSON, and where.
///
/// The message never quotes the input: what can't be parsed may hold a secret.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Kind: Sendable, Hashable {
        /// The text is not JSON.
        case syntax
        /// The text is JSON with a number, a name, a depth or a character that can't be kept.
        case limit
        /// The text is JSON in which an object has a member twice.
        case repeatedMember
    }

    /// Whether the text is JSON all the same.
    public var kind = Kind.syntax
    /// What was expected or refused.
    public var message: String
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int
    /// How many bytes of the input were read before the fault was seen.
    public var byteOffset: Int

    /// Makes an error from its parts.
    public init(message: String, line: Int, column: Int, byteOffset: Int, kind: Kind = .syntax) {
        self.kind = kind
        self.message = message
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// The message with its place.
    public var description: String { "\(message) (line \(line), column \(column))" }

    /// The fault as the end of a sentence about the text: `is not JSON: ',' or '}' expected`, `has a number …`.
    public var fault: String {
        switch kind {
        case .syntax: "is not JSON: \(message)"
        case .limit, .repeatedMember: "has \(message)"
        }
    }
}

extension JSONParseError {
    /// A number that neither 64 bits nor a double can hold.
    static let tooLarge = "a number that is too large"
    /// A member that its object has already.
    static let repeated = "a member that is given twice"
    /// One of the two escapes that write a character beyond U+FFFF.
    static let loneSurrogate = "half of a surrogate pair"
    /// A name that no string can hold.
    static let nullInName = "U+0000 in the name of a member"
    /// More levels than are read.
    static let tooDeep = "more than \(JSONScanner.maximumDepth) levels"

    init(_ error: json_error_t) {
        var message = withUnsafeBytes(of: error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if let quote = message.firstRange(of: " near '") { message.removeSubrange(quote.lowerBound...) }
        var kind = Kind.limit
        var error = error
        switch json_error_code(&error) {
        case json_error_numeric_overflow: message = Self.tooLarge
        case json_error_null_byte_in_key: message = Self.nullInName
        case json_error_stack_overflow: message = Self.tooDeep
        case json_error_duplicate_key: (message, kind) = (Self.repeated, .repeatedMember)
        // Two faults of strings that have a code in common with faults of syntax.
        case _ where message.hasPrefix("invalid Unicode"): message = Self.loneSurrogate
        default: kind = .syntax
        }
        self.init(
            message: message, line: max(1, Int(error.line)), column: max(1, Int(error.column)),
            byteOffset: max(0, Int(error.position)), kind: kind)
    }

    /// The fault at `offset` of `bytes`.
    init(_ message: String, at offset: Int, in bytes: UnsafeRawBufferPointer, kind: Kind = .syntax) {
        let place = JSONScanner.place(of: offset, in: bytes)
        self.init(message: message, line: place.line, column: place.column, byteOffset: offset, kind: kind)
    }
}
