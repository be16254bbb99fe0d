/// Removing and moving slots.
extension RowOrder {
    /// The maximum number of slots that are removed one by one.
    ///
    /// For more slots, whole chunks are filtered.
    private static let few = 16

    /// Removes one slot.
    package mutating func remove(_ slot: UInt32) {
        take(one: slot)
    }

    /// Removes slots, all of which must be present.
    ///
    /// - Returns: the slots, in their previous order.
    @discardableResult
    package mutating func take(_ slots: [UInt32]) -> [UInt32] {
        if slots.count > Self.few { return sweep(slots) }
        var places: [(place: Int, slot: UInt32)] = []
        for slot in slots where !places.contains(where: { $0.slot == slot }) {
            guard let place = place(of: slot) else { preconditionFailure("only what is there can be taken") }
            places.append((place, slot))
        }
        places.sort { $0.place < $1.place }
        for (_, slot) in places { take(one: slot) }
        return places.map(\.slot)
    }

    /// Moves slots together, in their current order, before another slot; nil moves them to the end.
    ///
    /// `anchor` MUST NOT be one of the moved slots.
    package mutating func move(_ slots: [UInt32], before anchor: UInt32?) {
        let taken = take(slots)
        guard let anchor else { return insert(taken, at: count) }
        guard let place = place(of: anchor) else { preconditionFailure("the anchor stays") }
        insert(taken, at: place)
    }

    private mutating func take(one slot: UInt32) {
        precondition(contains(slot), "only what is there can be taken")
        let (position, offset) = find(slot)
        homes[Int(slot)] = Self.absent
        chunks[Int(sequence[position])].remove(at: offset)
        count -= 1
        for later in starts.indices[(position + 1)...] { starts[later] -= 1 }
        tidy(position)
    }

    private mutating func sweep(_ slots: [UInt32]) -> [UInt32] {
        var touched: Set<UInt32> = []
        for slot in slots where contains(slot) {
            touched.insert(homes[Int(slot)])
            homes[Int(slot)] = Self.absent
        }
        var taken: [UInt32] = []
        for number in sequence where touched.contains(number) {
            let chunk = chunks[Int(number)]
            chunks[Int(number)] = []
            var kept: [UInt32] = []
            kept.reserveCapacity(chunk.count)
            for slot in chunk { if homes[Int(slot)] == Self.absent { taken.append(slot) } else { kept.append(slot) } }
            chunks[Int(number)] = kept
        }
        count -= taken.count
        restart(from: 0)
        for position in sequence.indices.reversed() where touched.contains(sequence[position]) { tidy(position) }
        return taken
    }

    /// Removes an empty chunk, or joins a short chunk with the next one.
    private mutating func tidy(_ position: Int) {
        let number = sequence[position]
        let length = chunks[Int(number)].count
        if length == 0 {
            discard(position)
        } else if length <= limit / 4, position + 1 < sequence.count {
            let next = chunks[Int(sequence[position + 1])]
            if length + next.count > limit / 2 { return }
            for slot in next { homes[Int(slot)] = number }
            chunks[Int(number)].append(contentsOf: next)
            discard(position + 1)
        }
    }

    private mutating func discard(_ position: Int) {
        let number = sequence.remove(at: position)
        chunks[Int(number)] = []
        freeChunks.append(number)
        starts.remove(at: position)
    }
}
