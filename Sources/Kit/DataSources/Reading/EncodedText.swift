import FHJSON
import FeatureKit

extension TextEncoding {
    /// Converts a text to UTF-8 without a byte-order mark.
    ///
    /// The text is decoded as UTF-16 if it begins with a byte-order mark of UTF-16, and otherwise as UTF-8.
    public static func readingMark(_ bytes: [UInt8]) -> [UInt8] { EncodedText(bytes, .utf8).bytes }
}

/// The text of a whole file in UTF-8, with the properties needed to write a changed text in the file's encoding.
struct EncodedText {
    /// The text without its byte-order mark.
    let bytes: [UInt8]
    private let form: TextForm
    private let mark: [UInt8]
    /// True if the last byte is half of a UTF-16 code unit.
    private let isCutOff: Bool

    /// True if the bytes of the file are the text.
    var isPlain: Bool { form == .utf8 && mark.isEmpty }

    /// True if the bytes of a file need decoding, so that the text needs additional memory.
    static func isDecoded(_ raw: [UInt8], _ encoding: TextEncoding) -> Bool {
        encoding != .utf8 || TextForm.marks.contains { raw.starts(with: $0.mark) }
    }

    /// Decodes the bytes of a file.
    init(_ raw: [UInt8], _ encoding: TextEncoding) {
        if !Self.isDecoded(raw, encoding) {
            (bytes, form, mark, isCutOff) = (raw, .utf8, [], false)
            return
        }
        var decoder = TextDecoder(encoding)
        var text: [UInt8] = []
        text.reserveCapacity(raw.count + raw.count / 8)
        raw.withUnsafeBytes { decoder.append($0, to: &text) }
        decoder.finish(&text)
        bytes = text
        form = decoder.form ?? .utf8
        // A new UTF-16 file gets a mark, so that every program recognizes it.
        let isNew = raw.isEmpty && encoding == .utf16
        mark = isNew ? [0xFF, 0xFE] : decoder.mark
        isCutOff = !decoder.rest.isEmpty
    }

    /// Decodes the bytes of a file, if there is enough memory.
    ///
    /// - Throws: `systemLimit` if there is too little memory.
    init(_ raw: [UInt8], _ encoding: TextEncoding, of name: String) throws(Failure) {
        // A byte of another encoding may become two, and the buffer grows by doubling.
        if Self.isDecoded(raw, encoding) { try MemoryRoom.check(for: 4 * raw.count, name) }
        self.init(raw, encoding)
    }

    /// The name of the encoding, for users.
    var encodingName: String { form.name }

    /// Encodes a changed text in the encoding of the file, with the file's byte-order mark.
    ///
    /// - Throws: `invalidData` if the encoding can't represent a character, which the message names; `readOnly` if the
    ///   file ends in the middle of a character.
    func encoded(_ text: [UInt8]) throws(Failure) -> [UInt8] {
        if form == .utf8 { return mark.isEmpty ? text : mark + text }
        if isCutOff {
            throw Failure(
                "readOnly", "the file ends in the middle of a character of \(form.name); mend its end, then retry",
                retryable: false)
        }
        var bytes = mark
        bytes.reserveCapacity(text.count * 2)
        var index = 0
        while index < text.count {
            let (character, length) = Self.character(text, at: index)
            index += length
            switch form {
            case .utf8: break
            case .latin1:
                guard let byte = UInt8(exactly: character) else { throw lacks(character) }
                bytes.append(byte)
            case .windows1252:
                guard let byte = Windows1252.byte(character) else { throw lacks(character) }
                bytes.append(byte)
            case .utf16LittleEndian:
                for unit in Self.units(character) { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
            case .utf16BigEndian:
                for unit in Self.units(character) { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
            }
        }
        return bytes
    }

    private func lacks(_ character: UInt32) -> Failure {
        let shown = Unicode.Scalar(character).map { "“\($0)” " } ?? ""
        let digits = String(character, radix: 16, uppercase: true)
        let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return Failure(
            "invalidData",
            "\(form.name) has no character \(shown)(U+\(number)); leave it out, or keep the file in another encoding",
            retryable: false)
    }

    /// Returns the character at an index of a text, and its length in bytes.
    ///
    /// - Parameters:
    ///   - text: UTF-8, or the output of ``TextDecoder``, which also contains lone surrogates.
    ///   - index: The index of the first byte of the character.
    private static func character(_ text: [UInt8], at index: Int) -> (UInt32, Int) {
        let lead = text[index]
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        if length == 1 { return (UInt32(lead), 1) }
        var character = UInt32(lead) & (0x7F >> UInt32(length))
        for byte in text[index + 1..<min(index + length, text.count)] {
            character = character << 6 | UInt32(byte & 0x3F)
        }
        return (character, length)
    }

    private static func units(_ character: UInt32) -> [UInt16] {
        if character < 0x10000 { return [UInt16(character)] }
        return [0xD800 | UInt16((character - 0x10000) >> 10), 0xDC00 | UInt16(character & 0x3FF)]
    }
}
