extension JSONValue {
    /// Parses one JSON text of UTF-8 bytes.
    ///
    /// - Throws: `JSONParseError` for anything RFC 8259 forbids, and for duplicate keys, U+0000 in keys, lone
    ///   surrogates, integers outside 64 bits, reals that overflow a double, and more than 2,048 levels.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        self.init(try JSONDocument(parsing: bytes))
    }

    /// Parses one JSON text of UTF-8 bytes; see `init(parsing:)` of a buffer.
    public init(parsing bytes: [UInt8]) throws(JSONParseError) {
        let document = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONParseError) in try JSONDocument(parsing: bytes) }
        }
        self.init(try document.get())
    }

    /// Parses one JSON text; see `init(parsing:)` of a buffer.
    public init(parsing string: String) throws(JSONParseError) {
        try self.init(parsing: Array(string.utf8))
    }

    /// Reads an object that stands in a longer text, if it is made of plain ASCII strings, integers and words.
    ///
    /// - Returns: nil where there is anything else, be it valid or not; the whole text is then for `init(parsing:)`.
    public static func plainObject(
        at start: Int, in bytes: UnsafeRawBufferPointer
    ) -> (value: JSONValue, end: Int)? {
        JSONDocument.plainObject(at: start, in: bytes).map { (JSONValue($0.document), $0.end) }
    }

    /// The member of an object that stands as text, which must be valid; nil where it has none, and for another value.
    ///
    /// Only that member is parsed.
    public static func member(_ key: String, of text: UnsafeRawBufferPointer) -> JSONValue? {
        var reader = JSONMemberReader(text)
        guard reader.enterObject() else { return nil }
        var key = key
        return key.withUTF8 { wanted in
            while let found = try? reader.nextKey() {
                // A key with escapes can be written in several ways.
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

    /// Parses text that is known to be valid.
    ///
    /// It cannot fail; but a text that was built deeper than the parser's 2,048 levels, which nobody could read,
    /// gives `null`. Of members written twice the last one counts.
    public init(_ text: JSONText) {
        let document = text.bytes.withUnsafeBytes { try? JSONDocument(parsing: $0, rejectingDuplicates: false) }
        guard let document else {
            self = .null
            return
        }
        self.init(document)
    }

    /// Builds a small value by writing its text.
    public static func build<Failure: Error>(
        _ body: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) -> JSONValue {
        JSONValue(try JSONText.build(body))
    }

    /// A string value.
    public static func string(_ string: String) -> JSONValue { JSONValue(JSONText.string(string)) }
    /// An integer value.
    public static func integer(_ integer: Int) -> JSONValue { JSONValue(JSONText.integer(integer)) }
    /// A real value; one that is not finite gives `null`.
    public static func real(_ real: Double) -> JSONValue { JSONValue(JSONText.real(real)) }
    /// `true` or `false`.
    public static func bool(_ bool: Bool) -> JSONValue { JSONValue(JSONText.bool(bool)) }
}
