import FHTextFolding

/// A block of up to 4,096 rows of a search index.
///
/// The texts of the rows are stored contiguously.
///
/// An index consists of blocks, so that appending to a shared copy copies only one block.
struct Block: Sendable {
    static let capacity = 4096
    /// The maximum length of a field in bytes.
    ///
    /// It limits the size of offsets and the time per row.
    static let maximumFieldLength = 1 << 12
    /// The number of zeros after the last field, so that 64 bytes can be read from any position.
    private static let padding = 64

    private var bytes = [UInt8](repeating: 0, count: padding)
    /// The start of each field, row by row, and the end of the last field.
    private var offsets: [UInt32] = [0]
    /// The character mask of each field.
    private var masks: [CharacterMask] = []
    /// The first byte of each field; 0 for an empty field.
    private var firsts: [UInt8] = []

    /// Appends a field.
    ///
    /// If the field is not ASCII, its scalars are added to the fold table. The caller ensures that all rows have the
    /// same number of fields.
    mutating func append(_ field: UnsafeBufferPointer<UInt8>, _ folds: inout FoldTable) {
        let field = Self.cut(field)
        var mask = CharacterMask(bytes: field)
        guard mask.contains(.wide) else { return append(field, mask) }
        var text = String(decoding: field, as: UTF8.self)
        folds.learn(text.unicodeScalars)
        // A term may match with or without accents.
        for folding in [Folding.case, [.case, .accents]] {
            var folded = WideText()
            for scalar in text.unicodeScalars { folds.fold(scalar, folding, into: &folded) }
            mask.formUnion(CharacterMask(folded.units))
        }
        text.withUTF8 { append($0, mask) }
    }

    /// Appends rows of another block, each with `keyCount` fields, without folding their fields again.
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

    /// The total length of all rows in bytes.
    var length: Int { bytes.count - Self.padding }

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

    /// Returns the longest prefix of whole characters within the maximum length.
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
