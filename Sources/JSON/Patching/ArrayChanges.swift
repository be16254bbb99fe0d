import Glibc

/// Which elements go, come and stay where one array becomes another, its elements being known by ids.
struct ArrayChanges {
    /// The places in the old array of what is taken out, ascending.
    private(set) var removed: [Int] = []
    /// The places in the new array of what is put in, ascending.
    private(set) var added: [Int] = []
    /// What stays, by its old and its new place, ascending.
    private(set) var kept: [(place: Int, newPlace: Int)] = []
    /// Whether more stay than go at one end and come at the other, so that no others could stay instead of them.
    private(set) var isOneWay = false

    /// Compares two arrays; nil where an id is there twice.
    init?<ID: Hashable>(from ids: [ID], to newIDs: [ID]) {
        guard Set(ids).count == ids.count, Set(newIDs).count == newIDs.count else { return nil }
        self.init(from: ids, toUnique: newIDs)
    }

    /// Compares two arrays, in neither of which an id is there twice.
    init<ID: Hashable>(from ids: [ID], toUnique newIDs: [ID]) {
        let (start, end) = sharedEnds(ids.count, newIDs.count) { ids[$0] == newIDs[$1] }
        kept.reserveCapacity(start + end)
        for place in 0..<start { kept.append((place, place)) }
        compare(ids, newIDs, start..<ids.count - end, start..<newIDs.count - end)
        for place in (0..<end).reversed() { kept.append((ids.count - 1 - place, newIDs.count - 1 - place)) }
    }

    /// Compares two stretches of the same rows, of which one begins within the other, as where a window is scrolled; nil
    /// where they are no such stretches.
    ///
    /// - Parameter numbers: what only the same elements have; 0 is not the same as 0.
    init?(scrolledFrom numbers: ArraySlice<UInt>, to newNumbers: ArraySlice<UInt>) {
        guard let first = numbers.first, let newFirst = newNumbers.first else { return nil }
        let (start, newStart) = (numbers.startIndex, newNumbers.startIndex)
        var gone = numbers.firstIndex(of: newFirst) ?? start
        var come = newNumbers.firstIndex(of: first) ?? newStart
        // Where both are there, what is at the shorter end has moved to the other.
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

    /// Compares arrays of so many elements, which nothing tells apart but their places.
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
        // Those outside the longest run that keeps its order are taken out and put in again.
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
    /// Whether both have the same numbers, compared many at a time.
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

/// How many elements are the same at the beginning of two arrays, and how many others at their end.
///
/// - Parameters:
///   - count: how many elements the one has.
///   - otherCount: how many the other has.
///   - isSame: whether an element of the one is the same as one of the other, by their places.
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

/// Marks the members of one longest strictly ascending subsequence (patience sorting, O(n log n)).
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
