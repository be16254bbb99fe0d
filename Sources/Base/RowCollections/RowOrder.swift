/// A sequence of slots, which are small, dense numbers that refer to the rows of a ``RowStore``.
///
/// The slots are in chunks, and the chunk of each slot is stored. The cost of lookup by index, lookup by slot,
/// insertion, removal and moves is proportional to the length or to the number of the chunks, whichever is larger. With
/// suitable chunks, this is about the square root of the count. Copies share a chunk until one of them changes it.
package struct RowOrder: Sendable {
    static let absent = UInt32.max

    /// The chunks, by number.
    ///
    /// The number of a chunk never changes.
    package var chunks: [[UInt32]] = []
    /// The numbers of unused chunks.
    var freeChunks: [UInt32] = []
    /// The numbers of the chunks in order.
    ///
    /// None of these chunks is empty.
    package var sequence: [UInt32] = []
    /// The index at which each chunk of the sequence begins.
    var starts: [Int] = []
    /// The number of the chunk of each slot.
    var homes = PagedArray<UInt32>(shift: 12)
    /// The maximum length of a chunk.
    let limit: Int
    package var count = 0

    /// Makes an empty sequence.
    ///
    /// - Parameter limit: the maximum length of a chunk; at least 2.
    package init(limit: Int = 4_096) {
        precondition(limit >= 2, "a chunk that is cut has two halves")
        self.limit = limit
    }

    /// True if both share their storage, so that they have the same slots in the same order.
    ///
    /// Equal sequences with separate storage give false.
    func isShared(with other: RowOrder) -> Bool {
        count == other.count && isSameStorage(sequence, other.sequence) && isSameStorage(chunks, other.chunks)
    }

    package func contains(_ slot: UInt32) -> Bool {
        Int(slot) < homes.count && homes[Int(slot)] != Self.absent
    }

    /// The slot at an index.
    package subscript(place: Int) -> UInt32 {
        let (position, offset) = locate(place)
        return chunks[Int(sequence[position])][offset]
    }

    /// The index of a slot; nil if the slot is not present.
    package func place(of slot: UInt32) -> Int? {
        guard contains(slot) else { return nil }
        let (position, offset) = find(slot)
        return starts[position] + offset
    }

    package mutating func append(_ slot: UInt32) {
        if let last = sequence.last, chunks[Int(last)].count < limit {
            precondition(!contains(slot), "a number stands once")
            homes.extend(to: Int(slot) + 1, with: Self.absent)
            chunks[Int(last)].append(slot)
            homes[Int(slot)] = last
            count += 1
        } else {
            insert([slot], at: count)
        }
    }

    /// Inserts slots together.
    package mutating func insert(_ slots: [UInt32], at place: Int) {
        precondition(place >= 0 && place <= count, "a place in the order")
        if slots.isEmpty { return }
        for slot in slots {
            precondition(!contains(slot), "a number stands once")
            homes.extend(to: Int(slot) + 1, with: Self.absent)
        }
        count += slots.count
        if sequence.isEmpty { return put(cut(slots[...]), at: 0) }
        // Slots that are inserted between two chunks are appended to the first of these chunks.
        let (position, offset) = place == 0 ? (0, 0) : after(locate(place - 1))
        let chunk = Int(sequence[position])
        let length = chunks[chunk].count
        if length + slots.count <= limit {
            chunks[chunk].insert(contentsOf: slots, at: offset)
            for slot in slots { homes[Int(slot)] = sequence[position] }
            for later in starts.indices[(position + 1)...] { starts[later] += slots.count }
        } else if offset == length {
            // Slots that are appended one after the other then fill each chunk before the next chunk is added.
            put(cut(slots[...]), at: position + 1)
        } else {
            let whole = chunks[chunk][..<offset] + slots + chunks[chunk][offset...]
            let pieces = cut(whole, evenly: true)
            chunks[chunk] = pieces[0]
            for slot in pieces[0] where homes[Int(slot)] != sequence[position] {
                homes[Int(slot)] = sequence[position]
            }
            put(Array(pieces.dropFirst()), at: position + 1)
        }
    }

    private func after(_ spot: (position: Int, offset: Int)) -> (Int, Int) { (spot.position, spot.offset + 1) }

    /// Splits slots into chunks.
    ///
    /// If `evenly` is true, all chunks have about the same length. Otherwise all chunks except the last are full.
    private func cut(_ slots: ArraySlice<UInt32>, evenly: Bool = false) -> [[UInt32]] {
        let pieces = (slots.count + limit - 1) / limit
        let length = evenly ? (slots.count + pieces - 1) / pieces : limit
        return stride(from: slots.startIndex, to: slots.endIndex, by: length).map { start in
            var piece: [UInt32] = []
            if !sequence.isEmpty { piece.reserveCapacity(limit) }
            piece.append(contentsOf: slots[start..<min(start + length, slots.endIndex)])
            return piece
        }
    }

    /// Adds chunks to the sequence.
    private mutating func put(_ pieces: [[UInt32]], at position: Int) {
        var numbers: [UInt32] = []
        for piece in pieces {
            let number = freeChunks.popLast() ?? UInt32(chunks.count)
            if Int(number) == chunks.count { chunks.append(piece) } else { chunks[Int(number)] = piece }
            for slot in piece { homes[Int(slot)] = number }
            numbers.append(number)
        }
        sequence.insert(contentsOf: numbers, at: position)
        restart(from: position)
    }

    /// Recomputes the indices at which chunks begin.
    mutating func restart(from position: Int) {
        starts.removeLast(starts.count - min(position, starts.count))
        for position in starts.count..<sequence.count {
            starts.append(position == 0 ? 0 : starts[position - 1] + chunks[Int(sequence[position - 1])].count)
        }
    }
}

