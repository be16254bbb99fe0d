/// The state of a filter's list: the active line, the marked lines, and the drawn lines.
///
/// A place is the index of a line among the matches, in their shown order.
struct FilterList {
    /// The number of lines that can be marked; nil for any number.
    let limit: Int?
    /// True if a single step from the last match goes to the first, and from the first to the last.
    let cycles: Bool
    /// The place of the active line.
    private(set) var place = 0
    private(set) var top = 0
    /// The number of drawn lines of the last frame.
    private(set) var height = 1
    /// For each line, a number that is higher for later marks; 0 for a line that is not marked, or beyond the end.
    ///
    /// An array is fast also if there are a million lines and all of them are marked at once.
    private var marks: [Int] = []
    private var lastMark = 0
    /// The number of marked lines.
    private(set) var markedCount = 0
    /// A number that increases when the marks change.
    private(set) var markChanges = 0
    /// True after a frame with lines of the current input.
    var isShown = false

    init(limit: Int?, cycles: Bool) {
        self.limit = limit
        self.cycles = cycles
    }

    // MARK: Moving

    /// Moves to a place, or to the nearest one that exists.
    mutating func move(to place: Int, count: Int) { self.place = min(max(0, place), max(0, count - 1)) }

    /// Moves by a number of places; a negative number moves towards the first match.
    mutating func move(by distance: Int, count: Int) {
        guard count > 0 else { return }
        let wanted = place + distance
        if cycles, abs(distance) == 1 {
            place = (wanted + count) % count
        } else {
            move(to: wanted, count: count)
        }
    }

    /// Returns the places to draw, which include that of the active line.
    mutating func places(height: Int, count: Int) -> Range<Int> {
        self.height = max(1, height)
        move(to: place, count: count)
        top = min(top, place, max(0, count - self.height))
        top = max(top, place - self.height + 1)
        return top..<min(count, top + max(0, height))
    }

    // MARK: Marks

    /// True if several lines can be marked.
    var isMultiple: Bool { limit.map { $0 > 1 } ?? true }
    /// The marked lines in the order of marking.
    var marked: [Int] {
        if markedCount == 0 { return [] }
        return marks.indices.filter { marks[$0] > 0 }.sorted { marks[$0] < marks[$1] }
    }

    func isMarked(_ row: Int) -> Bool { row < marks.count && marks[row] > 0 }

    mutating func mark(_ row: Int) {
        guard isMultiple, !isMarked(row), markedCount < limit ?? .max else { return }
        if row >= marks.count { marks += repeatElement(0, count: row + 1 - marks.count) }
        lastMark += 1
        marks[row] = lastMark
        markedCount += 1
        markChanges += 1
    }

    mutating func unmark(_ row: Int) {
        guard isMarked(row) else { return }
        marks[row] = 0
        markedCount -= 1
        markChanges += 1
    }

    mutating func toggle(_ row: Int) { if isMarked(row) { unmark(row) } else { mark(row) } }

    mutating func clearMarks() {
        marks = []
        markedCount = 0
        markChanges += 1
    }
}
