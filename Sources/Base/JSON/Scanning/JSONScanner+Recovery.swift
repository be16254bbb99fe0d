extension JSONScanner {
    /// Finds the value of a top-level member in a text that is invalid or cut off; nil if the value is not certain.
    ///
    /// Only strings, numbers and `null` that are valid and complete are found. Up to that value the text must have the
    /// structure of an object, with commas, colons and brackets in place. So quoted or nested text is not mistaken for
    /// a member. Before the value, invalid strings and words (`NaN`, bad escapes, invalid UTF-8) are ignored. After the
    /// value, all text is ignored.
    public static func recoverTopLevelMember(_ key: StaticString, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        var cursor = JSONTokenizer(bytes)
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: "{")) else { return nil }
        while true {
            cursor.skipWhitespace()
            if cursor.take(UInt8(ascii: ",")) { continue }
            guard let name = cursor.skipString() else { return nil }
            cursor.skipWhitespace()
            guard cursor.take(UInt8(ascii: ":")) else { return nil }
            cursor.skipWhitespace()
            let start = cursor.offset
            guard cursor.skipValue() else { return nil }
            let range = start..<cursor.offset
            cursor.skipWhitespace()
            let isSeparated = cursor.next == UInt8(ascii: ",") || cursor.next == UInt8(ascii: "}")
            if cursor.token(name, equals: "\(key)") {
                // A number at the end of the text may be incomplete. A string is complete, because it has a closing
                // quote.
                let isWhole =
                    cursor.next == nil && !range.isEmpty
                    && (cursor.offset > range.upperBound || isQuote(bytes[start]))
                return (isSeparated || isWhole) && isIdentifierValue(bytes[range]) ? range : nil
            }
            guard cursor.next == UInt8(ascii: ",") else { return nil }
        }
    }

    /// True if a text that is invalid or cut off has a top-level member with this key.
    ///
    /// The member must be before the position at which the structure breaks.
    public static func hasTopLevelMember(_ key: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
        var cursor = JSONTokenizer(bytes)
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: "{")) else { return false }
        while true {
            cursor.skipWhitespace()
            if cursor.take(UInt8(ascii: ",")) { continue }
            guard let name = cursor.skipString() else { return false }
            cursor.skipWhitespace()
            guard cursor.take(UInt8(ascii: ":")) else { return false }
            if cursor.token(name, equals: "\(key)") { return true }
            cursor.skipWhitespace()
            guard cursor.skipValue() else { return false }
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") }

    private static func isIdentifierValue(_ slice: Slice<UnsafeRawBufferPointer>) -> Bool {
        var cursor = JSONTokenizer(UnsafeRawBufferPointer(rebasing: slice))
        guard let first = cursor.next, first != UInt8(ascii: "t"), first != UInt8(ascii: "f") else { return false }
        return (try? cursor.takeScalar()) != nil && cursor.next == nil
    }
}

/// Methods that check only the structure of a text: its quotes, brackets, commas and colons.
extension JSONTokenizer {
    /// Skips a string with any contents.
    ///
    /// Returns nil if there is no string, or if it does not end.
    mutating func skipString() -> StringToken? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var token = StringToken(content: offset..<offset)
        while let byte = next {
            offset += 1
            if byte == UInt8(ascii: "\"") {
                token.content = token.content.lowerBound..<(offset - 1)
                return token
            }
            if byte == UInt8(ascii: "\\") {
                token.hasEscapes = true
                offset += 1
            }
        }
        return nil
    }

    /// Skips a value, or nothing if the value is missing.
    ///
    /// Returns false if the structure is invalid.
    fileprivate mutating func skipValue() -> Bool {
        var open: [UInt8] = []
        /// True after a value. Before the next value, there must be a comma or a colon.
        var afterValue = false
        repeat {
            if !open.isEmpty { skipWhitespace() }
            guard let byte = next else { return open.isEmpty }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if afterValue { return false }
                open.append(byte)
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // In ASCII, the code of each closing bracket is the code of the opening bracket plus two.
                if open.isEmpty { return true }
                guard open.removeLast() == byte - 2 else { return false }
                offset += 1
                afterValue = true
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if open.isEmpty { return true }
                offset += 1
                afterValue = false
            case UInt8(ascii: "\""):
                if afterValue || skipString() == nil { return false }
                afterValue = true
            default:
                if afterValue || !skipWord() { return false }
                afterValue = true
            }
        } while !open.isEmpty
        return true
    }

    private mutating func skipWord() -> Bool {
        let start = offset
        while let byte = next, isWordByte(byte) { offset += 1 }
        return offset > start
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: isDigit(byte)
        }
    }
}
