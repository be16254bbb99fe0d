/// A cursor over JSON text that validates and skips one token at a time.
package struct JSONTokenizer {
    package struct StringToken {
        /// The bytes between the quotes.
        package var content: Range<Int>
        package var hasEscapes = false
        package var isASCII = true
        /// True if the string contains U+0000, which is invalid in keys.
        package var hasNull = false
    }

    package let bytes: UnsafeRawBufferPointer
    package var offset = 0
    /// True if a raw line break was skipped, or U+0085, U+2028 or U+2029, which some readers treat as a line break.
    package private(set) var hasLineBreaks = false

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The byte at the cursor; nil at the end.
    package var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// True if lone surrogates are accepted.
    ///
    /// They are recorded in ``loneSurrogates``.
    package var allowsLoneSurrogates = false
    /// The offsets of escapes that are lone surrogates.
    package private(set) var loneSurrogates: [Int] = []

    package func fault(_ message: String, _ kind: JSONParseError.Kind = .syntax) -> JSONParseError {
        JSONParseError(message, at: offset, in: bytes, kind: kind)
    }

    @inline(__always)
    package mutating func skipWhitespace() {
        if let byte = next, byte <= 0x20 { skipSpaces() }
    }

    private mutating func skipSpaces() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            if byte == 0x0A || byte == 0x0D { hasLineBreaks = true }
            offset += 1
        }
    }

    /// Skips `byte` if it is next.
    @inline(__always)
    package mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    package mutating func takeDigits() -> Bool {
        let start = offset
        while let byte = next, isDigit(byte) { offset += 1 }
        return offset > start
    }

    /// Skips a string, a number or a literal.
    package mutating func takeScalar() throws(JSONParseError) {
        switch next {
        case UInt8(ascii: "\""): _ = try takeString()
        case UInt8(ascii: "t"): try takeLiteral("true")
        case UInt8(ascii: "f"): try takeLiteral("false")
        case UInt8(ascii: "n"): try takeLiteral("null")
        case nil: throw fault("unexpected end of input")
        default: try takeNumber()
        }
    }

    private mutating func takeLiteral(_ literal: StaticString) throws(JSONParseError) {
        for index in 0..<literal.utf8CodeUnitCount where !take(literal.utf8Start[index]) {
            throw fault("invalid token")
        }
    }

    private mutating func takeNumber() throws(JSONParseError) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) {
            guard takeDigits() else { throw fault("invalid token") }
        }
        if take(UInt8(ascii: ".")) {
            guard takeDigits() else { throw fault("a fraction needs digits") }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard takeDigits() else { throw fault("an exponent needs digits") }
        }
    }

    /// Skips a string and returns its token.
    package mutating func takeString() throws(JSONParseError) -> StringToken {
        guard take(UInt8(ascii: "\"")) else { throw fault("string expected") }
        var token = StringToken(content: offset..<offset)
        skipPlain()
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                token.content = token.content.lowerBound..<offset
                offset += 1
                return token
            case UInt8(ascii: "\\"):
                token.hasEscapes = true
                if try takeEscape() == 0 { token.hasNull = true }
            case 0..<0x20:
                throw fault("control character in a string")
            case 0x20..<0x80:
                offset += 1
                skipPlain()
            default:
                let length = lengthOfCharacter()
                guard length > 0 else { throw fault("invalid UTF-8") }
                token.isASCII = false
                noteLineBreak()
                offset += length
            }
        }
        throw fault("unexpected end of input")
    }

    /// Skips plain ASCII characters of a string.
    ///
    /// Eight characters are skipped at a time, as long as eight bytes remain.
    private mutating func skipPlain() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        while offset + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            // Each term of `found` sets the top bit of bytes that are not plain. A borrow can also set the top bit of a
            // plain byte, but only above a byte that is not plain. So the lowest byte whose top bit is set is not
            // plain.
            let quotes = word ^ (ones &* 0x22)
            let escapes = word ^ (ones &* 0x5C)
            let controls = (word &- (ones &* 0x20)) & ~word
            let found = ((quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes | controls | word) & tops
            if found != 0 {
                offset += found.trailingZeroBitCount / 8
                return
            }
            offset += 8
        }
    }

    /// Skips one escape, or both escapes of a surrogate pair, and returns the scalar value.
    ///
    /// For a lone surrogate that is accepted, the scalar value is U+FFFD.
    private mutating func takeEscape() throws(JSONParseError) -> UInt32 {
        offset += 1
        guard let byte = next else { throw fault("unexpected end of input") }
        offset += 1
        switch byte {
        case UInt8(ascii: "u"): break
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        default: throw fault("invalid escape")
        }
        let unit = try takeHex()
        guard unit & 0xF800 == 0xD800 else { return unit }
        let end = offset
        if unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let low = try takeHex()
            if low & 0xFC00 == 0xDC00 { return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF) }
        }
        guard allowsLoneSurrogates else { throw fault(JSONParseError.loneSurrogate, .limit) }
        loneSurrogates.append(end - 6)
        offset = end
        return 0xFFFD
    }

    private mutating func takeHex() throws(JSONParseError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                throw fault("invalid escape")
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }

    /// Returns the length of the multi-byte character at the cursor; 0 for invalid UTF-8 (Unicode, table 3-7).
    private func lengthOfCharacter() -> Int {
        let lead = bytes[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return 0
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
        for index in 2..<max(2, length) where bytes[offset + index] & 0xC0 != 0x80 { return 0 }
        return length
    }

    /// Sets ``hasLineBreaks`` if some readers treat the multi-byte character at the cursor as a line break.
    private mutating func noteLineBreak() {
        switch bytes[offset] {
        case 0xC2: if bytes[offset + 1] == 0x85 { hasLineBreaks = true }
        case 0xE2: if bytes[offset + 1] == 0x80, bytes[offset + 2] & 0xFE == 0xA8 { hasLineBreaks = true }
        default: break
        }
    }

    /// Returns the text of a string token.
    package func text(of token: StringToken) -> String {
        guard token.hasEscapes else { return String(decoding: bytes[token.content], as: UTF8.self) }
        var text = String.UnicodeScalarView()
        var plain = token.content.lowerBound
        var cursor = self
        cursor.offset = plain
        while cursor.offset < token.content.upperBound {
            guard bytes[cursor.offset] == UInt8(ascii: "\\") else {
                cursor.offset += 1
                continue
            }
            text.append(contentsOf: String(decoding: bytes[plain..<cursor.offset], as: UTF8.self).unicodeScalars)
            guard let value = try? cursor.takeEscape() else { return "\u{FFFD}" }
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            plain = cursor.offset
        }
        text.append(contentsOf: String(decoding: bytes[plain..<token.content.upperBound], as: UTF8.self).unicodeScalars)
        return String(text)
    }

    /// True if the text of a string token equals `text` byte by byte, as RFC 6901 requires.
    package func token(_ token: StringToken, equals text: String) -> Bool {
        if !token.hasEscapes { return bytes[token.content].elementsEqual(text.utf8) }
        return self.text(of: token).utf8.elementsEqual(text.utf8)
    }
}

package func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
