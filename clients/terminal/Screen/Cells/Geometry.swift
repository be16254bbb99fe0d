/// A number of columns and rows.
public struct Size: Hashable, Sendable {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Makes a size.
    ///
    /// Negative numbers become 0.
    public init(_ width: Int, _ height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }
}

/// A position on a canvas, from the top left corner, counted from 0.
public struct Point: Hashable, Sendable {
    /// The column.
    public var x: Int
    /// The row.
    public var y: Int

    /// Makes a point.
    public init(_ x: Int, _ y: Int) {
        self.x = x
        self.y = y
    }
}

/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
    /// The top left corner.
    public var origin: Point
    /// The size; each number may be 0.
    public var size: Size

    /// Makes a rectangle.
    ///
    /// A negative width or height becomes 0.
    public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        origin = Point(x, y)
        size = Size(width, height)
    }

    /// The first column.
    public var minX: Int { origin.x }
    /// The first row.
    public var minY: Int { origin.y }
    /// The column after the last one.
    public var maxX: Int { origin.x + size.width }
    /// The row after the last one.
    public var maxY: Int { origin.y + size.height }
    /// The number of columns.
    public var width: Int { size.width }
    /// The number of rows.
    public var height: Int { size.height }
    /// True if the rectangle has no cell.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Returns true if a point is in the rectangle.
    public func contains(_ point: Point) -> Bool {
        (minX..<maxX).contains(point.x) && (minY..<maxY).contains(point.y)
    }

    /// Returns the cells that two rectangles share; an empty rectangle if they share none.
    public func intersection(_ other: Rect) -> Rect {
        let x = max(minX, other.minX)
        let y = max(minY, other.minY)
        return Rect(x, y, min(maxX, other.maxX) - x, min(maxY, other.maxY) - y)
    }

    /// Returns the rectangle without the given numbers of columns and rows at its sides.
    public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
        Rect(minX + left, minY + top, width - left - right, height - top - bottom)
    }

    /// Splits off rows at the top.
    ///
    /// - Parameter count: the number of rows; fewer are split off if the rectangle has fewer.
    /// - Returns: the rows at the top, and the rest.
    public func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
        let count = min(max(0, count), height)
        return (Rect(minX, minY, width, count), Rect(minX, minY + count, width, height - count))
    }

    /// Splits off rows at the bottom.
    ///
    /// - Parameter count: the number of rows; fewer are split off if the rectangle has fewer.
    /// - Returns: the rest, and the rows at the bottom.
    public func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
        let (rest, bottom) = splitTop(height - min(max(0, count), height))
        return (rest, bottom)
    }

    /// Splits off columns at the left.
    ///
    /// - Parameter count: the number of columns; fewer are split off if the rectangle has fewer.
    /// - Returns: the columns at the left, and the rest.
    public func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
        let count = min(max(0, count), width)
        return (Rect(minX, minY, count, height), Rect(minX + count, minY, width - count, height))
    }
}
