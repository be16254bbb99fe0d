extension RowCollection {
    /// The rows among these that are shown together: the first ones, as many as have no more bytes than a window may
    /// have, and at least one.
    ///
    /// - Parameters:
    ///   - places: where they stand.
    ///   - place: a row that must be among them; where it is not among the first, it is the last.
    public func fitting(_ places: Range<Int>, with place: Int? = nil) -> Range<Int> {
        Window.fitting(places, with: place, longest: longestRow) {
            var sizes: [Int] = []
            sizes.reserveCapacity(places.count)
            order.forEachPiece(in: places) { slots in
                store.forEachText(slots) { sizes.append($0.count + $1.count + $2.count) }
            }
            return sizes
        }
    }

    /// How many bytes a row has at most.
    public var longestRow: Int { store.longest }
}

extension Window {
    /// What an item has besides its row's texts.
    private static let itemSize = 160

    /// The same for rows that stand elsewhere.
    ///
    /// - Parameters:
    ///   - places: where the rows of the window stand.
    ///   - place: the row that must be among them; nil where none must.
    ///   - longest: the length of the longest row, in bytes.
    ///   - sizes: gives the lengths of the rows, in bytes, in their order.
    /// - Returns: as many of the places as fit, from the first one on, or up to `place`.
    public static func fitting(
        _ places: Range<Int>, with place: Int?, longest: Int, sizes: () -> [Int]
    ) -> Range<Int> {
        if places.count * (longest + itemSize) <= largestSize { return places }
        let sizes = sizes()
        let end = places.lowerBound + count(fitting: sizes)
        guard let place, places.contains(place), place >= end else { return places.lowerBound..<end }
        return place + 1 - count(fitting: sizes[...(place - places.lowerBound)].reversed())..<place + 1
    }

    private static func count(fitting sizes: some Sequence<Int>) -> Int {
        var (count, sum) = (0, 0)
        for size in sizes {
            sum += size + itemSize
            if count > 0, sum > largestSize { break }
            count += 1
        }
        return count
    }
}
