import FHTerminalScreen

/// The lines of a pager, and the rows into which they are broken at a width.
struct PagerText {
    /// The position of a row: its line, and its number within the line.
    struct Place: Comparable {
        var line: Int
        var row: Int

        static func < (a: Place, b: Place) -> Bool { (a.line, a.row) < (b.line, b.row) }
    }

    private let bytes: [UInt8]
    /// The index of the first byte of each line, and then the number of all bytes.
    private let starts: [Int]
    private var width = 0
    private var isWrapped = true
    /// The rows of lines that were used lately.
    private var cache: [Int: [[StyledSpan]]] = [:]

    init(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.last != 0x0A { bytes.append(0x0A) }
        var starts = [0]
        bytes.withUnsafeBufferPointer { buffer in
            for index in buffer.indices where buffer[index] == 0x0A { starts.append(index + 1) }
        }
        self.bytes = bytes
        self.starts = starts
    }

    /// The number of lines.
    var count: Int { starts.count - 1 }

    /// The range of a line's bytes, without the line feed.
    private func range(_ index: Int) -> Range<Int> { starts[index]..<starts[index + 1] - 1 }

    /// Sets the width of rows.
    ///
    /// - Parameter isWrapped: true to break long lines into rows.
    mutating func setWidth(_ width: Int, isWrapped: Bool) {
        if width != self.width || isWrapped != self.isWrapped { cache = [:] }
        self.width = width
        self.isWrapped = isWrapped
    }

    /// Returns a line with its styles.
    func line(_ index: Int) -> StyledLine { StyledLine(AnsiText.spans(of: bytes[range(index)])) }

    /// Returns true if a line has a match.
    func matches(_ query: PagerQuery, _ index: Int) -> Bool {
        let range = range(index)
        if let isMatch = query.matches(bytes, range) { return isMatch }
        return !query.matches(in: line(index).characters.map(\.character)).isEmpty
    }

    // MARK: Rows

    /// Returns the number of rows of a line.
    mutating func rows(of index: Int) -> Int { isWrapped ? rows(index).count : 1 }

    /// Returns the rows of a line.
    mutating func rows(_ index: Int) -> [[StyledSpan]] {
        if let rows = cache[index] { return rows }
        let line = line(index)
        let rows = isWrapped ? line.rows(width: width) : [line.spans]
        if cache.count > 1_000 { cache = [:] }
        cache[index] = rows
        return rows
    }

    /// Returns the position of a row that is `distance` rows below another one, or of the last row of the text.
    mutating func place(_ distance: Int, below place: Place) -> Place {
        var place = place
        var left = distance
        while left > 0 {
            let rows = rows(of: place.line)
            if place.row + left < rows { return Place(line: place.line, row: place.row + left) }
            guard place.line + 1 < count else { return Place(line: place.line, row: rows - 1) }
            left -= rows - place.row
            place = Place(line: place.line + 1, row: 0)
        }
        return place
    }

    /// Returns the position of a row that is `distance` rows above another one, or of the first row of the text.
    mutating func place(_ distance: Int, above place: Place) -> Place {
        var place = place
        var left = distance
        while left > 0 {
            if left <= place.row { return Place(line: place.line, row: place.row - left) }
            guard place.line > 0 else { return Place(line: 0, row: 0) }
            left -= place.row + 1
            place = Place(line: place.line - 1, row: rows(of: place.line - 1) - 1)
        }
        return place
    }

    /// Returns the number of rows above a position.
    mutating func rows(above place: Place) -> Int {
        var rows = place.row
        for index in 0..<place.line { rows += self.rows(of: index) }
        return rows
    }

    /// Returns the position of the last row of the text.
    mutating func last() -> Place { Place(line: count - 1, row: rows(of: count - 1) - 1) }
}
