/// Generates ids for rows without ids, from the text of a row and the number of its earlier occurrences.
///
/// The id is a 64-bit digest of the text in 13 base-32 digits. A repeated text gets the suffix `-2`, `-3`, …. A text
/// has the same id at any position and in any run of the host.
struct LineIDs: Sendable {
    private struct Known {
        /// A second digest of the text, which detects collisions.
        let check: UInt64
        var count: UInt32
    }

    private var known: [UInt64: Known] = [:]

    /// Makes a generator that has seen no rows.
    init() {}

    /// Returns the id of a row.
    ///
    /// - Parameters:
    ///   - text: The text of the row.
    ///   - occurrence: The number of rows with this text up to and including this row.
    static func id(_ text: UnsafeRawBufferPointer, _ occurrence: UInt32 = 1) -> String {
        let id = written(digest(of: text))
        return occurrence > 1 ? "\(id)-\(occurrence)" : id
    }

    /// The digest of a text, from which the id of a row is made.
    static func digest(of text: UnsafeRawBufferPointer) -> UInt64 { digests(of: text).0 }

    /// Counts the next row.
    ///
    /// - Returns: The number of rows with this text so far; 0 if an earlier row with another text has the same digest,
    ///   so that this digest can't be the id.
    mutating func noteOccurrence(_ text: UnsafeRawBufferPointer) -> UInt32 {
        let (digest, check) = Self.digests(of: text)
        return note(digest, check)
    }

    /// Returns the id of the next row.
    mutating func next(_ text: UnsafeRawBufferPointer) -> String {
        var (digest, check) = Self.digests(of: text)
        while true {
            let count = note(digest, check)
            if count == 1 { return Self.written(digest) }
            if count > 1 { return "\(Self.written(digest))-\(count)" }
            // Another text has this digest, so the next digest is tried.
            (digest, check) = (Self.mixed(digest ^ check, 0x9E37_79B9_7F4A_7C15), check &+ 1)
        }
    }

    /// Counts an occurrence of the text that has these two digests.
    ///
    /// - Returns: The number of occurrences of the text so far; 0 if another text has the same first digest.
    private mutating func note(_ digest: UInt64, _ check: UInt64) -> UInt32 {
        guard var entry = known[digest] else {
            known[digest] = Known(check: check, count: 1)
            return 1
        }
        guard entry.check == check else { return 0 }
        entry.count &+= 1
        known[digest] = entry
        return entry.count
    }

    private static let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)

    private static func written(_ digest: UInt64) -> String {
        String(unsafeUninitializedCapacity: 13) { buffer in
            for place in 0..<13 { buffer[place] = digits[Int(digest >> UInt64(60 - 5 * place) & 31)] }
            return 13
        }
    }

    /// Returns two independent digests of a text.
    private static func digests(of text: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
        var a: UInt64 = 0x243F_6A88_85A3_08D3 ^ UInt64(text.count)
        var b: UInt64 = 0x1319_8A2E_0370_7344 &+ UInt64(text.count)
        var index = 0
        while index < text.count {
            let word = word(text, at: index)
            a = mixed(a ^ word, 0xA409_3822_299F_31D1)
            b = mixed(b &+ word, 0x082E_FA98_EC4E_6C89 ^ word)
            index += 8
        }
        return (mixed(a, 0x4528_21E6_38D0_1377 ^ b), mixed(b, 0xBE54_66CF_34E9_0C6D))
    }

    /// Returns eight bytes of the text, padded with zeros.
    @inline(__always)
    private static func word(_ text: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
        if index + 8 <= text.count {
            return UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        var word: UInt64 = 0
        for place in index..<text.count { word |= UInt64(text[place]) << UInt64(8 * (place - index)) }
        return word
    }

    @inline(__always)
    private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let (high, low) = (a ^ 0xC0AC_29B7_C97C_50DD).multipliedFullWidth(by: b | 1)
        return (high ^ low) &+ a
    }
}
