/// A hash table from the ids of rows to their slots in a ``RowStore``.
///
/// The table uses linear hashing: it grows by one bucket at a time, so that no insertion has to rehash all entries.
/// Copies of a table share a bucket until one of them changes it.
struct RowIndex: Sendable {
    /// The maximum mean number of entries in a bucket.
    private static let load = 64

    /// The entries of each bucket.
    ///
    /// An entry has the hash of an id in its upper half, and a slot in its lower half.
    private var buckets = PagedArray<[UInt64]>(shift: 7)
    /// The level of linear hashing.
    ///
    /// All buckets below `1 << level` exist. The buckets below `split` have been split once more.
    private var level = 0
    private var split = 0
    private var count = 0

    init() {
        buckets.append([])
    }

    /// The first slot with this hash for which `isMeant` returns true; nil if there is none.
    @inline(__always)
    func slot(_ hash: UInt32, where isMeant: (UInt32) -> Bool) -> UInt32? {
        buckets[address(hash)].withUnsafeBufferPointer { bucket in
            for entry in bucket where UInt32(truncatingIfNeeded: entry &>> 32) == hash {
                let slot = UInt32(truncatingIfNeeded: entry)
                if isMeant(slot) { return slot }
            }
            return nil
        }
    }

    mutating func insert(_ hash: UInt32, _ slot: UInt32) {
        Self.append(UInt64(hash) &<< 32 | UInt64(slot), to: &buckets[address(hash)])
        count += 1
        if count > Self.load * buckets.count { grow() }
    }

    mutating func remove(_ hash: UInt32, _ slot: UInt32) {
        let address = address(hash)
        guard let place = buckets[address].firstIndex(of: UInt64(hash) &<< 32 | UInt64(slot)) else {
            preconditionFailure("only what is there can be removed")
        }
        buckets[address].swapAt(place, buckets[address].count - 1)
        buckets[address].removeLast()
        count -= 1
    }

    private func address(_ hash: UInt32) -> Int {
        let low = Int(hash) & (1 &<< level &- 1)
        return low < split ? Int(hash) & (2 &<< level &- 1) : low
    }

    private mutating func grow() {
        let old = buckets[split]
        var stays: [UInt64] = []
        var goes: [UInt64] = []
        for entry in old {
            if entry &>> (32 + level) & 1 == 0 { stays.append(entry) } else { goes.append(entry) }
        }
        buckets[split] = []
        Self.append(stays, to: &buckets[split])
        buckets.append([])
        Self.append(goes, to: &buckets[buckets.count - 1])
        split += 1
        if split == 1 << level {
            level += 1
            split = 0
        }
    }

    /// Appends an entry to a bucket.
    ///
    /// Only little spare capacity is reserved, because there are many buckets.
    private static func append(_ entry: UInt64, to bucket: inout [UInt64]) {
        if bucket.count == bucket.capacity { bucket.reserveCapacity(bucket.count + max(4, bucket.count / 8)) }
        bucket.append(entry)
    }

    private static func append(_ entries: [UInt64], to bucket: inout [UInt64]) {
        bucket.reserveCapacity(entries.count + 8)
        bucket.append(contentsOf: entries)
    }
}
