/// One JSON value in encoded form: compact, valid UTF-8 text.
///
/// The text contains no raw line break and no raw U+0085, U+2028 or U+2029, so it is always one line. Two texts are
/// equal if their bytes are equal. To compare by meaning, compare their `value`s.
public struct JSONText: Sendable, Hashable {
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// Wraps bytes without checking them; they must be one value in compact form.
    @usableFromInline
    init(unchecked bytes: [UInt8]) {
        assert(bytes.withUnsafeBytes { JSONScanner.isWellFormed($0) }, "not one JSON value")
        self.bytes = bytes
    }

    /// Encodes a parsed value.
    ///
    /// Members keep their order.
    public init(_ value: JSONValue) {
        self = JSONText.build { $0.value(value) }
    }

    /// Parses a text and writes it in compact form, with the shortest form of strings and numbers.
    ///
    /// - Throws: `JSONParseError`; see `JSONValue.init(parsing:)`.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        self.init(try JSONValue(parsing: bytes))
    }

    /// Parses a text and writes it in compact form; see `init(parsing:)` for a buffer.
    public init(parsing bytes: [UInt8]) throws(JSONParseError) {
        self.init(try JSONValue(parsing: bytes))
    }

    /// Parses a text and writes it in compact form; see `init(parsing:)` for a buffer.
    public init(parsing string: String) throws(JSONParseError) {
        self.init(try JSONValue(parsing: string))
    }

    /// Builds a text with a writer.
    ///
    /// `body` must write exactly one value.
    ///
    /// ```swift
    /// let point = JSONText.build { writer in
    ///     writer.beginObject()
    ///     writer.field("x", 1)
    ///     writer.endObject()
    /// }
    /// ```
    @inlinable
    public static func build<Failure: Error>(
        capacity: Int = 256, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> JSONText {
        var writer = JSONWriter(capacity: capacity)
        try body(&writer)
        return writer.finish()
    }

    /// Makes an object with one member.
    public static func object(_ key: String, _ value: JSONText) -> JSONText {
        build { json in
            json.beginObject()
            json.key(key)
            json.value(value)
            json.endObject()
        }
    }

    /// The parsed value.
    public var value: JSONValue { JSONValue(self) }

    /// The text as a string.
    public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension JSONText: CustomStringConvertible {
    /// The text `null`.
    public static let null = JSONText(unchecked: Array("null".utf8))
    /// The text `{}`.
    public static let emptyObject = JSONText(unchecked: Array("{}".utf8))
    /// The text `[]`.
    public static let emptyArray = JSONText(unchecked: Array("[]".utf8))

    /// Encodes a string.
    public static func string(_ string: String) -> JSONText { build { $0.value(string) } }
    /// Encodes an integer.
    public static func integer(_ integer: Int) -> JSONText { build(capacity: 24) { $0.value(integer) } }
    /// Encodes a real; `null` if it is not finite.
    public static func real(_ real: Double) -> JSONText { build(capacity: 32) { $0.value(real) } }
    /// Encodes `true` or `false`.
    public static func bool(_ bool: Bool) -> JSONText { build(capacity: 8) { $0.value(bool) } }

    /// The text itself.
    public var description: String { string }
}