// MARK: Finding

extension RowOrder {
    /// The location of an index: the position of its chunk in the sequence, and the offset in the chunk.
    func locate(_ place: Int) -> (position: Int, offset: Int) {
        precondition(place >= 0 && place < count, "a place in the order")
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle } else { high = middle }
        }
        return (low, place - starts[low])
    }

    /// The location of a slot: the position of its chunk in the sequence, and the offset in the chunk.
    func find(_ slot: UInt32) -> (position: Int, offset: Int) {
        let home = homes[Int(slot)]
        guard let position = Self.firstIndex(of: home, in: sequence),
            let offset = Self.firstIndex(of: slot, in: chunks[Int(home)])
        else { preconditionFailure("a number stands in the chunk that it is known to be in") }
        return (position, offset)
    }

    /// The index of a number in an array; nil if the array does not contain it.
    ///
    /// 16 elements are compared at a time.
    private static func firstIndex(of number: UInt32, in numbers: [UInt32]) -> Int? {
        numbers.withUnsafeBytes { bytes in
            let meant = SIMD16<UInt32>(repeating: number)
            var index = 0
            while index + 16 <= numbers.count {
                let some = bytes.loadUnaligned(fromByteOffset: 4 * index, as: SIMD16<UInt32>.self)
                if any(some .== meant) { break }
                index += 16
            }
            while index < numbers.count {
                if numbers[index] == number { return index }
                index += 1
            }
            return nil
        }
    }

    /// Calls `body` with the slots in a range, one contiguous chunk at a time.
    package func forEachPiece(in places: Range<Int>, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
        if places.isEmpty { return }
        var (position, offset) = locate(places.lowerBound)
        var left = places.count
        while left > 0 {
            let chunk = Int(sequence[position])
            let length = min(left, chunks[chunk].count - offset)
            chunks[chunk].withUnsafeBufferPointer { body(.init(rebasing: $0[offset..<offset + length])) }
            left -= length
            position += 1
            offset = 0
        }
    }
}
