import Glibc

/// The elements that were removed, added and kept between an old array and a new one.
///
/// Each initializer identifies elements differently: by ids, by numbers, or by position and content.
struct ArrayChanges {
    /// The indices of removed elements in the old array, ascending.
    private(set) var removed: [Int] = []
    /// The indices of added elements in the new array, ascending.
    private(set) var added: [Int] = []
    /// The old and new indices of kept elements, ascending; empty after `init(scrolledFrom:to:)`.
    private(set) var kept: [(place: Int, newPlace: Int)] = []
    /// True if the array was scrolled in one direction, and more than half of the shorter array is kept.
    ///
    /// Then no other choice of kept elements has as many elements.
    private(set) var isOneWay = false

    /// Compares two arrays; nil if either has a duplicate id.
    init?<ID: Hashable>(from ids: [ID], to newIDs: [ID]) {
        guard Set(ids).count == ids.count, Set(newIDs).count == newIDs.count else { return nil }
        self.init(from: ids, toUnique: newIDs)
    }

    /// Compares two arrays without duplicate ids.
    init<ID: Hashable>(from ids: [ID], toUnique newIDs: [ID]) {
        let (start, end) = sharedEnds(ids.count, newIDs.count) { ids[$0] == newIDs[$1] }
        kept.reserveCapacity(start + end)
        for place in 0..<start { kept.append((place, place)) }
        compare(ids, newIDs, start..<ids.count - end, start..<newIDs.count - end)
        for place in (0..<end).reversed() { kept.append((ids.count - 1 - place, newIDs.count - 1 - place)) }
    }

    /// Compares two arrays that are overlapping ranges of one sequence, as before and after scrolling.
    ///
    /// Nil if the arrays are not such ranges.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the old elements. Equal numbers mean equal elements, except that the number 0 equals
    ///     no number, not even 0.
    ///   - newNumbers: The numbers of the new elements.
    init?(scrolledFrom numbers: ArraySlice<UInt>, to newNumbers: ArraySlice<UInt>) {
        guard let first = numbers.first, let newFirst = newNumbers.first else { return nil }
        let (start, newStart) = (numbers.startIndex, newNumbers.startIndex)
        var gone = numbers.firstIndex(of: newFirst) ?? start
        var come = newNumbers.firstIndex(of: first) ?? newStart
        // If each array contains the first element of the other array, a group of elements has moved from one end of
        // the array to the other end. The smaller of the two possible groups counts as moved.
        if gone > start, come > newStart {
            if gone - start <= come - newStart { come = newStart } else { gone = start }
        }
        let count = min(numbers.endIndex - gone, newNumbers.endIndex - come)
        let (staying, newStaying) = (numbers[gone..<gone + count], newNumbers[come..<come + count])
        guard count > 0, staying.hasSameBytes(as: newStaying), !staying.contains(0) else { return nil }
        removed = Self.places(start..<gone, gone + count..<numbers.endIndex)
        added = Self.places(newStart..<come, come + count..<newNumbers.endIndex)
        let isDown = gone + count == numbers.endIndex && come == newStart
        let isUp = come + count == newNumbers.endIndex && gone == start
        isOneWay = (isDown || isUp) && count > min(removed.count, added.count)
    }

    private static func places(_ first: Range<Int>, _ second: Range<Int>) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(first.count + second.count)
        for place in first { places.append(place) }
        for place in second { places.append(place) }
        return places
    }

    /// Compares arrays whose elements have no ids.
    ///
    /// The last elements of both arrays are kept as far as they are equal. Of the elements before these, the elements
    /// with equal indices are kept, even if their contents differ.
    init(inOrder count: Int, _ newCount: Int, _ isSame: (_ place: Int, _ newPlace: Int) -> Bool) {
        let end = sharedEnds(count, newCount, isSame).end
        let staying = min(count, newCount) - end
        kept = (0..<staying).map { ($0, $0) } + (0..<end).reversed().map { (count - 1 - $0, newCount - 1 - $0) }
        removed = Array(staying..<count - end)
        added = Array(staying..<newCount - end)
    }

    private mutating func compare<ID: Hashable>(
        _ ids: [ID], _ newIDs: [ID], _ middle: Range<Int>, _ newMiddle: Range<Int>
    ) {
        if middle.isEmpty || newMiddle.isEmpty {
            removed = Array(middle)
            added = Array(newMiddle)
            return
        }
        let places = Dictionary(uniqueKeysWithValues: middle.map { (ids[$0], $0) })
        let staying = newMiddle.compactMap { newPlace in places[newIDs[newPlace]].map { ($0, newPlace) } }
        // Elements outside the longest subsequence that has the same order in both arrays are removed and added again.
        let still = longestAscendingRun(of: staying.map(\.0))
        let stays = zip(staying, still).filter(\.1).map(\.0)
        let oldPlaces = Set(stays.map(\.0))
        let newPlaces = Set(stays.map(\.1))
        removed = middle.filter { !oldPlaces.contains($0) }
        added = newMiddle.filter { !newPlaces.contains($0) }
        kept += stays.map { (place: $0.0, newPlace: $0.1) }
    }
}

extension ArraySlice<UInt> {
    /// True if both slices have the same numbers in the same order.
    fileprivate func hasSameBytes(as other: ArraySlice<UInt>) -> Bool {
        withUnsafeBytes { bytes in
            other.withUnsafeBytes { other in
                guard bytes.count == other.count, let base = bytes.baseAddress, let otherBase = other.baseAddress
                else { return bytes.count == other.count }
                return memcmp(base, otherBase, bytes.count) == 0
            }
        }
    }
}

/// Counts the equal elements at the beginning of two arrays, and the equal elements at the end of the remaining arrays.
///
/// - Parameters:
///   - count: The number of elements of the first array.
///   - otherCount: The number of elements of the second array.
///   - isSame: Returns true if the elements at an index of the first and an index of the second array are equal.
func sharedEnds(
    _ count: Int, _ otherCount: Int, _ isSame: (_ place: Int, _ otherPlace: Int) -> Bool
) -> (start: Int, end: Int) {
    let shorter = min(count, otherCount)
    var start = 0
    while start < shorter, isSame(start, start) { start += 1 }
    var end = 0
    while end < shorter - start, isSame(count - 1 - end, otherCount - 1 - end) { end += 1 }
    return (start, end)
}

/// Returns true for each element of one longest strictly ascending subsequence (patience sorting, O(n log n)).
public func longestAscendingRun(of values: [Int]) -> [Bool] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
        }
        previous[index] = low > 0 ? ends[low - 1] : -1
        if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var marks = [Bool](repeating: false, count: values.count)
    var index = ends.last ?? -1
    while index >= 0 {
        marks[index] = true
        index = previous[index]
    }
    return marks
}
