import FHRows
import Glibc

/// The storage of the rows of a ``RowCollection``.
///
/// Each row has a slot, a small number that stays the same until the row is removed. For each slot, the store contains
/// the number of a ``RowBlock`` and a place: the row's index in the block.
///
/// Rows that are added one by one are gathered into larger blocks from time to time. When the gathered blocks contain
/// many rows that were removed or replaced, the blocks are rebuilt without these rows.
struct RowStore: Sendable {
    /// A block, and the number of slots that refer to it.
    private struct Entry: Sendable {
        var block: RowBlock?
        var users: Int
        /// True if the store has made the block by gathering rows.
        ///
        /// Such a block may be rebuilt to save memory.
        var isGathered: Bool
        /// The slot that refers to this block, if the block has replaced another single-row block in this entry;
        /// otherwise `unused`.
        var slot = RowStore.unused
    }

    /// The number of single-row blocks that are gathered into one block.
    private static let loneLimit = 256
    /// The number by which the unused rows in gathered blocks may exceed the used rows.
    private static let slack = 4_096
    private static let placeBits = 12
    /// The binary logarithm of the number of slots in a page.
    ///
    /// Copies of a store share a page until one of them changes it.
    private static let pageBits = 12
    private static let unused = UInt32.max
    /// The number of slots that are compared at a time.
    private static let compared = 64
    /// The number of differing slots above which ``slotsThatDiffer(from:)`` stops comparing pages of slots.
    private static let few = 64

    /// The number of a block and a place in it, for each slot.
    private var places = PagedArray<UInt32>(shift: pageBits)
    private var freeSlots: [UInt32] = []
    /// The blocks.
    ///
    /// The pages are short, because a change of a row copies a page if an older copy of the store still shares it.
    private var blocks = PagedArray<Entry>(shift: 4)
    private var freeBlocks: [UInt32] = []
    /// The number of the block that was added last, to which the next row probably belongs; nil if the block was
    /// removed.
    private var latest: UInt32?
    /// The slots that got a row from a single-row block since the last gathering.
    ///
    /// Some of these rows may have been replaced or removed in the meantime.
    private var lone: [UInt32] = []
    /// The size in bytes of the longest row so far.
    private(set) var longest = 0
    private var gathered = 0
    private var gatheredInUse = 0

    /// The row in a slot.
    func row(_ slot: UInt32) -> SourceRow {
        let (number, place) = Self.split(places[Int(slot)])
        guard let block = blocks[number].block else { preconditionFailure("a slot in use names a block") }
        return SourceRow(block, place)
    }

    /// Calls `body` for the rows in slots.
    ///
    /// For consecutive rows of one block, the block is looked up only once.
    @inline(__always)
    func forEach(_ slots: UnsafeBufferPointer<UInt32>, _ body: (SourceRow) -> Void) {
        var known: (number: Int, block: RowBlock)?
        for slot in slots {
            let (number, place) = Self.split(places[Int(slot)])
            if let known, known.number == number {
                body(SourceRow(known.block, place))
            } else if let block = blocks[number].block {
                known = (number, block)
                body(SourceRow(block, place))
            }
        }
    }

    /// Calls `body` with the texts of the rows in slots.
    ///
    /// The texts are valid only during the call of `body`. The version is empty if the source has none. This is faster
    /// than ``forEach(_:_:)``, because the blocks are not retained for each row.
    @inline(__always)
    func forEachText(
        _ slots: UnsafeBufferPointer<UInt32>,
        _ body: (
            _ id: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ version: UnsafeRawBufferPointer
        ) -> Void
    ) {
        var next = slots.startIndex
        while next < slots.endIndex {
            let number = Self.split(places[Int(slots[next])]).number
            guard let block = blocks[number].block else { preconditionFailure("a slot in use names a block") }
            block.withReader { reader in
                while next < slots.endIndex {
                    let (other, place) = Self.split(places[Int(slots[next])])
                    if other != number { return }
                    reader.read(place, body)
                    next += 1
                }
            }
        }
    }

    /// True if both stores share their storage, so that they have the same rows in the same slots.
    ///
    /// Equal stores with separate storage give false.
    func isShared(with other: RowStore) -> Bool {
        places.isShared(with: other.places) && blocks.isShared(with: other.blocks)
    }

    /// A number that identifies the row in a slot as long as the row's block is in memory.
    ///
    /// The number is never 0.
    ///
    /// - Parameter known: the number and the address of the block that was looked up last; nil at the beginning.
    @inline(__always)
    func number(of slot: UInt32, _ known: inout (number: Int, address: UInt)?) -> UInt {
        let (number, place) = Self.split(places[Int(slot)])
        let address: UInt
        if let known, known.number == number {
            address = known.address
        } else {
            guard let block = blocks[number].block else { preconditionFailure("a slot in use names a block") }
            address = UInt(bitPattern: Unmanaged.passUnretained(block).toOpaque())
            known = (number, address)
        }
        return address << UInt(RowBlock.limit.trailingZeroBitCount) | UInt(place)
    }

