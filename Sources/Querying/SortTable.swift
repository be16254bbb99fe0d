import JSON
import TextFolding

/// The sort keys of rows, made once a row, so that comparing two of them reads no JSON.
public struct SortTable {
    /// Kinds in their order; what is missing is always last.
    private enum Rank {
        static let number: UInt8 = 0
        static let text: UInt8 = 1
        static let bool: UInt8 = 2
        static let other: UInt8 = 3
        static let missing: UInt8 = 4
    }

    /// One member of one row.
    private struct Entry {
        /// What decides most comparisons: of a number its nearest double, of a text its first eight bytes.
        var prefix: UInt64 = 0
        /// What is left of a number, or where a text begins in ``texts``: folded, and as it is where that differs.
        var detail = 0
        var foldedCount: UInt32 = 0
        /// How long the text is as it is; 0 where folding changes nothing.
        var plainCount: UInt32 = 0
        var rank = Rank.missing
    }

    /// What the first key gives, to be sorted: small, and enough for most comparisons.
    struct Item {
        let prefix: UInt64
        let row: UInt32
        let rank: UInt8
    }

    private let keys: [SortKey]
    private var reader = MemberReader()
    private let slots: [Int]
    private var entries: [Entry] = []
    private var texts: [UInt8] = []
    private var folder = TextFolder()

    /// How many rows there are.
    public private(set) var count = 0

    /// A table without rows.
    ///
    /// - Parameter keys: what rows are sorted by, the most important key first.
    public init(_ keys: [SortKey], capacity: Int = 0) {
        self.keys = keys
        var reader = MemberReader()
        slots = keys.map { reader.slot(of: $0.key) }
        self.reader = reader
        entries.reserveCapacity(capacity * keys.count)
    }

    /// Adds a row behind the others.
    ///
    /// - Parameter row: an object; anything else has no members.
    public mutating func append(_ row: JSONText) {
        row.bytes.withUnsafeBufferPointer { row in
            reader.read(row)
            for (key, slot) in zip(keys, slots) { entries.append(entry(of: reader.values[slot], key)) }
        }
        count += 1
    }

    /// Whether one row stands strictly before another by the keys; false where all of them are equal.
    public func precedes(_ a: Int, _ b: Int) -> Bool {
        compareRows(a, b) < 0
    }

    /// What is sorted, in the order in which the rows were added.
    func items() -> [Item] {
        (0..<count).map { row in
            guard let key = keys.first else { return Item(prefix: 0, row: UInt32(row), rank: 0) }
            let entry = entries[row * keys.count]
            return Item(
                prefix: key.isDescending ? ~entry.prefix : entry.prefix, row: UInt32(row),
                rank: key.isDescending && entry.rank != Rank.missing ? Rank.other - entry.rank : entry.rank)
        }
    }

    /// Whether one item stands before another; of equal ones the one that was added first.
    func precedes(_ a: Item, _ b: Item) -> Bool {
        if a.rank != b.rank { return a.rank < b.rank }
        if a.prefix != b.prefix { return a.prefix < b.prefix }
        let order = compareRows(Int(a.row), Int(b.row))
        return order == 0 ? a.row < b.row : order < 0
    }

    // MARK: Entries

    private mutating func entry(of value: MemberScan.Value, _ key: SortKey) -> Entry {
        var entry = Entry()
        switch value.kind {
        case .missing, .null: break
        case .bool:
            entry.rank = Rank.bool
            entry.prefix = value.bytes.first == UInt8(ascii: "t") ? 1 : 0
        case .tree: entry.rank = Rank.other
        case .number: setNumber(value.number, &entry)
        case .text:
            if key.isNumber, let number = value.number { setNumber(number, &entry) } else { setText(value, &entry) }
        }
        return entry
    }

    private func setNumber(_ number: Number?, _ entry: inout Entry) {
        // What JSON allows and 64 bits don't hold is as good as missing.
        guard let number else { return }
        let bits = number.nearest.bitPattern
        entry.rank = Rank.number
        entry.prefix = bits >> 63 == 1 ? ~bits : bits | 1 << 63
        entry.detail = number.rest
    }

    private mutating func setText(_ value: MemberScan.Value, _ entry: inout Entry) {
        entry.rank = Rank.text
        entry.detail = texts.count
        value.withText { text in
            folder.fold(text, into: &texts)
            let folded = texts[entry.detail...]
            entry.foldedCount = UInt32(folded.count)
            for byte in folded.prefix(8) { entry.prefix = entry.prefix << 8 | UInt64(byte) }
            entry.prefix <<= UInt64(8 * max(0, 8 - folded.count))
            guard !folded.elementsEqual(text) else { return }
            entry.plainCount = UInt32(text.count)
            texts.append(contentsOf: text)
        }
    }

    // MARK: Comparing

    /// Below 0 where one row stands before another by the keys, above 0 where it stands behind.
    private func compareRows(_ a: Int, _ b: Int) -> Int {
        for number in keys.indices {
            let a = entries[a * keys.count + number]
            let b = entries[b * keys.count + number]
            let isEitherMissing = a.rank == Rank.missing || b.rank == Rank.missing
            let order = compare(a, b)
            if order != 0 { return keys[number].isDescending && !isEitherMissing ? -order : order }
        }
        return 0
    }

    private func compare(_ a: Entry, _ b: Entry) -> Int {
        if a.rank != b.rank { return a.rank < b.rank ? -1 : 1 }
        if a.prefix != b.prefix { return a.prefix < b.prefix ? -1 : 1 }
        switch a.rank {
        case Rank.number: return a.detail == b.detail ? 0 : a.detail < b.detail ? -1 : 1
        case Rank.text:
            let order = compare(folded(a), folded(b))
            return order == 0 ? compare(plain(a), plain(b)) : order
        default: return 0
        }
    }

    private func folded(_ entry: Entry) -> Range<Int> {
        entry.detail..<entry.detail + Int(entry.foldedCount)
    }

    private func plain(_ entry: Entry) -> Range<Int> {
        let folded = folded(entry)
        return entry.plainCount == 0 ? folded : folded.upperBound..<folded.upperBound + Int(entry.plainCount)
    }

    private func compare(_ a: Range<Int>, _ b: Range<Int>) -> Int {
        texts.withUnsafeBufferPointer { texts in
            for (a, b) in zip(texts[a], texts[b]) where a != b { return a < b ? -1 : 1 }
            return a.count - b.count
        }
    }
}
