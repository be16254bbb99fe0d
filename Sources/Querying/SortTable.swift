import TextFolding

/// The sort keys of rows, each made once as bytes that stand in the rows' order.
///
/// Of each key member there is a byte for the kind of its value, and what orders it among its kind: a number's double
/// and what an integer has beyond it, the seconds of a date or date-time, a text folded in natural order; of the last
/// two then the text as it is. Where a key descends, its bytes are inverted.
/// So comparing two rows is comparing bytes.
public struct SortTable {
    /// Kinds in their order; what is blank is always last.
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
    /// The rows' keys one behind the other, and as many zeros as ``word(_:of:)`` may read behind the last.
    private var bytes = [UInt8](repeating: 0, count: wordSize)
    /// Where each row's key begins, and where the last one ends.
    private var starts = [0]

    static let wordSize = 8

    /// How many rows there are.
    public var count: Int { starts.count - 1 }

    /// A table without rows.
    ///
    /// - Parameter keys: what rows are sorted by, the most important key first.
    public init(_ keys: [SortKey]) {
        self.keys = keys
        var reader = MemberReader()
        slots = keys.map { reader.slot(of: $0.key) }
        self.reader = reader
    }

    /// Adds a row behind the others.
    ///
    /// - Parameter row: the text of an object, valid and compact; anything else has no members.
    public mutating func append(_ row: UnsafeRawBufferPointer) {
        row.withMemoryRebound(to: UInt8.self) { row in
            reader.read(row)
            bytes.removeLast(Self.wordSize)
            for (key, slot) in zip(keys, slots) { append(reader.values[slot], key) }
            starts.append(bytes.count)
            bytes.append(contentsOf: repeatElement(0, count: Self.wordSize))
        }
    }

    /// Whether one row stands strictly before another by the keys; false where all of them are equal.
    public func precedes(_ a: Int, _ b: Int) -> Bool {
        key(a).lexicographicallyPrecedes(key(b))
    }

    /// Eight bytes of a row's key as a number in their order, with zeros behind the end; nil where there are none.
    func word(_ number: Int, of row: Int) -> UInt64? {
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
                // A number that a double can't hold is as good as none.
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
        // An integer is less than 2¹⁰ from its double.
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

    /// Appends a text so that the end of a shorter one stands before whatever a longer one has there.
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