    /// The slots whose rows may differ between two copies of a store; nil if there are many such slots, or if the
    /// copies have changed so much that comparing blocks does not show the slots.
    func slotsThatDiffer(from other: RowStore) -> [UInt32]? {
        guard places.count == other.places.count else { return nil }
        var slots: [UInt32] = []
        let areKnown = blocks.forEachPage(notSharedWith: other.blocks) { first, page, otherPage in
            for number in page.indices {
                if page[number].block === otherPage[number].block { continue }
                if page[number].block == nil || otherPage[number].block == nil { continue }
                // If in both stores only one slot refers to the entry, and it is the same slot, its row differs.
                // Otherwise the differing slots are not known.
                let slot = page[number].slot
                let reference = UInt32(first + number) << Self.placeBits
                guard page[number].users == 1, otherPage[number].users == 1, slot != Self.unused,
                    places[Int(slot)] == reference, other.places[Int(slot)] == reference
                else { return false }
                slots.append(slot)
            }
            return true
        }
        if !areKnown { return nil }
        let areFew = places.forEachPage(notSharedWith: other.places) { first, page, otherPage in
            guard let base = UnsafeRawPointer(page.baseAddress), let otherBase = UnsafeRawPointer(otherPage.baseAddress)
            else { return true }
            for start in stride(from: 0, to: page.count, by: Self.compared) {
                let end = min(start + Self.compared, page.count)
                if memcmp(base + 4 * start, otherBase + 4 * start, 4 * (end - start)) == 0 { continue }
                for index in start..<end where page[index] != otherPage[index] { slots.append(UInt32(first + index)) }
                if slots.count > Self.few { return false }
            }
            return true
        }
        return areFew ? slots : nil
    }

    mutating func add(_ row: SourceRow) -> UInt32 {
        let reference = use(row)
        let slot: UInt32
        if let free = freeSlots.popLast() {
            slot = free
            places[Int(slot)] = reference
        } else {
            slot = UInt32(places.count)
            places.append(reference)
        }
        note(slot, row)
        return slot
    }

    mutating func replace(_ slot: UInt32, _ row: SourceRow) {
        let old = places[Int(slot)]
        if row.block.count == 1, standsAlone(old) {
            // Only the entry of the block changes. So at most one page is copied, and only if a copy of the store
            // shares the page.
            let number = Self.split(old).number
            blocks[number].block = row.block
            blocks[number].slot = slot
            longest = max(longest, row.block.longest)
            return
        }
        places[Int(slot)] = use(row)
        release(old)
        note(slot, row)
        tidy()
    }

    mutating func remove(_ slot: UInt32) {
        release(places[Int(slot)])
        places[Int(slot)] = Self.unused
        freeSlots.append(slot)
        tidy()
    }

    // MARK: Blocks

    private static func split(_ reference: UInt32) -> (number: Int, place: Int) {
        (Int(reference &>> placeBits), Int(reference & (1 &<< placeBits &- 1)))
    }

    /// Counts a new reference to the block of a row, and returns the value for ``places``: the block's number and the
    /// row's place in the block.
    private mutating func use(_ row: SourceRow) -> UInt32 {
        if latest.map({ blocks[Int($0)].block === row.block }) != true { latest = take(row.block, isGathered: false) }
        guard let latest else { preconditionFailure("a block has just come in") }
        blocks[Int(latest)].users += 1
        if blocks[Int(latest)].isGathered { gatheredInUse += 1 }
        return latest << Self.placeBits | UInt32(row.place)
    }

    /// True if a reference is the only one to its block, and the block has one row and was not made by gathering.
    private func standsAlone(_ reference: UInt32) -> Bool {
        let number = Self.split(reference).number
        return blocks[number].users == 1 && !blocks[number].isGathered && blocks[number].block?.count == 1
    }

    private mutating func take(_ block: RowBlock, isGathered: Bool) -> UInt32 {
        let entry = Entry(block: block, users: 0, isGathered: isGathered)
        if isGathered { gathered += block.count } else { longest = max(longest, block.longest) }
        if let free = freeBlocks.popLast() {
            blocks[Int(free)] = entry
            return free
        }
        precondition(blocks.count < Int(Self.unused) >> Self.placeBits, "more blocks than can be numbered")
        blocks.append(entry)
        return UInt32(blocks.count - 1)
    }

    private mutating func release(_ reference: UInt32) {
        let number = Self.split(reference).number
        blocks[number].users -= 1
        let isGathered = blocks[number].isGathered
        if isGathered { gatheredInUse -= 1 }
        guard blocks[number].users == 0 else { return }
        if isGathered { gathered -= blocks[number].block?.count ?? 0 }
        blocks[number].block = nil
        if latest == UInt32(number) { latest = nil }
        freeBlocks.append(UInt32(number))
    }

    // MARK: Gathering

    private mutating func note(_ slot: UInt32, _ row: SourceRow) {
        guard row.block.count == 1 else { return }
        lone.append(slot)
        guard lone.count == Self.loneLimit else { return }
        gather(lone.filter { isUsed($0) && self.row($0).block.count == 1 })
        lone = []
    }

    /// Rebuilds gathered blocks if their unused rows exceed their used rows by more than ``slack``.
    private mutating func tidy() {
        guard gathered > 2 * gatheredInUse + Self.slack else { return }
        let slots = 0..<UInt32(places.count)
        gather(slots.filter { isUsed($0) && blocks[Self.split(places[Int($0)]).number].isGathered })
    }

    private func isUsed(_ slot: UInt32) -> Bool { places[Int(slot)] != Self.unused }

    /// Copies the rows in slots into new blocks.
    private mutating func gather(_ slots: [UInt32]) {
        var writer = RowWriter()
        var moved: [UInt32] = []
        var seen: Set<UInt32> = []
        for slot in slots where seen.insert(slot).inserted {
            writer.append(row(slot))
            moved.append(slot)
        }
        for (slot, row) in zip(moved, writer.finish()) {
            if latest.map({ blocks[Int($0)].block === row.block }) != true {
                latest = take(row.block, isGathered: true)
            }
            let old = places[Int(slot)]
            places[Int(slot)] = use(row)
            release(old)
        }
    }
}
