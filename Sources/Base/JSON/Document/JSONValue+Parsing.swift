extension JSONValue {
    /// Parses one JSON text of UTF-8 bytes.
    ///
    /// - Throws: `JSONParseError` for invalid JSON (RFC 8259), and for duplicate keys, U+0000 in keys, lone
    ///   surrogates, integers outside 64 bits, reals that overflow a double, and more than 2,048 levels.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        self.init(try JSONDocument(parsing: bytes))
    }

    /// Parses one JSON text of UTF-8 bytes like `init(parsing:)`, but accepts duplicate keys.
    ///
    /// The last of the members with the same key is used.
    package init(parsingWithDuplicates bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        self.init(try JSONDocument(parsing: bytes, rejectingDuplicates: false))
    }

    /// Parses one JSON text of UTF-8 bytes; see `init(parsing:)` for a buffer.
    public init(parsing bytes: [UInt8]) throws(JSONParseError) {
        let document = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONParseError) in try JSONDocument(parsing: bytes) }
        }
        self.init(try document.get())
    }

    /// Parses one JSON text; see `init(parsing:)` for a buffer.
    public init(parsing string: String) throws(JSONParseError) {
        try self.init(parsing: Array(string.utf8))
    }

    /// Returns a member of the object in a valid text; nil if there is no such member, or if the text is not an object.
    ///
    /// Only the value of that member is parsed. If its key or a key before it has escapes, the whole text is parsed.
    public static func member(_ key: String, of text: UnsafeRawBufferPointer) -> JSONValue? {
        var reader = JSONMemberReader(text)
        guard reader.enterObject() else { return nil }
        var key = key
        return key.withUTF8 { wanted in
            while let found = try? reader.nextKey() {
                // A key can be written with escapes in several ways, so the parsed tree is searched.
                if found.hasEscapes { return tree(text)[String(decoding: wanted, as: UTF8.self)] }
                guard let place = try? reader.skipValue() else { return nil }
                guard found.range.count == wanted.count, text[found.range].elementsEqual(wanted) else { continue }
                return try? JSONValue(parsing: UnsafeRawBufferPointer(rebasing: text[place]))
            }
            return nil
        }
    }

    private static func tree(_ text: UnsafeRawBufferPointer) -> JSONValue {
        JSONValue(JSONText(unchecked: Array(text)))
    }

    /// Parses an encoded value, which is always valid.
    ///
    /// This does not fail. A text that was built with more than the parser's 2,048 levels gives `null`. The last of the
    /// members with the same key is used.
    public init(_ text: JSONText) {
        let document = text.bytes.withUnsafeBytes { try? JSONDocument(parsing: $0, rejectingDuplicates: false) }
        guard let document else {
            self = .null
            return
        }
        self.init(document)
    }

    /// Builds a small value by writing and parsing its text.
    public static func build<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> JSONValue {
        JSONValue(try JSONText.build(body))
    }

    /// Makes a string.
    public static func string(_ string: String) -> JSONValue { JSONValue(JSONText.string(string)) }
    /// Makes an integer.
    public static func integer(_ integer: Int) -> JSONValue { JSONValue(JSONText.integer(integer)) }
    /// Makes a real; `null` if it is not finite.
    public static func real(_ real: Double) -> JSONValue { JSONValue(JSONText.real(real)) }
    /// Makes `true` or `false`.
    public static func bool(_ bool: Bool) -> JSONValue { JSONValue(JSONText.bool(bool)) }
}
