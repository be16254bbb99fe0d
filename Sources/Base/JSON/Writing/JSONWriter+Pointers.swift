/// Tokens of JSON Pointers (RFC 6901) within a JSON string.
extension JSONWriter {
    /// Appends a key to a JSON Pointer.
    ///
    /// The key must need no escapes.
    mutating func appendToken(_ key: StaticString) {
        appendByte(UInt8(ascii: "/"))
        append(key)
    }

    /// Appends a key, given with its quotes, to a JSON Pointer within a JSON string (RFC 6901 §3 and §5).
    mutating func appendToken(_ key: UnsafeRawBufferPointer) {
        appendByte(UInt8(ascii: "/"))
        var (isPlain, hasEscape) = (true, false)
        for byte in key {
            if byte == UInt8(ascii: "\\") { hasEscape = true }
            if byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") { isPlain = false }
        }
        if isPlain, !hasEscape { return appendBytes(UnsafeRawBufferPointer(rebasing: key[1..<key.count - 1])) }
        if !hasEscape { return appendEscaped(token: key.dropFirst().dropLast()) }
        // A JSON escape may represent a character that must be escaped in a pointer.
        guard let value = try? JSONValue(parsing: key).stringValue else { preconditionFailure("a key is a string") }
        var token = JSONWriter()
        token.appendEscaped(token: value.utf8)
        let text = token.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        JSONText.string(text).bytes.dropFirst().dropLast().withUnsafeBytes { appendBytes($0) }
    }

    /// Appends a token.
    ///
    /// `~` is escaped as `~0`, and `/` as `~1` (RFC 6901 §3).
    mutating func appendEscaped(token bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "~"): append("~0")
            case UInt8(ascii: "/"): append("~1")
            default: appendByte(byte)
            }
        }
    }
}
