extension RowCollection {
    /// Returns the first rows of a range that fit into a window.
    ///
    /// Together they don't exceed the window's maximum size, but at least one row is returned.
    ///
    /// - Parameters:
    ///   - places: the indices of the rows.
    ///   - place: a row that must be included. If it is not among the first rows that fit, it becomes the last row.
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

    /// Returns the first rows of a range that fit into a window.
    ///
    /// This is for rows that are not in a collection.
    ///
    /// - Parameters:
    ///   - places: the indices of the window's rows.
    ///   - place: the row that must be included; nil for none.
    ///   - longest: the size of the longest row, in bytes.
    ///   - sizes: returns the sizes of the rows, in bytes, in their order.
    /// - Returns: as many of the indices as fit, from the first one on, or up to `place`.
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
