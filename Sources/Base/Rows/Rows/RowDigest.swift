import FHJSON

/// The digest of a row's text.
///
/// The digest is used as the row's version if the source gives no version.
///
/// The digest is the same in every process of one version of the program. It distinguishes edits, but does not resist
/// texts that are made to collide. The implementation reads 16 bytes at a time.
package struct RowDigest: Equatable {
    /// The length of the digest as a string, in characters.
    package static let length = 11

    private static let letters: StaticString = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
    private static let first: UInt64 = 0xA076_1D64_78BD_642F
    private static let second: UInt64 = 0xE703_7ED1_A0B4_28DB
    private static let third: UInt64 = 0x8EBC_6AF0_9C88_C6E3

    package let bits: UInt64

    /// Computes the digest of a text.
    @inline(__always)
    package init(_ text: UnsafeRawBufferPointer) {
        var hash = Self.first
        var place = 0
        while place &+ 16 <= text.count {
            hash = Self.mix(Self.word(text, place) ^ Self.second, Self.word(text, place &+ 8) ^ hash)
            place &+= 16
        }
        var (low, high): (UInt64, UInt64) = (0, 0)
        if text.count >= 16 {
            // These are the last 16 bytes, which may overlap the bytes that were read before.
            low = Self.word(text, text.count &- 16)
            high = Self.word(text, text.count &- 8)
        } else {
            for (index, byte) in text[place...].enumerated() {
                if index < 8 {
                    low |= UInt64(byte) &<< UInt64(8 &* index)
                } else {
                    high |= UInt64(byte) &<< UInt64(8 &* (index &- 8))
                }
            }
        }
        hash = Self.mix(low ^ Self.second, high ^ hash)
        bits = Self.mix(hash ^ Self.third, UInt64(text.count) ^ Self.second)
    }

    @inline(__always)
    private static func word(_ text: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    @inline(__always)
    private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    /// Writes the digest as a string of ``length`` ASCII characters, which needs no escapes in JSON.
    @inline(__always)
    package func write(to target: UnsafeMutableRawPointer) {
        let letters = UnsafeRawPointer(Self.letters.utf8Start)
        var rest = bits
        for index in 0..<Self.length {
            let letter = letters.load(fromByteOffset: Int(rest & 63), as: UInt8.self)
            target.storeBytes(of: letter, toByteOffset: index, as: UInt8.self)
            rest &>>= 6
        }
    }

    /// The digest as a string.
    package var text: String {
        String(unsafeUninitializedCapacity: Self.length) { bytes in
            if let target = bytes.baseAddress { write(to: UnsafeMutableRawPointer(target)) }
            return Self.length
        }
    }
}
