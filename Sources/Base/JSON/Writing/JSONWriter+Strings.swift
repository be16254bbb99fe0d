extension JSONWriter {
    /// Writes a string.
    @inlinable
    public mutating func value(_ string: String) {
        // Native strings provide their storage without a copy. A bridged string would be copied once.
        if string.utf8.withContiguousStorageIfAvailable({ appendString($0, isKey: false) }) == nil {
            var copy = string
            copy.withUTF8 { appendString($0, isKey: false) }
        }
    }

    /// Writes a string.
    @inlinable
    public mutating func value(_ string: Substring) {
        if string.utf8.withContiguousStorageIfAvailable({ appendString($0, isKey: false) }) == nil {
            var copy = string
            copy.withUTF8 { appendString($0, isKey: false) }
        }
    }

    /// Writes a string of UTF-8 bytes.
    ///
    /// The bytes must be valid.
    @inlinable
    public mutating func string(utf8 bytes: UnsafeRawBufferPointer) {
        bytes.withMemoryRebound(to: UInt8.self) { appendString($0, isKey: false) }
    }

    /// True only if a string needs no escapes.
    ///
    /// The result is false for every string with non-ASCII characters, although most of them need no escapes. So one
    /// check per byte is enough.
    @inlinable @inline(__always)
    public static func needsNoEscapes(utf8 bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.allSatisfy { $0 &- 0x20 < 0x60 && $0 != 0x22 && $0 != 0x5C }
    }

    /// Writes the comma, if one is needed, and the string in quotes.
    ///
    /// Eight bytes are copied at a time. The last eight may overlap bytes that were already copied. Bytes are copied
    /// one by one only around an escape and in very short strings. The buffer always has capacity for the rest of the
    /// source and three more bytes: a comma and the quotes.
    @usableFromInline
    mutating func appendString(_ source: UnsafeBufferPointer<UInt8>, isKey: Bool) {
        let count = source.count
        reserve(count + 3)
        base[end] = UInt8(ascii: ",")
        end &+= needsComma ? 1 : 0
        needsComma = true
        base[end] = UInt8(ascii: "\"")
        end &+= 1
        guard let start = source.baseAddress else {
            base[end] = UInt8(ascii: "\"")
            end &+= 1
            return
        }

        let first = end
        var out = base + end
        var index = 0
        while true {
            while index &+ 8 <= count {
                let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
                UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
                if mayNeedEscape(word) { break }
                index &+= 8
                out += 8
            }
            let isPlain = out - base == first &+ index
            if isPlain, copyRest(start, from: index, count: count, to: out) {
                out += count &- index
                break
            }
            let stop = min(index &+ 8, count)
            while index < stop {
                let byte = start[index]
                if mayNeedEscape(byte) { break }
                out.pointee = byte
                index &+= 1
                out += 1
            }
            if index == count { break }
            if index == stop { continue }
            end = out - base
            index &+= appendEscape(UnsafeBufferPointer(rebasing: source[index...]), isKey: isKey)
            reserve(count - index + 3)
            out = base + end
        }
        out.pointee = UInt8(ascii: "\"")
        end = out + 1 - base
    }

    /// Copies the last bytes, up to seven, if a single check shows that they need no escape.
    ///
    /// Otherwise returns false.
    ///
    /// All earlier bytes of the string must have been copied without escapes, because the copy may overlap them.
    @inline(__always)
    private func copyRest(
        _ start: UnsafePointer<UInt8>, from index: Int, count: Int, to out: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let rest = count &- index
        if rest >= 8 || count < 4 { return false }
        let source = UnsafeRawPointer(start + count)
        let target = UnsafeMutableRawPointer(out + rest)
        if count >= 8 {
            let word = (source - 8).loadUnaligned(as: UInt64.self)
            if mayNeedEscape(word) { return false }
            // The overlapping bytes do not change.
            (target - 8).storeBytes(of: word, as: UInt64.self)
            return true
        }
        let (low, high) = ((source - count).loadUnaligned(as: UInt32.self), (source - 4).loadUnaligned(as: UInt32.self))
        if mayNeedEscape(UInt64(low) | UInt64(high) &<< 32) { return false }
        (target - count).storeBytes(of: low, as: UInt32.self)
        (target - 4).storeBytes(of: high, as: UInt32.self)
        return true
    }

    /// Writes the first character of `source`, and returns its length in bytes.
    ///
    /// The character is escaped if necessary.
    @inline(never)
    private mutating func appendEscape(_ source: UnsafeBufferPointer<UInt8>, isKey: Bool) -> Int {
        let byte = source[0]
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        case 0x08: append("\\b")
        case 0x0C: append("\\f")
        case 0 where isKey: append("\u{FFFD}")
        case 0..<0x20:
            append(byte < 0x10 ? "\\u000" : "\\u001")
            appendByte(hexDigit(byte & 0xF))
        case 0xC2 where source.count >= 2 && source[1] == 0x85:
            append("\\u0085")
            return 2
        case 0xE2 where source.count >= 3 && source[1] == 0x80 && source[2] & 0xFE == 0xA8:
            append(source[2] == 0xA8 ? "\\u2028" : "\\u2029")
            return 3
        default: appendByte(byte)
        }
        return 1
    }

    /// Appends a literal unchanged.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        appendBytes(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }
}

/// True if one of eight bytes is special.
///
/// Special bytes are control characters, quotes, backslashes, and the lead bytes of U+0085, U+2028 or U+2029.
///
/// Each term sets the high bit of a matching byte. Borrows may set further bits above a match, but never clear any.
@inline(__always)
private func mayNeedEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let ascii =
        ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
    if ascii & highs != 0 { return true }
    if word & highs == 0 { return false }
    let c2 = word ^ (ones &* 0xC2)
    let e2 = word ^ (ones &* 0xE2)
    return (((c2 &- ones) & ~c2) | ((e2 &- ones) & ~e2)) & highs != 0
}

@inline(__always)
private func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0xC2 || byte == 0xE2
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
