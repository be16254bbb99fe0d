import FHTextFolding

/// The encoded sort keys of rows.
///
/// The key of a row is encoded once, as bytes. Two rows are compared by comparing the bytes of their keys.
///
/// For each ``SortKey``, the bytes are a rank for the kind of the value, followed by the value:
/// - for a number, the nearest double and, for an integer, the difference between the integer and this double;
/// - for a date or date-time, the point in time, and then the original string;
/// - for any other string, its key in natural order, without case and accents, and then the original string;
/// - for a Boolean, one byte.
///
/// For a descending ``SortKey``, the bytes of a value that is not blank are inverted.
public struct SortTable {
    /// The ranks of the kinds of values.
    ///
    /// Blank values are always last, even for a descending ``SortKey``.
    private enum Rank {
        static let number: UInt8 = 1
        static let moment: UInt8 = 2
        static let text: UInt8 = 3
        static let bool: UInt8 = 4
        static let other: UInt8 = 5
        static let missing: UInt8 = 0xFF
    }

    private let keys: [SortKey]
    private let slots: [Int]
    private var reader: MemberReader
    private var texts = FoldedTexts()
    /// The encoded keys of all rows.
    ///
    /// After the last key, there are as many zeros as ``word(_:of:)`` may read beyond it.
    private var bytes = [UInt8](repeating: 0, count: wordSize)
    /// The start of each row's key in ``bytes``, and the end of the last row's key.
    private var starts = [0]

    static let wordSize = 8

    /// The number of rows.
    public var count: Int { starts.count - 1 }

    /// Makes an empty table.
    ///
    /// - Parameter keys: The sort keys, with the most important first.
    public init(_ keys: [SortKey]) {
        self.keys = keys
        var reader = MemberReader()
        slots = keys.map { reader.slot(of: $0.key) }
        self.reader = reader
    }

    /// Appends a row.
    ///
    /// - Parameter row: The row as valid and compact JSON. A value that is not an object has no members.
    public mutating func append(_ row: UnsafeRawBufferPointer) {
        row.withMemoryRebound(to: UInt8.self) { row in
            reader.read(row)
            bytes.removeLast(Self.wordSize)
            for (key, slot) in zip(keys, slots) { append(reader.values[slot], key) }
            starts.append(bytes.count)
            bytes.append(contentsOf: repeatElement(0, count: Self.wordSize))
        }
    }

    /// True if the row with the index `a` precedes the row with the index `b`; false if their keys are equal.
    public func precedes(_ a: Int, _ b: Int) -> Bool {
        key(a).lexicographicallyPrecedes(key(b))
    }

    /// Returns a word of a row's key: eight bytes as a big-endian number, padded with zeros; nil after the end of the
    /// key.
    ///
    /// - Parameters:
    ///   - number: The index of the word in the key.
    ///   - row: The index of the row.
    package func word(_ number: Int, of row: Int) -> UInt64? {
        let start = starts[row] + number * Self.wordSize
        let count = starts[row + 1] - start
        if count <= 0 { return nil }
        let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian }
        return count < Self.wordSize ? word & ~(UInt64.max >> UInt64(8 * count)) : word
    }

    private func key(_ row: Int) -> ArraySlice<UInt8> { bytes[starts[row]..<starts[row + 1]] }

    // MARK: Making keys

    private mutating func append(_ value: ScannedValue, _ key: SortKey) {
        let start = bytes.count
        let number = value.kind == .number || key.isNumber ? value.number : nil
        switch value.kind {
        case .number, .text:
            if let number {
                append(number)
            } else if value.kind == .text {
                append(text: value)
            } else {
                // Valid JSON does not get here: even a number outside the range of a double is a `Number`.
                bytes.append(Rank.missing)
            }
        case .bool:
            bytes.append(Rank.bool)
            bytes.append(value.bytes.first == UInt8(ascii: "t") ? 1 : 0)
        case .tree: bytes.append(value.isBlank ? Rank.missing : Rank.other)
        case .missing, .null, .opaque: bytes.append(Rank.missing)
        }
        guard key.isDescending, bytes[start] != Rank.missing else { return }
        for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }

    private mutating func append(_ number: Number) {
        let bits = number.nearest.bitPattern
        let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
        bytes.append(Rank.number)
        withUnsafeBytes(of: ordered.bigEndian) { bytes.append(contentsOf: $0) }
        // The difference between an integer and its double is less than 2¹⁰.
        let rest = UInt16(number.rest + 1 << 15)
        bytes.append(UInt8(rest >> 8))
        bytes.append(UInt8(rest & 0xFF))
    }

    private mutating func append(text: ScannedValue) {
        if text.isBlank {
            bytes.append(Rank.missing)
            return
        }
        if let moment = text.withText({ Moment($0) }) {
            bytes.append(Rank.moment)
            moment.appendKey(to: &bytes)
        } else {
            bytes.append(Rank.text)
            texts.withOrder(text) { Self.append(ended: $0, to: &bytes) }
        }
        text.withText { Self.append(ended: $0, to: &bytes) }
    }

    /// Appends a string with a terminator.
    ///
    /// With the terminator, a string precedes all longer strings that begin with it.
    private static func append(ended text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        if text.contains(0) {
            for byte in text { bytes.append(contentsOf: byte == 0 ? [0, 1] : [byte]) }
        } else {
            bytes.append(contentsOf: text)
        }
        bytes.append(0)
        bytes.append(0)
    }
}
