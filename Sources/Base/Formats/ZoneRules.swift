/// The offsets of a time zone from UTC, at all times.
public struct ZoneRules: Sendable, Equatable {
    /// The name, such as `Europe/Berlin`.
    public let name: String
    /// The points in time at which the offset changes, in seconds since the beginning of 1970.
    private let changes: [Int]
    /// The offset in seconds before each change, and after the last one.
    private let offsets: [Int]
    /// The rule for the time after the last change; nil if the last offset stays.
    private let rule: YearlyRule?

    /// Coordinated Universal Time.
    public static let utc = ZoneRules(name: "UTC", changes: [], offsets: [0], rule: nil)

    private init(name: String, changes: [Int], offsets: [Int], rule: YearlyRule?) {
        self.name = name
        self.changes = changes
        self.offsets = offsets
        self.rule = rule
    }

    /// Reads the contents of a time zone file (RFC 9636); nil if they are damaged.
    public init?(name: String, _ bytes: [UInt8]) {
        var reader = ZoneReader(bytes)
        guard var counts = reader.header() else { return nil }
        var width = 4
        if counts.version >= 2 {
            // The first block has times of 32 bits. It is for old readers, and another block follows.
            guard reader.skip(counts.length(width)), let next = reader.header() else { return nil }
            counts = next
            width = 8
        }
        // Files that count leap seconds have another time scale.
        guard counts.leaps == 0, counts.types > 0, reader.has(counts.length(width)) else { return nil }
        let changes = (0..<counts.times).map { _ in reader.integer(width) }
        let types = (0..<counts.times).map { _ in reader.integer(1) & 0xFF }
        let offsets = (0..<counts.types).map { _ in
            defer { _ = reader.skip(2) }
            return reader.integer(4)
        }
        guard types.allSatisfy({ $0 < offsets.count }), offsets.allSatisfy({ abs($0) < 172_800 }),
            zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        _ = reader.skip(counts.abbreviations + counts.flags)
        let rule = width == 8 ? reader.footer() : nil
        self.init(
            name: name, changes: changes, offsets: [offsets[0]] + types.map { offsets[$0] },
            rule: rule.flatMap { YearlyRule($0) })
    }

    /// The offset from UTC in seconds at a point in time, which is given in seconds since the beginning of 1970.
    public func offset(at time: Int) -> Int {
        if let rule, changes.last.map({ time >= $0 }) ?? true { return rule.offset(at: time) }
        // The number of changes up to this time, by binary search.
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return offsets[low]
    }
}

/// A reader of the contents of a time zone file.
private struct ZoneReader {
    struct Counts {
        let version: Int
        let leaps: Int
        let times: Int
        let types: Int
        let abbreviations: Int
        /// The bytes of the two arrays of flags.
        let flags: Int

        func length(_ width: Int) -> Int {
            times * (width + 1) + types * 6 + abbreviations + leaps * (width + 4) + flags
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func has(_ count: Int) -> Bool { count <= bytes.count - position }

    mutating func skip(_ count: Int) -> Bool {
        guard has(count) else { return false }
        position += count
        return true
    }

    mutating func integer(_ width: Int) -> Int {
        var number: UInt64 = 0
        for byte in bytes[position..<position + width] { number = number << 8 | UInt64(byte) }
        position += width
        return width == 4 ? Int(Int32(truncatingIfNeeded: number)) : Int(truncatingIfNeeded: number)
    }

    mutating func header() -> Counts? {
        guard has(44), bytes[position..<position + 4].elementsEqual("TZif".utf8) else { return nil }
        let version = bytes[position + 4]
        position += 20
        let counts = (0..<6).map { _ in integer(4) }
        guard counts.allSatisfy({ (0..<65_536).contains($0) }) else { return nil }
        return Counts(
            version: version >= 0x32 ? 2 : 1, leaps: counts[2], times: counts[3], types: counts[4],
            abbreviations: counts[5], flags: counts[0] + counts[1])
    }

    /// The text between the last two line breaks.
    mutating func footer() -> String? {
        guard position < bytes.count, bytes[position] == 0x0A else { return nil }
        return String(decoding: bytes[(position + 1)...].prefix { $0 != 0x0A }, as: UTF8.self)
    }
}
