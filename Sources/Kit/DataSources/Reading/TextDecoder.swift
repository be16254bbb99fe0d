/// An incremental decoder from any ``TextEncoding`` to UTF-8.
///
/// Errors in the input become errors in the output, from which the input can be restored. Invalid UTF-8 is copied
/// unchanged, and a lone surrogate becomes three bytes that UTF-8 forbids.
struct TextDecoder: Sendable {
    private let encoding: TextEncoding
    /// The encoding and its byte order; nil until the first bytes determine them.
    private(set) var form: TextForm?
    /// The byte-order mark; empty if the text has none, or if it has not been read yet.
    private(set) var mark: [UInt8] = []
    /// Bytes that can't be decoded yet.
    ///
    /// They are the first bytes of the text until the encoding is determined, and later the first half of a UTF-16 code
    /// unit.
    private(set) var rest: [UInt8] = []
    /// The first half of a surrogate pair, until the second half arrives; otherwise nil.
    private var high: UInt16?

    init(_ encoding: TextEncoding = .utf8) {
        self.encoding = encoding
    }

    /// Decodes further bytes, and appends the result to `text`.
    mutating func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        guard form == nil else { return decode(bytes, to: &text) }
        rest += bytes
        let mayBeMark = TextForm.marks.contains { $0.mark.count > rest.count && $0.mark.starts(with: rest) }
        // The first two bytes of UTF-16 show its byte order.
        if !mayBeMark, rest.count >= (encoding == .utf16 ? 2 : 1) { begin(&text) }
    }

    /// Decodes the remaining bytes at the end of the input, and appends the result to `text`.
    ///
    /// If the input ends with half of a UTF-16 code unit, this byte stays in ``rest``, and the text ends with a byte
    /// that UTF-8 forbids.
    mutating func finish(_ text: inout [UInt8]) {
        if form == nil { begin(&text) }
        flushHigh(&text)
        if !rest.isEmpty { text.append(0xFF) }
    }

    private mutating func begin(_ text: inout [UInt8]) {
        let known = TextForm.marks.first { rest.starts(with: $0.mark) }
        mark = known?.mark ?? []
        form = known?.form ?? TextForm(encoding, of: rest)
        let head = Array(rest.dropFirst(mark.count))
        rest = []
        head.withUnsafeBytes { decode($0, to: &text) }
    }

    private mutating func decode(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        switch form {
        case .utf8, nil: text += bytes
        case .latin1: for byte in bytes { Self.append(UInt32(byte), to: &text) }
        case .windows1252: for byte in bytes { Self.append(Windows1252.character(byte), to: &text) }
        case .utf16LittleEndian: decodeUnits(bytes, to: &text) { UInt16($1) << 8 | UInt16($0) }
        case .utf16BigEndian: decodeUnits(bytes, to: &text) { UInt16($0) << 8 | UInt16($1) }
        }
    }

    private mutating func decodeUnits(
        _ bytes: UnsafeRawBufferPointer, to text: inout [UInt8], _ unit: (UInt8, UInt8) -> UInt16
    ) {
        var index = 0
        if let first = rest.first, let second = bytes.first {
            append(unit(first, second), to: &text)
            rest = []
            index = 1
        }
        while index + 1 < bytes.count {
            append(unit(bytes[index], bytes[index + 1]), to: &text)
            index += 2
        }
        if index < bytes.count { rest.append(bytes[index]) }
    }

    private mutating func append(_ unit: UInt16, to text: inout [UInt8]) {
        if let high, unit & 0xFC00 == 0xDC00 {
            self.high = nil
            return Self.append(0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(unit & 0x3FF), to: &text)
        }
        flushHigh(&text)
        if unit & 0xFC00 == 0xD800 { high = unit } else { Self.append(UInt32(unit), to: &text) }
    }

    private mutating func flushHigh(_ text: inout [UInt8]) {
        if let high { Self.append(UInt32(high), to: &text) }
        high = nil
    }

    @inline(__always)
    private static func append(_ character: UInt32, to text: inout [UInt8]) {
        if character < 0x80 { return text.append(UInt8(character)) }
        if character < 0x800 {
            text.append(0xC0 | UInt8(character >> 6))
        } else {
            if character < 0x10000 {
                text.append(0xE0 | UInt8(character >> 12))
            } else {
                text.append(0xF0 | UInt8(character >> 18))
                text.append(0x80 | UInt8(character >> 12 & 0x3F))
            }
            text.append(0x80 | UInt8(character >> 6 & 0x3F))
        }
        text.append(0x80 | UInt8(character & 0x3F))
    }
}
