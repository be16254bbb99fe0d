/// A block of rows that moves up or down from one frame to the next, as when a list scrolls.
///
/// A terminal can move the block itself; the request for that is much shorter than the rows.
struct Scroll: Equatable {
    /// The rows of the block, and the rows that it moves over.
    let rows: Range<Int>
    /// The number of rows by which the block moves up; negative to move down.
    let distance: Int

    /// The minimum saving in cells: a scroll that saves fewer cells is not used, because its own sequences are bytes
    /// too.
    private static let leastGain = 60

    /// Finds the scroll that saves writing the most cells.
    ///
    /// - Returns: nil if no scroll saves more than ``leastGain`` cells.
    init?(from old: Canvas, to new: Canvas) {
        let height = new.size.height
        let oldHashes = (0..<height).map { Self.hash(old.row($0)) }
        let newHashes = (0..<height).map { Self.hash(new.row($0)) }
        var best: (gain: Int, rows: Range<Int>, distance: Int)?
        // The number of changed cells of each row. Cells are compared only if the hash of the row has changed.
        let changes = (0..<height).map { y in
            oldHashes[y] == newHashes[y] ? 0 : zip(old.row(y), new.row(y)).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        }
        for distance in -(height - 1)..<height where distance != 0 {
            var start = max(0, -distance)
            let end = min(height, height - distance)
            while start < end {
                guard newHashes[start] == oldHashes[start + distance] else {
                    start += 1
                    continue
                }
                var next = start
                var gain = 0
                while next < end, newHashes[next] == oldHashes[next + distance] {
                    gain += changes[next]
                    next += 1
                }
                if gain > best?.gain ?? Self.leastGain { best = (gain, start..<next, distance) }
                start = next
            }
        }
        guard let best else { return nil }
        distance = best.distance
        let first = best.rows.lowerBound + min(0, best.distance)
        rows = max(0, first)..<min(height, best.rows.upperBound + max(0, best.distance))
        // Different rows may have the same hash.
        for y in best.rows where new.row(y) != old.row(y + best.distance) { return nil }
    }

    /// Returns a frame after the scroll; the rows that appear are blank.
    func applied(to old: Canvas) -> Canvas {
        var frame = old
        let width = old.size.width
        for y in rows {
            let source = y + distance
            let cells = rows.contains(source) ? old.row(source) : ArraySlice(repeating: .blank, count: width)
            frame.replaceRow(y, cells)
        }
        return frame
    }

    /// Appends the bytes that scroll a terminal.
    ///
    /// The place of the cursor is unknown afterwards.
    func write(to output: inout ControlBytes) {
        output.control(rows.lowerBound + 1, rows.upperBound, final: "r")
        // A line feed in the last row scrolls up, and a reverse index in the first row scrolls down.
        output.control(distance > 0 ? rows.upperBound : rows.lowerBound + 1, final: "H")
        for _ in 0..<abs(distance) {
            if distance > 0 { output.append(UInt8(ascii: "\n")) } else { output.append("\u{1B}M".utf8) }
        }
        output.append("\u{1B}[r".utf8)
    }

    /// The FNV-1a hash of a row.
    private static func hash(_ cells: ArraySlice<Cell>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for cell in cells {
            hash = (hash ^ cell.bits) &* 0x100_0000_01B3
        }
        return hash
    }
}
