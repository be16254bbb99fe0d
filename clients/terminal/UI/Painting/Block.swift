import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A part of the screen with a fixed height, such as a field of a form.
///
/// ``Painter/column(_:in:id:)`` draws blocks below each other, and scrolls them.
public struct Block {
    /// The number of rows.
    public let height: Int
    /// The ids of the targets in the block.
    public let targets: [String]
    /// Draws the block in an area that has the block's height.
    public let draw: (inout Painter, Rect) -> Void

    /// Makes a block.
    public init(height: Int, targets: [String] = [], _ draw: @escaping (inout Painter, Rect) -> Void) {
        self.height = height
        self.targets = targets
        self.draw = draw
    }

    /// Returns a block of empty rows.
    public static func space(_ height: Int = 1) -> Block { Block(height: height) { _, _ in } }

    /// Returns a block of text that is broken into lines.
    public static func prose(_ text: String, width: Int, indent: Int = 0, _ style: Style? = nil) -> Block {
        let lines = TextFlow.lines(of: text, width: width - indent)
        return Block(height: lines.count) { painter, area in
            for (index, line) in lines.enumerated() {
                painter.put(line, at: Point(area.minX + indent, area.minY + index), style, in: area)
            }
        }
    }
}

/// The scroll position of a column of blocks.
struct ScrollPlace {
    /// The first drawn row.
    var offset = 0
    /// The id of the target that was last scrolled into view; nil if there was none.
    var focus: String?
    /// The size of the column in the last frame.
    var size = Size(0, 0)

    /// Returns true if rows were at least partly in view in the last frame.
    func shows(_ rows: Range<Int>) -> Bool { rows.overlaps(offset..<offset + max(1, size.height)) }
}

extension Painter {
    /// Draws blocks below each other, scrolled so that the target with the focus is in view.
    ///
    /// If the user has scrolled the target out of view by the mouse wheel, it stays there until the focus moves.
    ///
    /// - Parameter id: the name under which the scroll position is remembered.
    /// - Returns: the number of rows of all blocks.
    @discardableResult
    public mutating func column(_ blocks: [Block], in area: Rect, id: String) -> Int {
        let height = blocks.reduce(0) { $0 + $1.height }
        let offset = scrollPlace(id)
        let places = memory.object("places\u{1F}\(id)") { Remembered([ExactText: Range<Int>]()) }
        scroll(offset, blocks, area, places.value)
        offset.value.offset = min(max(0, offset.value.offset), max(0, height - area.height))
        offset.value.size = area.size
        let start = area.minY - offset.value.offset
        let count = scene.targets.count
        var y = start
        clipped(to: area) { painter in
            for block in blocks {
                block.draw(&painter, Rect(area.minX, y, area.width, block.height))
                y += block.height
            }
        }
        places.value = [:]
        for target in scene.targets.dropFirst(count) {
            places.value[target.id] = target.area.minY - start..<target.area.maxY - start
        }
        if height > area.height {
            let most = height - area.height
            onWheel(area) { by in offset.value.offset = min(max(0, offset.value.offset + by), most) }
        }
        scrollMark(area, offset: offset.value.offset, height: height)
        return height
    }

    /// Scrolls the target with the focus into view, if the focus has moved, or if the target was in view before the
    /// area got another size.
    ///
    /// - Parameter places: the rows of all targets in the last frame, used for a target whose id is in no block.
    private func scroll(
        _ offset: Remembered<ScrollPlace>, _ blocks: [Block], _ area: Rect, _ places: [ExactText: Range<Int>]
    ) {
        guard let focus else { return }
        let isResized = offset.value.size != area.size && places[focus].map(offset.value.shows) != false
        guard !isSameText(focus, offset.value.focus) || isResized else { return }
        var y = 0
        var rows = places[focus]
        for block in blocks {
            if block.targets.containsExactly(focus) { rows = y..<y + block.height }
            y += block.height
        }
        offset.value.focus = rows.map { _ in focus }
        guard let rows else { return }
        // If the target is visible without scrolling, the headings above it are shown too.
        offset.value.offset = min(offset.value.offset, rows.upperBound <= area.height ? 0 : rows.lowerBound)
        offset.value.offset = max(
            offset.value.offset, rows.lowerBound + min(rows.count, area.height) - area.height)
    }

    /// Returns the keys that scroll a column.
    ///
    /// - Parameter id: the name under which the scroll position is remembered.
    func scrolling(_ area: Rect, id: String) -> [Binding] {
        let place = scrollPlace(id)
        let move = { (rows: Int) in place.value.offset = max(0, place.value.offset + rows) }
        let page = max(1, area.height - 1)
        return [
            Binding(.scrollUp, "Up", .helpOnly) { move(-1) },
            Binding(.scrollDown, "Scroll", shownKeys: "↑↓") { move(1) },
            Binding(.scrollPageUp, "Page up", .helpOnly) { move(-page) },
            Binding(.scrollPageDown, "Page down", .helpOnly) { move(page) },
        ]
    }

    /// Returns the scroll position of a column.
    func scrollPlace(_ id: String) -> Remembered<ScrollPlace> {
        memory.object("scroll\u{1F}\(id)") { Remembered(ScrollPlace()) }
    }

    /// Draws a scroll bar at the right side of an area.
    ///
    /// - Parameters:
    ///   - offset: the number of rows above the rows in view.
    ///   - height: the number of all rows. If all are in view, no scroll bar is drawn.
    public mutating func scrollMark(_ area: Rect, offset: Int, height: Int) {
        guard height > area.height, area.height > 0 else { return }
        let length = max(1, area.height * area.height / height)
        let start = (area.height - length) * offset / max(1, height - area.height)
        for y in start..<min(start + length, area.height) {
            put("▐", at: Point(area.maxX - 1, area.minY + y), theme.border)
        }
    }

    /// Records the handler of the mouse wheel in an area.
    ///
    /// - Parameter act: called with the number of rows to scroll by, negative for up.
    public mutating func onWheel(_ area: Rect, _ act: @escaping (Int) -> Void) {
        scene.addWheel(area.intersection(clip), act)
    }
}
