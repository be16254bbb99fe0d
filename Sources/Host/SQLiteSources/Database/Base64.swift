/// Base64 (RFC 4648, section 4).
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= 8 * UInt32(3 - group.count)
            for place in 0..<4 {
                text.append(place <= group.count ? letters[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text.
    ///
    /// - Returns: The decoded bytes; nil if the text is not Base64.
    static func decode(_ text: String) -> [UInt8]? {
        let all = Array(text.utf8)
        guard all.count % 4 == 0 else { return nil }
        let used = all.prefix { $0 != padding }
        guard all.count - used.count <= 2, all[used.count...].allSatisfy({ $0 == padding }) else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for letter in used {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // The unused bits of the last letter must be zero.
        return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
    }
}
