import FHJSON
import FHTerminalClient

/// The lines of a table: rows, and headers above the first row and above each row that begins a section.
///
/// The headers take lines, so not all rows fit if the window has as many rows as the table has lines. The index of the
/// first drawn row is remembered from frame to frame, and changes so that a row that has become active is in view.
struct Arrangement {
    /// The drawn lines, from the top.
    let lines: [RowLine]
    /// The index of the first drawn row in the window.
    let first: Int

    /// The number of drawn rows.
    var rowCount: Int { lines.reduce(0) { $0 + ($1.row == nil ? 0 : 1) } }

    /// Arranges the rows of a window.
    ///
    /// - Parameters:
    ///   - offset: the index of the window's first row among all rows.
    ///   - height: the number of lines; 0 before the first frame.
    ///   - memory: the memory of the table, which is updated.
    init(_ rows: [Row], offset: Int, height: Int, memory: RowTableMemory) {
        // Headers must not take the place of the rows in a very low table.
        let rows = height == 1 || height == 2 ? rows.map(\.withoutSection) : rows
        let active = rows.firstIndex(where: \.isActive)
        let place = active.map { (id: rows[$0].id, index: offset + $0) }
        let isElsewhere = place?.index != memory.followed?.index || !isSameText(place?.id, memory.followed?.id)
        let isOtherHeight = height != memory.height
        memory.followed = place
        memory.height = height
        var first = min(max(0, memory.first), max(0, rows.count - 1))
        if height > 0 {
            first = min(first, Self.start(of: rows, end: rows.count, height: height))
            if let active, isElsewhere || isOtherHeight {
                first = max(min(first, active), Self.start(of: rows, end: active + 1, height: height))
            }
        } else {
            first = 0
        }
        memory.first = first
        self.first = first
        lines = Self.lines(of: rows, from: first, height: height > 0 ? height : 200)
    }

    /// Returns the index of the first drawn row if the last drawn row is the one before `end`.
    private static func start(of rows: [Row], end: Int, height: Int) -> Int {
        var start = end
        var lines = 0
        while start > 0 {
            let index = start - 1
            let begins =
                start < end && !isSameText(rows[index].section, rows[start].section) && rows[start].section != nil
            lines += begins ? 2 : 1
            if lines + (rows[index].section == nil ? 0 : 1) > height, start < end { break }
            start = index
        }
        return min(start, max(0, end - 1))
    }

    private static func lines(of rows: [Row], from first: Int, height: Int) -> [RowLine] {
        var lines: [RowLine] = []
        for (index, row) in rows.enumerated().dropFirst(first) {
            if lines.count >= height { break }
            if let section = row.section, index == first || !isSameText(section, rows[index - 1].section) {
                lines.append(.section(section.isEmpty ? "—" : section))
            }
            if lines.count < height { lines.append(.row(row)) }
        }
        return lines
    }
}

/// The state that the interface keeps for a table of rows from frame to frame.
final class RowTableMemory {
    /// The index of the first drawn row in the window.
    var first = 0
    /// The number of lines for rows and headers; 0 before the first frame.
    var height = 0
    /// The number of drawn rows.
    var rowCount = 0
    /// The active row that was last brought into view, and its index among all rows.
    var followed: (id: String, index: Int)?
    /// The largest widths that the columns have needed, so that the layout is stable while the user scrolls.
    var widths = (columns: [Column](), natural: [Int]())
    /// The last click on a row, for double clicks.
    var click: (id: String, time: Int, isDouble: Bool)?

    /// The number of rows by which a page key moves: as many as are drawn.
    var page: Int { max(1, rowCount > 0 ? min(rowCount, height) : height) }
}
