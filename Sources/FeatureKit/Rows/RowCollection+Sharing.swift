import JSON

/// What two collections share, found without a look at what the rows say.
extension RowCollection {
    /// What is known of rows beside those of an older collection.
    ///
    /// Where one collection is a copy of the other that was changed since, and the rows stand in the same order, only those
    /// are looked at that came near one that was replaced. Otherwise each row gets a number; rows with the same text that
    /// came in apart have different ones.
    ///
    /// - Parameters:
    ///   - places: where the rows stand.
    ///   - older: the other collection.
    ///   - olderPlaces: where the rows stand in that.
    /// - Returns: places counted from where the rows begin, and numbers that hold as long as both collections do.
    public func sharing(
        _ places: Range<Int>, with older: RowCollection, _ olderPlaces: Range<Int>
    ) -> ListSharing {
        if places == olderPlaces, order.isShared(with: older.order),
            let different = store.slotsThatDiffer(from: older.store)
        {
            var found: [Int] = []
            for slot in different {
                if let place = order.place(of: slot), places.contains(place) { found.append(place - places.lowerBound) }
            }
            if found.count > 1 { found.sort() }
            return .inOrder(different: found)
        }
        // In the same store a slot says what the row is.
        if store.isShared(with: older.store) {
            return .numbered(older: older.slotNumbers(olderPlaces), newer: slotNumbers(places), areIDs: true)
        }
        return .numbered(older: older.rowNumbers(olderPlaces), newer: rowNumbers(places))
    }

    private func slotNumbers(_ places: Range<Int>) -> [UInt] { numbers(places) { UInt($0) + 1 } }

    private func rowNumbers(_ places: Range<Int>) -> [UInt] {
        var known: (number: Int, address: UInt)?
        return numbers(places) { store.number(of: $0, &known) }
    }

    private func numbers(_ places: Range<Int>, _ number: (UInt32) -> UInt) -> [UInt] {
        Array(unsafeUninitializedCapacity: places.count) { numbers, count in
            order.forEachPiece(in: places) { slots in
                for slot in slots {
                    numbers.initializeElement(at: count, to: number(slot))
                    count += 1
                }
            }
        }
    }

    func slots(in places: Range<Int>) -> [UInt32] {
        var slots: [UInt32] = []
        slots.reserveCapacity(places.count)
        order.forEachPiece(in: places) { slots.append(contentsOf: $0) }
        return slots
    }
}
