/// A control sequence of ECMA-48 that a terminal has sent.
struct ControlSequence {
    /// The first byte of the parameters if it is `?`, `<`, `=` or `>`, which marks a private sequence; nil otherwise.
    private let marker: UInt8?
    /// The numbers among the parameters; 0 for an empty parameter.
    private let numbers: [Int]
    private let isReport: Bool
    private let final: UInt8

    init(parameters: ArraySlice<UInt8>, final: UInt8) {
        self.final = final
        marker = parameters.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        isReport = parameters.contains(UInt8(ascii: "$"))
        let digits = parameters.dropFirst(marker == nil ? 0 : 1)
        numbers = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            // The subparameters after a colon are not used.
            part.prefix { $0 != UInt8(ascii: ":") }.reduce(0) { sum, byte in
                (0x30...0x39).contains(byte) ? min(sum * 10 + Int(byte) - 0x30, 1 << 24) : sum
            }
        }
    }

    var beginsPaste: Bool { marker == nil && final == UInt8(ascii: "~") && numbers.first == 200 }

    /// Returns the event that the sequence reports; nil if the decoder doesn't know the sequence.
    ///
    /// - Parameter expectsCursor: see ``InputDecoder/expectsCursor``.
    func event(expectsCursor: Bool) -> InputEvent? {
        switch (marker, Character(Unicode.Scalar(final))) {
        case (UInt8(ascii: "<"), "M"), (UInt8(ascii: "<"), "m"):
            return Self.mouse(numbers, isRelease: final == UInt8(ascii: "m")).map { .mouse($0) }
        case (UInt8(ascii: "?"), "y") where isReport && numbers.first == 2026:
            return .synchronization((1...2).contains(numbers.dropFirst().first ?? 0))
        case (nil, "R") where expectsCursor && numbers.count == 2:
            return .cursor(Point(max(0, numbers[1] - 1), max(0, numbers[0] - 1)))
        case (nil, "Z"): return .key(Key(.tab, .shift))
        case (nil, "u"): return key(code: numbers.first ?? 0).map { .key($0) }
        case (nil, "~") where numbers.first == 27 && numbers.count == 3:
            return key(code: numbers[2]).map { .key($0) }
        case (nil, "~"): return Self.numbered(numbers.first ?? 0).map { .key(Key($0, modifiers)) }
        case (nil, _):
            guard var key = Self.function(final) else { return nil }
            key.modifiers.formUnion(modifiers)
            return .key(key)
        default: return nil
        }
    }

    /// The modifiers of a key: the second number is 1 plus their bits.
    private var modifiers: Key.Modifiers {
        guard numbers.count > 1, numbers[1] > 1 else { return [] }
        return Key.Modifiers(rawValue: (numbers[1] - 1) & 7)
    }

    /// Returns the key that a terminal reports by a code point; nil if the code is unknown.
    private func key(code: Int) -> Key? {
        switch code {
        case 9: return Key(.tab, modifiers)
        case 13, 57414: return Key(.enter, modifiers)
        case 27: return Key(.escape, modifiers)
        case 8, 127: return Key(.backspace, modifiers)
        case 32...:
            guard let scalar = Unicode.Scalar(UInt32(code)), !(57344...63743).contains(code) else { return nil }
            return Key(.character(Character(scalar)), modifiers.subtracting(.shift))
        default: return nil
        }
    }

    /// Returns the key that a sequence with this final letter reports, after `CSI` or `SS3`.
    static func function(_ letter: UInt8) -> Key? {
        switch Character(Unicode.Scalar(letter)) {
        case "A": return Key(.up)
        case "B": return Key(.down)
        case "C": return Key(.right)
        case "D": return Key(.left)
        case "a": return Key(.up, .shift)
        case "b": return Key(.down, .shift)
        case "c": return Key(.right, .shift)
        case "d": return Key(.left, .shift)
        case "H": return Key(.home)
        case "F": return Key(.end)
        case "M": return Key(.enter)
        case "P", "Q", "R", "S": return Key(.function(Int(letter) - Int(UInt8(ascii: "P")) + 1))
        default: return nil
        }
    }

    /// Returns the key that is reported by this number before a final `~`.
    private static func numbered(_ number: Int) -> Key.Code? {
        switch number {
        case 1, 7: return .home
        case 2: return .insert
        case 3: return .delete
        case 4, 8: return .end
        case 5: return .pageUp
        case 6: return .pageDown
        case 11...15: return .function(number - 10)
        case 17...21: return .function(number - 11)
        case 23...24: return .function(number - 12)
        default: return nil
        }
    }

    /// Returns an event of the mouse; nil for an unknown button.
    ///
    /// - Parameter codes: the code of the button and the modifiers, the column and the row. The column and the row are
    ///   counted from 1.
    static func mouse(_ codes: [Int], isRelease: Bool) -> MouseEvent? {
        guard codes.count == 3, codes[1] > 0, codes[2] > 0 else { return nil }
        let code = codes[0]
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let button = code & 3
        let kind: MouseEvent.Kind
        switch code & 0b1110_0000 {
        case 0: kind = isRelease ? .release : .press
        case 32: kind = .drag
        case 64 where button < 2: kind = button == 0 ? .wheelUp : .wheelDown
        default: return nil
        }
        let isWheel = kind == .wheelUp || kind == .wheelDown
        return MouseEvent(
            kind, at: Point(codes[1] - 1, codes[2] - 1), button: isWheel || button == 3 ? 0 : button,
            modifiers: modifiers)
    }

    /// Returns the background colour from an answer `11;rgb:RRRR/GGGG/BBBB`; nil for another answer.
    static func background(_ body: ArraySlice<UInt8>) -> InputEvent? {
        let text = String(decoding: body, as: UTF8.self)
        guard text.hasPrefix("11;rgb:") || text.hasPrefix("11;rgba:"), let colon = text.firstIndex(of: ":") else {
            return nil
        }
        let parts = text[text.index(after: colon)...].split(separator: "/").prefix(3).compactMap { part -> UInt8? in
            guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
            return UInt8(value * 255 / ((1 << (4 * part.count)) - 1))
        }
        guard parts.count == 3 else { return nil }
        return .background(red: parts[0], green: parts[1], blue: parts[2])
    }
}
