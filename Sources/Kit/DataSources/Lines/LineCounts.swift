/// The numbers of occurrences of texts, which are known by their digests.
///
/// A text takes about 11 bytes, and a text that occurs several times about 30 bytes more.
struct LineCounts: Sendable {
    /// The number of tables, so that a table that grows copies only a small part of all digests.
    private static let tableCount = 64

    private var tables = [DigestTable](repeating: DigestTable(), count: tableCount)
    /// The sum of the places that were loaded, which only shows the compiler that they are needed.
    private var preloaded: UInt64 = 0
    /// The numbers of occurrences of the digests that occurred several times.
    private var repeated: [UInt64: UInt32] = [:]

    /// Loads the places of digests into the cache of the processor, before they are added one after the other.
    ///
    /// The processor waits for several places at a time. In a large table this takes most of the time.
    @inline(__always)
    mutating func preload(_ digests: some Sequence<UInt64>) {
        for digest in digests { preloaded &+= tables[Self.table(of: digest)].firstPlace(of: digest) }
    }

    /// Counts an occurrence of the text with this digest.
    ///
    /// - Returns: The number of its occurrences so far.
    @inline(__always)
    mutating func add(_ digest: UInt64) -> UInt32 {
        if tables[Self.table(of: digest)].insert(digest) { return 1 }
        return addRepeated(digest)
    }

    private mutating func addRepeated(_ digest: UInt64) -> UInt32 {
        let count = repeated[digest, default: 1] + 1
        repeated[digest] = count
        return count
    }

    /// The number of different texts that occurred several times.
    var repeatedCount: Int { repeated.count }

    /// The number of occurrences of the text with this digest.
    func count(of digest: UInt64) -> UInt32 {
        repeated[digest] ?? (tables[Self.table(of: digest)].contains(digest) ? 1 : 0)
    }

    @inline(__always)
    private static func table(of digest: UInt64) -> Int { Int(digest >> 58) }
}

/// A set of digests in a hash table with open addressing, of which three to four fifths are used.
private struct DigestTable: Sendable {
    /// 0 stands for an unused place.
    private var places: [UInt64] = []
    private var count = 0
    private var hasZero = false

    /// Inserts a digest; returns false if the table contains it.
    @inline(__always)
    mutating func insert(_ digest: UInt64) -> Bool {
        if digest == 0 {
            defer { hasZero = true }
            return !hasZero
        }
        if 5 * count >= 4 * places.count { grow() }
        return places.withUnsafeMutableBufferPointer { places in
            let place = Self.place(of: digest, in: UnsafeBufferPointer(places))
            if places[place] == digest { return false }
            places[place] = digest
            count += 1
            return true
        }
    }

    /// The content of the place at which the search for a digest begins.
    @inline(__always)
    func firstPlace(of digest: UInt64) -> UInt64 {
        if places.isEmpty { return 0 }
        return places[Self.firstPlace(of: digest, among: places.count)]
    }

    /// The place at which the search for a digest begins; the highest bits have chosen the table.
    @inline(__always)
    private static func firstPlace(of digest: UInt64, among count: Int) -> Int {
        Int((digest << 6).multipliedFullWidth(by: UInt64(count)).high)
    }

    func contains(_ digest: UInt64) -> Bool {
        if digest == 0 { return hasZero }
        if places.isEmpty { return false }
        return places.withUnsafeBufferPointer { $0[Self.place(of: digest, in: $0)] == digest }
    }

    /// Returns the place of a digest, or the unused place for it.
    @inline(__always)
    private static func place(of digest: UInt64, in places: UnsafeBufferPointer<UInt64>) -> Int {
        var place = firstPlace(of: digest, among: places.count)
        while places[place] != 0, places[place] != digest { place = place &+ 1 == places.count ? 0 : place &+ 1 }
        return place
    }

    private mutating func grow() {
        let old = places
        places = [UInt64](repeating: 0, count: max(8, (old.count + 1) * 4 / 3))
        places.withUnsafeMutableBufferPointer { places in
            for digest in old where digest != 0 {
                places[Self.place(of: digest, in: UnsafeBufferPointer(places))] = digest
            }
        }
    }
}
