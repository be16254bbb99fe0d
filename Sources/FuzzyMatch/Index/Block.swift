import TextFolding

/// Up to 4096 rows: their texts one behind the other.
///
/// An index consists of blocks so that appending beside a snapshot copies one of them and not all.
struct Block: Sendable {
    static let capacity = 4096
    /// How many bytes of a field are kept, so that offsets fit and no row takes long.
    static let maximumFieldLength = 1 << 12
    /// Zeros behind the last field, so that 64 bytes can be read from any place.
    private static let padding = 64

    private var bytes = [UInt8](repeating: 0, count: padding)
    /// Where the fields begin, row by row, and where the last one ends.
    private var offsets: [UInt32] = [0]
    /// What each field holds.
    private var masks: [CharacterMask] = []
    /// The first byte of each; 0 of an empty one.
    private var firsts: [UInt8] = []

    /// Appends a field; whoever does sees to it that all rows have as many.
    ///
    /// The table learns the scalars that are not ASCII.
    mutating func append(_ field: UnsafeBufferPointer<UInt8>, _ folds: inout FoldTable) {
        let field = Self.cut(field)
        var mask = CharacterMask(bytes: field)
        guard mask.contains(.wide) else { return append(field, mask) }
        var text = String(decoding: field, as: UTF8.self)
        folds.learn(text.unicodeScalars)
        // With accents and without, as terms may be either.
        for folding in [Folding.case, [.case, .accents]] {
            var folded = WideText()
            for scalar in text.unicodeScalars { folds.fold(scalar, folding, into: &folded) }
            mask.formUnion(CharacterMask(folded.units))
        }
        text.withUTF8 { append($0, mask) }
    }

    /// Appends rows of another block as they are; each has so many fields.
    mutating func append(_ rows: some Sequence<Int>, of other: Fields, keyCount: Int) {
        bytes.removeLast(Self.padding)
        for row in rows {
            for field in row * keyCount..<(row + 1) * keyCount {
                bytes.append(contentsOf: other.bytes(of: field))
                offsets.append(UInt32(bytes.count))
                masks.append(other.masks[field])
                firsts.append(other.firsts[field])
            }
        }
        bytes.append(contentsOf: repeatElement(0, count: Self.padding))
    }

    /// How many bytes all rows have.
    var length: Int { bytes.count - Self.padding }

    /// Lends the fields.
    func withFields<Result>(_ body: (Fields) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            offsets.withUnsafeBufferPointer { offsets in
                masks.withUnsafeBufferPointer { masks in
                    firsts.withUnsafeBufferPointer { firsts in
                        let ends = UnsafeBufferPointer(rebasing: offsets.dropFirst())
                        return Fields.with(
                            bytes: bytes, starts: offsets, ends: ends, masks: masks, firsts: firsts, body)
                    }
                }
            }
        }
    }

    /// The whole characters at the start that are not too long.
    private static func cut(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard field.count > maximumFieldLength else { return field }
        var end = maximumFieldLength
        while end > maximumFieldLength - 4, field[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: field[..<end])
    }

    private mutating func append(_ field: UnsafeBufferPointer<UInt8>, _ mask: CharacterMask) {
        bytes.removeLast(Self.padding)
        bytes.append(contentsOf: field)
        offsets.append(UInt32(bytes.count))
        bytes.append(contentsOf: repeatElement(0, count: Self.padding))
        masks.append(mask)
        firsts.append(field.first ?? 0)
    }
}
