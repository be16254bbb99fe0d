import FHRowCollections

/// The consecutive lines of a text that are in memory.
struct Segment: Sendable, Equatable {
    /// The number of lines before the first one.
    var first = 0
    var lines: [Line] = []
    /// The scanner behind the last line; nil if lines there were dropped.
    var scanner: LineScanner?

    /// The places of the lines in the text.
    var places: Range<Int> { first..<first + lines.count }

    subscript(place: Int) -> Line? { places.contains(place) ? lines[place - first] : nil }

    /// Drops lines that are far from a window if there are many.
    mutating func trim(around window: Window, to room: Int) {
        guard lines.count > 2 * room + window.limit else { return }
        let kept = (window.offset - room..<window.offset + window.limit + room).clamped(to: places)
        if kept.isEmpty { return }
        if kept.upperBound < places.upperBound { scanner = nil }
        lines = Array(lines[kept.lowerBound - first..<kept.upperBound - first])
        first = kept.lowerBound
    }
}
