import FHJSON
import FHRows

/// Detection of the rows that two collections share.
///
/// The texts of the rows are not compared.
extension RowCollection {
    /// Determines the rows that this collection shares with an older one.
    ///
    /// If both collections are copies of one collection in the same order, and both ranges are equal, only the pages
    /// with replaced rows are examined. Otherwise each row gets a number, which is the same in both collections if they
    /// share the row. Rows that were added separately have different numbers, even if their texts are equal.
    ///
    /// - Parameters:
    ///   - places: the indices of the rows.
    ///   - older: the other collection.
    ///   - olderPlaces: the indices of the rows in the other collection.
    /// - Returns: the indices of the rows that may differ, relative to the start of `places`, or a number for each row.
    ///   Numbers are valid as long as both collections exist.
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
        // If the stores are shared, equal slots refer to the same row.
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
