import FHJSON
import FHRowCollections
import FeatureKit

/// The rows of a text of lines, which are read from the text when they are needed.
///
/// A value of this type does not change if the text grows.
struct LineRows: Sendable {
    /// The maximum number of bytes that are read at once.
    private static let readLength = 1 << 18

    private let text: LineText
    private let stretches: [LineIndex.Stretch]
    private let repeats: PagedArray<LineIndex.Repeat>
    /// The number of rows with a line break.
    private let lineCount: Int
    private let tail: LineTail?

    /// Makes the rows of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - index: The index of its complete lines.
    ///   - tail: The last line, if it has no line break.
    init(_ text: LineText, _ index: LineIndex, tail: LineTail?) {
        self.text = text
        stretches = index.stretches
        repeats = index.repeats
        lineCount = index.rowCount
        self.tail = tail
    }

    /// The number of rows.
    var count: Int { lineCount + (tail?.text == nil ? 0 : 1) }

    // MARK: Reading

    /// Calls `body` with consecutive lines, several times if there are many.
    ///
    /// - Parameters:
    ///   - rows: The range of the rows.
    ///   - body: Receives the number of the first of the lines, and the lines, each with a line break.
    /// - Throws: Failures of the system, and `fileError` if another program has changed the text.
    func read(_ rows: Range<Int>, _ body: (_ first: Int, _ lines: UnsafeRawBufferPointer) -> Void) throws(Failure) {
        var buffer: [UInt8] = []
        var row = rows.lowerBound
        let end = min(rows.upperBound, lineCount)
        while row < end {
            let place = stretchPlace(of: row)
            let group = group(from: place, until: end)
            let range = stretches[place].start..<stretches[group.upperBound - 1].end
            let (first, behind) = (stretches[place].row, self.row(ofStretch: group.upperBound))
            try text.read(range, into: &buffer)
            let isIntact = buffer.withUnsafeBytes { bytes in
                let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<range.count])
                // The text is another one if it has other lines.
                guard bytes.last == UInt8(ascii: "\n"), bytes.lineBreakCount(in: 0..<bytes.count) == behind - first
                else { return false }
                let start = bytes.offset(ofLine: row - first)
                let stop = behind <= end ? bytes.count : bytes.offset(ofLine: end - first)
                body(row, UnsafeRawBufferPointer(rebasing: bytes[start..<stop]))
                return true
            }
            guard isIntact else { throw text.change() }
            row = behind
        }
        if rows.upperBound > lineCount, rows.contains(lineCount), let last = tail?.text {
            last.withUnsafeBytes { body(lineCount, $0) }
        }
    }

    /// Calls `body` with each line in a range, without its line break.
    func forEach(
        in rows: Range<Int>, _ body: (_ row: Int, _ text: UnsafeRawBufferPointer) -> Void
    ) throws(Failure) {
        try read(rows) { first, lines in
            var row = first
            lines.forEachLine { text in
                body(row, text)
                row += 1
            }
        }
    }

    /// Returns a range of rows that begins with a row and has about as many bytes as a step of a query reads.
    func piece(from row: Int, length: Int) -> Range<Int> {
        if row >= lineCount { return row..<count }
        let place = stretchPlace(of: row)
        let wanted = stretches[place].start + length
        var end = place + 1
        while end < stretches.count, stretches[end].end <= wanted { end += 1 }
        return row..<(end == stretches.count ? count : self.row(ofStretch: end))
    }

    /// The place of the stretch with a row.
    private func stretchPlace(of row: Int) -> Int {
        var (low, high) = (0, stretches.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if stretches[middle].row <= row { low = middle } else { high = middle }
        }
        return low
    }

    /// The number of rows before a stretch.
    private func row(ofStretch place: Int) -> Int { place < stretches.count ? stretches[place].row : lineCount }

    /// The places of stretches that follow each other in the text and are read at once.
    private func group(from place: Int, until end: Int) -> Range<Int> {
        var next = place + 1
        while next < stretches.count, stretches[next].row < end, stretches[next].start == stretches[next - 1].end,
            stretches[next].end - stretches[place].start <= Self.readLength
        {
            next += 1
        }
        return place..<next
    }

    // MARK: Rows

    /// Returns rows.
    ///
    /// - Parameter places: The numbers of the rows.
    func batch(_ places: some Collection<Int>) throws(Failure) -> RowBatch {
        var writer = RowWriter()
        var rest = places[...]
        var readCount = 0
        while let first = rest.first {
            // Consecutive rows are read at once.
            var end = first
            let most = piece(from: first, length: Self.readLength).upperBound
            while rest.first == end, end < most {
                end += 1
                rest = rest.dropFirst()
            }
            if readCount.isMultiple(of: 64) {
                try MemoryRoom.check(for: 64 * Self.readLength, "the rows of \(text.name)")
            }
            readCount += 1
            try forEach(in: first..<end) { row, text in
                let id = LineIDs.id(text, occurrence(row))
                writer.append(id: id) { LineRow.write(id: id, text: text, to: &$0) }
            }
        }
        return writer.finish()
    }

    /// Calls `body` with the value of each row in a range.
    ///
    /// - Parameters:
    ///   - rows: The range.
    ///   - needsID: False to leave out the ids.
    ///   - body: Receives the number and the value of a row.
    func forEachValue(
        in rows: Range<Int>, needsID: Bool, _ body: (_ row: Int, _ value: UnsafeRawBufferPointer) -> Void
    ) throws(Failure) {
        var json = JSONWriter()
        try forEach(in: rows) { row, text in
            json.removeAll()
            LineRow.write(id: needsID ? LineIDs.id(text, occurrence(row)) : nil, text: text, to: &json)
            json.withUnsafeBytes { body(row, $0) }
        }
    }

    /// The number of rows with the text of a row, up to and including the row.
    private func occurrence(_ row: Int) -> UInt32 {
        if row == lineCount { return tail?.occurrence ?? 1 }
        var (low, high) = (0, repeats.count)
        while low < high {
            let middle = (low + high) / 2
            if repeats[middle].row < row { low = middle + 1 } else { high = middle }
        }
        return low < repeats.count && repeats[low].row == row ? repeats[low].occurrence : 1
    }
}

extension UnsafeRawBufferPointer {
    /// Calls `body` with each line that ends with a line break, without this line break.
    @inline(__always)
    func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) {
        var next = 0
        while let end = firstLineBreak(from: next) {
            body(LineBytes(self, next..<end).text)
            next = end + 1
        }
    }

    /// The offset of a line, counted from 0.
    fileprivate func offset(ofLine number: Int) -> Int {
        var next = 0
        for _ in 0..<number { next = (firstLineBreak(from: next) ?? count - 1) + 1 }
        return next
    }
}
