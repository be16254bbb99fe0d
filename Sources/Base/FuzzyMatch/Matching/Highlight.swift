/// The matched characters in one field.
public struct Highlight: Equatable, Sendable {
    /// The index of the field in its row.
    public let key: Int
    /// The matched characters as ranges of Unicode scalar offsets, ascending and not adjacent.
    public let ranges: [Range<Int>]

    /// Merges the ranges that the terms match, which can overlap and be in any order, to one highlight for each field.
    static func merge(_ found: [(key: Int, range: Range<Int>)]) -> [Highlight] {
        var highlights: [Highlight] = []
        var key: Int?
        var ranges: [Range<Int>] = []
        func close() {
            if let key { highlights.append(Highlight(key: key, ranges: ranges)) }
        }
        for next in found.sorted(by: { ($0.key, $0.range.lowerBound) < ($1.key, $1.range.lowerBound) }) {
            if next.key != key {
                close()
                key = next.key
                ranges = [next.range]
            } else if let last = ranges.last, next.range.lowerBound <= last.upperBound {
                let end = max(last.upperBound, next.range.upperBound)
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(next.range)
            }
        }
        close()
        return highlights
    }
}
