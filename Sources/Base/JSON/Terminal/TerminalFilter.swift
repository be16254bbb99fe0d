/// Makes a byte stream safe for a terminal, as ``TerminalText`` does for a string.
///
/// The result does not depend on the sizes of the chunks in which the stream is passed.
///
/// Line breaks, with or without a carriage return, and tabs are kept. Bytes that are not UTF-8 are escaped.
public struct TerminalFilter: Sendable {
    /// The replacement for control characters.
    public enum Style: Sendable {
        /// An escape such as `\u001b`.
        case escapes
        /// An escape in a stream of JSON lines; `?` in a stream of frames with headers.
        ///
        /// Each byte of a character becomes one `?`, so that the lengths in the headers stay valid. A stream that
        /// begins with `C`, as in `Content-Length`, has headers.
        case frames
    }

    private let style: Style
    /// True if the filter keeps the length of the stream; nil before the first byte.
    private var keepsLengths: Bool?
    /// The bytes of an incomplete UTF-8 character, or a carriage return that may begin a line break.
    private var begun: [UInt8] = []

    /// Makes a filter for the start of a stream.
    public init(_ style: Style = .escapes) {
        self.style = style
        keepsLengths = style == .escapes ? false : nil
    }

    /// Filters the next bytes, and appends the result to `shown`.
    public mutating func append(_ bytes: some Collection<UInt8>, to shown: inout [UInt8]) {
        if keepsLengths == nil, let first = bytes.first { keepsLengths = first == UInt8(ascii: "C") }
        for byte in bytes { append(byte, to: &shown) }
    }

    /// Appends the escaped bytes of an incomplete character at the end of the stream.
    public mutating func finish(to shown: inout [UInt8]) {
        for byte in begun { appendInvalid(byte, to: &shown) }
        begun = []
    }

    private mutating func append(_ byte: UInt8, to shown: inout [UInt8]) {
        if let first = begun.first {
            if first == Self.carriageReturn, byte == Self.lineBreak {
                shown += begun
                shown.append(byte)
                return begun = []
            }
            if first > 0x7F, Self.continues(begun, byte) {
                begun.append(byte)
                return finishCharacter(to: &shown)
            }
            finish(to: &shown)
        }
        switch byte {
        case Self.lineBreak, UInt8(ascii: "\t"), 0x20..<0x7F: shown.append(byte)
        case Self.carriageReturn, 0xC2...0xF4: begun = [byte]
        default: appendInvalid(byte, to: &shown)
        }
    }

    private static let lineBreak = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// True if a byte can continue an incomplete UTF-8 character.
    private static func continues(_ begun: [UInt8], _ byte: UInt8) -> Bool {
        guard begun.count == 1 else { return 0x80...0xBF ~= byte }
        return switch begun[0] {
        case 0xE0: 0xA0...0xBF ~= byte
        case 0xED: 0x80...0x9F ~= byte
        case 0xF0: 0x90...0xBF ~= byte
        case 0xF4: 0x80...0x8F ~= byte
        default: 0x80...0xBF ~= byte
        }
    }

    private mutating func finishCharacter(to shown: inout [UInt8]) {
        let length = begun[0] < 0xE0 ? 2 : begun[0] < 0xF0 ? 3 : 4
        guard begun.count == length else { return }
        let scalar = String(decoding: begun, as: UTF8.self).unicodeScalars.first
        if let scalar, TerminalText.isControl(scalar) {
            if keepsLengths == true {
                shown += [UInt8](repeating: UInt8(ascii: "?"), count: length)
            } else {
                TerminalText.appendEscape(of: scalar, to: &shown)
            }
        } else {
            shown += begun
        }
        begun = []
    }

    private func appendInvalid(_ byte: UInt8, to shown: inout [UInt8]) {
        if keepsLengths == true {
            shown.append(UInt8(ascii: "?"))
        } else if byte < 0x80 {
            TerminalText.appendEscape(of: Unicode.Scalar(byte), to: &shown)
        } else {
            TerminalText.appendEscape(ofByte: byte, to: &shown)
        }
    }
}
