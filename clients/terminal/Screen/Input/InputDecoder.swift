/// Decodes the bytes that a terminal sends.
///
/// Sequences may arrive in pieces. Invalid bytes don't stop the decoder.
///
/// ```swift
/// var decoder = InputDecoder()
/// decoder.decode([0x1B, 0x5B, 0x42, 0x78])  // [.key(Key(.down)), .key(.character("x"))]
/// ```
public struct InputDecoder {
    /// The number of bytes after which a sequence without an end is dropped.
    private static let longestSequence = 4 << 10
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// True to decode `ESC` before a character as the alt key; false to decode it as the escape key.
    ///
    /// A terminal sends the same bytes for both. With false, escape and a character are decoded in the same way whether
    /// they are typed slowly, fast or in advance.
    public var hasAltKeys: Bool
    /// True while the terminal has not answered ``TerminalRequests/cursor``.
    ///
    /// At any other time, a sequence like the answer is the function key F3 with modifiers.
    public var expectsCursor = false
    private var bytes: [UInt8] = []
    /// The text of a paste that has not ended; nil outside of a paste.
    private var paste: [UInt8]?

    /// Makes a decoder.
    public init(hasAltKeys: Bool = false) { self.hasAltKeys = hasAltKeys }

    /// True if the last bytes are the escape key, or the beginning of a sequence or character.
    ///
    /// Call ``flush()`` if no bytes follow for a while.
    public var isIncomplete: Bool { !bytes.isEmpty && paste == nil }

    /// Decodes further bytes.
    public mutating func decode(_ more: some Sequence<UInt8>) -> [InputEvent] {
        bytes.append(contentsOf: more)
        var events: [InputEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let step = paste == nil ? next(rest) : continuePaste(rest) else { break }
            rest = rest.dropFirst(step.length)
            events += step.events
        }
        bytes = Array(rest)
        return events
    }

    /// Decodes the last bytes if they are incomplete, because no more bytes have followed.
    public mutating func flush() -> [InputEvent] {
        if paste != nil { return [] }
        let rest = bytes
        bytes = []
        guard let first = rest.first else { return [] }
        // The bytes are the escape key and the keys after it, or the beginning of a character.
        if first != 0x1B { return [.key(.character("\u{FFFD}"))] }
        let keys = decode(rest.dropFirst()) + flush()
        guard hasAltKeys, let key = keys.first else { return [.key(Key(.escape))] + keys }
        return [Self.withAlt(key)] + keys.dropFirst()
    }

    /// The number of bytes that were decoded, and their events.
    private typealias Step = (length: Int, events: [InputEvent])

    /// Decodes the first sequence or character; returns nil if its end is missing.
    private mutating func next(_ rest: ArraySlice<UInt8>) -> Step? {
        guard let first = rest.first else { return nil }
        switch first {
        case 0x1B: return escape(rest)
        case 0x20..<0x7F: return (1, [.key(.character(Character(Unicode.Scalar(first))))])
        case ..<0x20, 0x7F: return (1, [.key(Self.control(first))])
        default: return text(rest)
        }
    }

