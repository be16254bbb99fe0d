/// One JSON value at rest: compact, valid UTF-8 text.
///
/// The text holds no raw line break and no raw U+0085, U+2028 or U+2029, so it is one line wherever it is written.
/// Two texts are equal when their bytes are; compare `value`s to compare what they say.
public struct JSONText: Sendable, Hashable {
    /// The text in UTF-8.
    public let bytes: [UInt8]

    /// Takes bytes that the caller knows to be one value in compact form.
    @usableFromInline
    init(unchecked bytes: [UInt8]) {
        assert(bytes.withUnsafeBytes { JSONScanner.isWellFormed($0) }, "not one JSON value")
        self.bytes = bytes
    }

    /// The text of a parsed value; members keep their order.
    public init(_ value: JSONValue) {
        self = JSONText.build { $0.value(value) }
    }

    /// Checks a text and brings it into compact form; strings and numbers are written in their shortest way.
    ///
    /// - Throws: `JSONParseError`, as `JSONValue.init(parsing:)` does.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        self.init(try JSONValue(parsing: bytes))
    }

    /// Checks a text and brings it into compact form; see `init(parsing:)` of a buffer.
    public init(parsing bytes: [UInt8]) throws(JSONParseError) {
        self.init(try JSONValue(parsing: bytes))
    }

    /// Checks a text and brings it into compact form; see `init(parsing:)` of a buffer.
    public init(parsing string: String) throws(JSONParseError) {
        self.init(try JSONValue(parsing: string))
    }

    /// The text that `body` writes, which must be exactly one value.
    @inlinable
    public static func build<Failure: Error>(
        capacity: Int = 256, _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> JSONText {
        var writer = JSONWriter(capacity: capacity)
        try body(&writer)
        return writer.finish()
    }

    /// An object with one member.
    public static func object(_ key: String, _ value: JSONText) -> JSONText {
        build { json in
            json.beginObject()
            json.key(key)
            json.value(value)
            json.endObject()
        }
    }

    /// The text, parsed.
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

    /// The text of a string.
    public static func string(_ string: String) -> JSONText { build { $0.value(string) } }
    /// The text of an integer.
    public static func integer(_ integer: Int) -> JSONText { build(capacity: 24) { $0.value(integer) } }
    /// The text of a real; one that is not finite gives `null`.
    public static func real(_ real: Double) -> JSONText { build(capacity: 32) { $0.value(real) } }
    /// The text `true` or `false`.
    public static func bool(_ bool: Bool) -> JSONText { build(capacity: 8) { $0.value(bool) } }

    /// The text itself.
    public var description: String { string }
}
