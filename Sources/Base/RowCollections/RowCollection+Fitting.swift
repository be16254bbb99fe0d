extension RowCollection {
    /// Returns the indices of the first rows of a range that fit into a window.
    ///
    /// Together these rows don't exceed ``Window/largestSize``, but at least one row is returned.
    ///
    /// - Parameters:
    ///   - places: the indices of the rows.
    ///   - place: the index of a row that must be included; nil for none. If it is not among the first rows that fit,
    ///     the result ends with it.
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

    /// An upper bound of the size of a row, in bytes.
    public var longestRow: Int { store.longest }
}

extension Window {
    /// The size in bytes of an item without the texts of its row.
    private static let itemSize = 160

    /// Returns the indices of the first rows of a range that fit into a window.
    ///
    /// This is for rows that are not in a ``RowCollection``.
    ///
    /// - Parameters:
    ///   - places: the indices of the rows.
    ///   - place: the index of a row that must be included; nil for none.
    ///   - longest: an upper bound of the size of a row, in bytes.
    ///   - sizes: returns the size of each row in bytes, in the order of `places`.
    /// - Returns: as many indices as fit, beginning with the first index. If `place` is not among them: as many indices
    ///   as fit, ending with `place`.
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