    // MARK: Characters

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x00: return .control(" ")
        case 0x09: return Key(.tab)
        // Before a terminal is in raw mode, it replaces a return that is typed in advance by a line feed.
        case 0x0A, 0x0D: return Key(.enter)
        case 0x08, 0x7F: return Key(.backspace)
        case 0x1C...0x1F: return .control(Character(Unicode.Scalar(byte + 0x40)))
        default: return .control(Character(Unicode.Scalar(byte + 0x60)))
        }
    }

    private func text(_ rest: ArraySlice<UInt8>) -> Step? {
        let bytes = Array(rest.prefix(4))
        let length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC2 ? 2 : 1
        if length > 1 {
            let tail = bytes.dropFirst().prefix { $0 & 0xC0 == 0x80 }
            if bytes.count < length, tail.count == bytes.count - 1 { return nil }
            if let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first {
                return (length, [.key(.character(character))])
            }
        }
        return (1, [.key(.character("\u{FFFD}"))])
    }

    // MARK: Sequences

    private mutating func escape(_ rest: ArraySlice<UInt8>) -> Step? {
        guard let second = rest.dropFirst().first else { return nil }
        switch second {
        case UInt8(ascii: "["): return controlSequence(rest)
        case UInt8(ascii: "O"):
            guard let third = rest.dropFirst(2).first else { return nil }
            return (3, ControlSequence.function(third).map { [.key($0)] } ?? [])
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return string(rest)
        case 0x1B: return (1, [.key(Key(.escape))])
        default:
            guard hasAltKeys else { return (1, [.key(Key(.escape))]) }
            guard let step = next(rest.dropFirst()) else { return nil }
            return (step.length + 1, step.events.map(Self.withAlt))
        }
    }

    private static func withAlt(_ event: InputEvent) -> InputEvent {
        guard case .key(var key) = event else { return event }
        key.modifiers.insert(.alt)
        return .key(key)
    }

    private mutating func controlSequence(_ rest: ArraySlice<UInt8>) -> Step? {
        let body = rest.dropFirst(2)
        if body.first == UInt8(ascii: "[") {
            // A function key of the Linux console.
            guard let letter = body.dropFirst().first else { return nil }
            let number = Int(letter) - Int(UInt8(ascii: "A")) + 1
            return (4, (1...5).contains(number) ? [.key(Key(.function(number)))] : [])
        }
        if body.first == UInt8(ascii: "M") {
            guard body.count >= 4 else { return nil }
            let codes = body.dropFirst().prefix(3).map { Int($0) - 32 }
            return (6, ControlSequence.mouse(codes, isRelease: codes[0] & 3 == 3).map { [.mouse($0)] } ?? [])
        }
        guard let end = body.firstIndex(where: { !(0x20..<0x40).contains($0) }) else {
            return body.count > Self.longestSequence ? (rest.count, []) : nil
        }
        // A byte that can't be in a sequence breaks it off, and is decoded next.
        guard (0x40..<0x7F).contains(body[end]) else { return (end - rest.startIndex, []) }
        let sequence = ControlSequence(parameters: body[..<end], final: body[end])
        if sequence.beginsPaste { paste = [] }
        return (end - rest.startIndex + 1, sequence.event(expectsCursor: expectsCursor).map { [$0] } ?? [])
    }

    /// Decodes a control string, which ends with `BEL` or `ESC \`.
    private func string(_ rest: ArraySlice<UInt8>) -> Step? {
        let body = rest.dropFirst(2)
        guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else {
            return body.count > Self.longestSequence ? (rest.count, []) : nil
        }
        var length = end - rest.startIndex + 1
        if rest[end] == 0x1B {
            guard let last = rest[(end + 1)...].first else { return nil }
            // The `ESC` of the next sequence breaks the string off.
            guard last == UInt8(ascii: "\\") else { return (length - 1, []) }
            length += 1
        }
        guard rest[rest.startIndex + 1] == UInt8(ascii: "]") else { return (length, []) }
        return (length, ControlSequence.background(body[..<end]).map { [$0] } ?? [])
    }

    // MARK: Pastes

    private mutating func continuePaste(_ rest: ArraySlice<UInt8>) -> Step? {
        let mark = Self.pasteEnd
        var start = rest.startIndex
        while let escape = rest[start...].firstIndex(of: 0x1B) {
            let end = rest[escape...].prefix(mark.count)
            if end.elementsEqual(mark) {
                let text = (paste ?? []) + rest[..<escape]
                paste = nil
                return (escape - rest.startIndex + mark.count, [.paste(String(decoding: text, as: UTF8.self))])
            }
            if mark.starts(with: end) {
                // The rest of the end mark may follow.
                paste?.append(contentsOf: rest[..<escape])
                return escape == rest.startIndex ? nil : (escape - rest.startIndex, [])
            }
            start = escape + 1
        }
        paste?.append(contentsOf: rest)
        return (rest.count, [])
    }
}
