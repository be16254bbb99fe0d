import JSON

/// What two collections share, found without a look at what the rows say.
extension RowCollection {
    /// How many rows are the same at the beginning of two stretches, and how many others at their end.
    ///
    /// Rows with the same text that came in apart count as different. Where one collection is a copy of the other that
    /// was changed since, the cost for each row is that of comparing two numbers; where they stand in the same order, only
    /// those are compared that came near one that was replaced.
    public func ends(
        _ places: Range<Int>, sharedWith other: RowCollection, _ otherPlaces: Range<Int>
    ) -> (start: Int, end: Int) {
        if places == otherPlaces, order.isShared(with: other.order),
            let different = store.slotsThatDiffer(from: other.store)
        {
            return ends(places, around: different)
        }
        let (slots, otherSlots) = (slots(in: places), other.slots(in: otherPlaces))
        if store.isShared(with: other.store) {
            return sharedEnds(slots.count, otherSlots.count) { slots[$0] == otherSlots[$1] }
        }
        let sharing = RowSharing(store, other.store)
        return sharedEnds(slots.count, otherSlots.count) { sharing.isSame(slots[$0], otherSlots[$1]) }
    }

    /// How many rows stand before the first and behind the last of those in some slots.
    private func ends(_ places: Range<Int>, around slots: [UInt32]) -> (start: Int, end: Int) {
        let different = slots.compactMap { order.place(of: $0) }.filter(places.contains)
        guard let first = different.min(), let last = different.max() else { return (places.count, 0) }
        return (first - places.lowerBound, places.upperBound - 1 - last)
    }

    /// Whether both are known to have the same rows in the same order, without a look at any.
    public func isShared(with other: RowCollection) -> Bool {
        order.isShared(with: other.order) && store.isShared(with: other.store)
    }

    /// Of each row a number that only the same one has, as long as it is held; never 0.
    public func tokens(_ places: Range<Int>) -> [UInt] {
        var tokens: [UInt] = []
        tokens.reserveCapacity(places.count)
        order.forEachPiece(in: places) { store.appendTokens($0, to: &tokens) }
        return tokens
    }

    func slots(in places: Range<Int>) -> [UInt32] {
        var slots: [UInt32] = []
        slots.reserveCapacity(places.count)
        order.forEachPiece(in: places) { slots.append(contentsOf: $0) }
        return slots
    }
}

/// Which rows two stores share.
private struct RowSharing {
    private let store: RowStore
    private let other: RowStore
    /// Whether all rows of a page of slots are the same.
    private let pages: [Bool]

    init(_ store: RowStore, _ other: RowStore) {
        self.store = store
        self.other = other
        pages = store.sharedPages(with: other)
    }

    func isSame(_ slot: UInt32, _ otherSlot: UInt32) -> Bool {
        let page = Int(slot) &>> RowStore.pageBits
        return slot == otherSlot && page < pages.count && pages[page] || store.isSame(slot, as: other, otherSlot)
    }
}
