extension JSONScanner {
    /// Where the value of a top-level member stands in text that is not JSON, or is cut off; nil if that isn't certain.
    ///
    /// Finds only strings, numbers and `null` that are themselves valid and complete. Up to that value the text must
    /// have the structure of an object: commas, colons and brackets in place, so that no quoted or nested text is taken
    /// for a member. Faults inside strings and words (`NaN`, bad escapes, invalid UTF-8) are passed over, and so is
    /// everything that follows the value.
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
                // A number at the very end may have lost its last digits; a string shows its end.
                let isWhole =
                    cursor.next == nil && !range.isEmpty
                    && (cursor.offset > range.upperBound || isQuote(bytes[start]))
                return (isSeparated || isWhole) && isIdentifierValue(bytes[range]) ? range : nil
            }
            guard cursor.next == UInt8(ascii: ",") else { return nil }
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") }

    private static func isIdentifierValue(_ slice: Slice<UnsafeRawBufferPointer>) -> Bool {
        var cursor = JSONTokenizer(UnsafeRawBufferPointer(rebasing: slice))
        guard let first = cursor.next, first != UInt8(ascii: "t"), first != UInt8(ascii: "f") else { return false }
        return (try? cursor.takeScalar()) != nil && cursor.next == nil
    }
}

/// Steps that look only at what keeps quoted and nested text apart from the rest.
extension JSONTokenizer {
    /// Steps over a string whatever is in it; nil if there is none or it has no end.
    fileprivate mutating func skipString() -> StringToken? {
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

    /// Steps over a value, or over nothing where none stands; false where the structure is broken.
    fileprivate mutating func skipValue() -> Bool {
        var open: [UInt8] = []
        /// Whether a value was the last thing seen: none may follow it without a comma or colon.
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
                // Both closing brackets are two above their opening ones in ASCII.
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
