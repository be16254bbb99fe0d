internal import CFHJansson

/// The reason why a text can't be read as JSON, and its position.
///
/// The message never quotes the input, because the input may contain a secret.
public struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    public enum Kind: Sendable, Hashable {
        /// The text is not JSON.
        case syntax
        /// The text is JSON, but this host does not accept its depth or one of its numbers, keys or escapes, or lacks
        /// the memory for its values.
        case limit
        /// The text is JSON, but an object has duplicate members.
        case repeatedMember
    }

    /// The kind of this error.
    ///
    /// Only `syntax` means that the text is not JSON.
    public var kind = Kind.syntax
    /// The error in the syntax; for other kinds, the refused content, such as `a number that is too large`.
    public var message: String
    /// The line, counted from 1.
    public var line: Int
    /// The column in characters, counted from 1.
    public var column: Int
    /// The number of bytes of the input that were read before the error.
    public var byteOffset: Int

    /// Makes an error from its parts.
    public init(message: String, line: Int, column: Int, byteOffset: Int, kind: Kind = .syntax) {
        self.kind = kind
        self.message = message
        self.line = line
        self.column = column
        self.byteOffset = byteOffset
    }

    /// The message, with the line and the column.
    public var description: String { "\(message) (line \(line), column \(column))" }

    /// The error as a phrase that follows the name of the text: `is not JSON: ',' or '}' expected`, `has a number …`.
    public var fault: String {
        switch kind {
        case .syntax: "is not JSON: \(message)"
        case .limit, .repeatedMember: "has \(message)"
        }
    }
}

extension JSONParseError {
    /// The message for an integer outside 64 bits, or a real outside the range of a double.
    static let tooLarge = "a number that is too large"
    /// The message for a member whose key the object already has.
    static let repeated = "a member that is given twice"
    /// The message for a surrogate escape without its partner.
    static let loneSurrogate = "half of a surrogate pair"
    /// The message for a key that contains U+0000.
    package static let nullInName = "U+0000 in the name of a member"
    /// The message for nesting beyond the maximum depth.
    package static let tooDeep = "more than \(JSONScanner.maximumDepth) levels"

    /// The message for a text whose values can't be allocated.
    static let noMemory = "more values than there is memory for (see ulimit -v)"

    init(_ error: json_error_t) {
        var message = withUnsafeBytes(of: error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if let quote = message.firstRange(of: " near '") { message.removeSubrange(quote.lowerBound...) }
        var kind = Kind.limit
        var error = error
        switch json_error_code(&error) {
        case json_error_numeric_overflow: message = Self.tooLarge
        case json_error_null_byte_in_key: message = Self.nullInName
        case json_error_stack_overflow: message = Self.tooDeep
        // jansson reports most failed allocations without a code and a text.
        case json_error_out_of_memory: message = Self.noMemory
        case _ where message.isEmpty: message = Self.noMemory
        case json_error_duplicate_key: (message, kind) = (Self.repeated, .repeatedMember)
        // jansson reports lone surrogates with the code of a syntax error.
        case _ where message.hasPrefix("invalid Unicode"): message = Self.loneSurrogate
        default: kind = .syntax
        }
        self.init(
            message: message, line: max(1, Int(error.line)), column: max(1, Int(error.column)),
            byteOffset: max(0, Int(error.position)), kind: kind)
    }

    /// Makes the error at `offset` of `bytes`.
    init(_ message: String, at offset: Int, in bytes: UnsafeRawBufferPointer, kind: Kind = .syntax) {
        let place = JSONScanner.place(of: offset, in: bytes)
        self.init(message: message, line: place.line, column: place.column, byteOffset: offset, kind: kind)
    }
}
