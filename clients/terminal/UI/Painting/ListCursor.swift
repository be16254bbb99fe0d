/// The active row of a list, and the rows that are drawn.
public struct ListCursor {
    /// The index of the active row.
    public private(set) var index: Int
    /// The index of the first drawn row.
    private var top = 0
    /// The number of drawn rows of the last frame.
    private var height = 1

    /// Makes a cursor on a row.
    public init(_ index: Int = 0) { self.index = index }

    /// Moves to a row, or to the nearest one if the list has fewer rows.
    public mutating func move(to index: Int, count: Int) { self.index = min(max(0, index), max(0, count - 1)) }

    /// Moves by a number of rows.
    ///
    /// - Parameter wraps: true if a movement beyond one end of the list leads to the other end.
    public mutating func move(by rows: Int, count: Int, wraps: Bool = false) {
        let next = index + rows
        if wraps, !(0..<count).contains(next) {
            move(to: next < 0 ? count - 1 : 0, count: count)
        } else {
            move(to: next, count: count)
        }
    }

    /// Moves by a number of pages, each as many rows as were drawn in the last frame.
    public mutating func move(byPages pages: Int, count: Int) { move(by: pages * height, count: count) }

    /// Returns the indexes of the rows to draw in `height` lines, which include the active row.
    public mutating func rows(height: Int, count: Int) -> Range<Int> {
        self.height = max(1, height)
        move(to: index, count: count)
        top = min(top, index, max(0, count - self.height))
        top = max(top, index - self.height + 1)
        return top..<min(count, top + max(0, height))
    }
}
