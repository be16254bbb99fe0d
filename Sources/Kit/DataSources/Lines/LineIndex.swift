import FHJSON
import FHRowCollections
import FeatureKit

/// The places and numbers of the complete lines of a text.
///
/// It has a place for each 16 KiB, and about 11 bytes for each line, by which repeated lines are found.
struct LineIndex: Sendable {
    /// Consecutive lines, all of which are rows.
    struct Stretch: Sendable {
        /// The minimum length in bytes, except before a line that is not a row.
        static let length = 1 << 14

        /// The offset of the first line.
        let start: Int
        /// The offset behind the last line break.
        var end: Int
        /// The number of rows before the first line.
        let row: Int
    }

    /// A row whose text an earlier row has too.
    struct Repeat: Sendable {
        let row: UInt32
        /// The number of rows with this text up to and including the row.
        let occurrence: UInt32
    }

    private(set) var stretches: [Stretch] = []
    private(set) var repeats = PagedArray<Repeat>(shift: 12)
    /// The number of rows.
    private(set) var rowCount = 0
    private(set) var problems = RowProblems()
    /// The first error of a line.
    private(set) var firstFault: InvalidRecord?
    /// The number of different texts that occur several times.
    var repeatedCount: Int { counts.repeatedCount }
    private var counts = LineCounts()
    private var leftOutCount = 0

    /// A line in a buffer.
    private struct Entry {
        let range: Range<Int>
        let text: UnsafeRawBufferPointer
        let digest: UInt64
    }

    /// The number of lines whose digests are looked up together.
    private static let batchSize = 64

    /// The number of the next line, counted from 1.
    private var lineNumber: Int { rowCount + leftOutCount + 1 }

    // MARK: Adding lines

    /// Adds the complete lines at the beginning of a buffer.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the text from `start` on.
    ///   - start: The offset of a line.
    /// - Returns: The number of bytes up to the end of the last complete line.
    mutating func add(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Int {
        let isPlain = bytes.isPlainText
        var batch: [Entry] = []
        batch.reserveCapacity(Self.batchSize)
        var next = 0
        while let lineBreak = bytes.firstLineBreak(from: next) {
            let text = LineBytes(bytes, next..<lineBreak).text
            batch.append(Entry(range: next..<lineBreak + 1, text: text, digest: LineIDs.digest(of: text)))
            if batch.count == Self.batchSize {
                add(batch, at: start, isPlain: isPlain)
                batch.removeAll(keepingCapacity: true)
            }
            next = lineBreak + 1
        }
        add(batch, at: start, isPlain: isPlain)
        return next
    }

    private mutating func add(_ batch: [Entry], at start: Int, isPlain: Bool) {
        counts.preload(batch.lazy.map(\.digest))
        for line in batch {
            let occurrence = counts.add(line.digest)
            let fault = LineFault(line.text, occurrence, isPlain: isPlain)
            if let fault, !fault.isRow {
                leaveOut(fault.record(lineNumber, line.text, occurrence))
                continue
            }
            if let fault {
                let record = fault.record(lineNumber, line.text, occurrence)
                problems.add(record.locked)
            }
            append(line, at: start, occurrence)
        }
    }

    /// Adds a line that is too long to be read.
    mutating func addTooLong() { leaveOut(tooLong) }

    private var tooLong: InvalidRecord { InvalidRecord(lineNumber, .tooLong, RowLimits.mistake(text: .max) ?? "") }

    private mutating func leaveOut(_ record: InvalidRecord) {
        problems.add(record.leftOut)
        firstFault = firstFault ?? record
        leftOutCount += 1
    }

    @inline(__always)
    private mutating func append(_ line: Entry, at offset: Int, _ occurrence: UInt32) {
        let (start, end) = (offset + line.range.lowerBound, offset + line.range.upperBound)
        if let last = stretches.last, last.end == start, start - last.start < Stretch.length {
            stretches[stretches.count - 1].end = end
        } else {
            stretches.append(Stretch(start: start, end: end, row: rowCount))
        }
        if occurrence > 1 { repeats.append(Repeat(row: UInt32(rowCount), occurrence: occurrence)) }
        rowCount += 1
    }

    // MARK: The line without a line break

    /// Returns the last line of the text if it has no line break.
    ///
    /// - Parameter bytes: The bytes behind the last line break.
    /// - Returns: Nil if there is no such line.
    func tail(_ bytes: UnsafeRawBufferPointer) -> LineTail? {
        if bytes.isEmpty { return nil }
        let line = LineBytes(bytes, 0..<bytes.count).text
        let occurrence = counts.count(of: LineIDs.digest(of: line)) + 1
        let fault = LineFault(line, occurrence, isPlain: false)
        return LineTail(
            text: fault?.isRow == false ? nil : Array(bytes) + [UInt8(ascii: "\n")], occurrence: occurrence,
            fault: fault?.record(lineNumber, line, occurrence))
    }

    /// Returns the last line of the text, which has no line break and is too long to be read.
    func tooLongTail() -> LineTail { LineTail(text: nil, occurrence: 1, fault: tooLong) }
}

/// The last line of a text if it has no line break.
struct LineTail: Sendable {
    /// The text with a line break, as that of the other lines; nil if the line is not a row.
    let text: [UInt8]?
    /// The number of rows with this text up to and including this row.
    let occurrence: UInt32
    /// The error of the line; nil if there is none.
    let fault: InvalidRecord?

    /// The problem of the line; nil if there is none.
    var problem: RowProblems.Problem? { text == nil ? fault?.leftOut : fault?.locked }
}

/// The error of a line.
private enum LineFault {
    /// The line is not a row.
    case leftOut(String)
    /// The line is not a row, because of the escapes that its text needs.
    case tooLongAsJSON
    /// The line is a row whose text is not exactly that of the file.
    case locked(String)

    /// A shorter text is not too long as JSON, in which a byte takes at most six bytes.
    private static let shortText = RowLimits.text / 8

    /// Finds the error of a line; nil if there is none.
    ///
    /// - Parameters:
    ///   - text: The line.
    ///   - occurrence: The number of lines with this text up to and including this line.
    ///   - isPlain: True if the line contains only ASCII and no NUL.
    init?(_ text: UnsafeRawBufferPointer, _ occurrence: UInt32, isPlain: Bool) {
        if let flaw = RowLimits.mistake(text: text.count) {
            self = .leftOut(flaw)
        } else if text.count > Self.shortText, LineRow.size(of: text, occurrence) > RowLimits.text {
            self = .tooLongAsJSON
        } else if !isPlain, let flaw = LineRow.flaw(of: text) {
            self = .locked(flaw)
        } else {
            return nil
        }
    }

    /// True if the line is a row.
    var isRow: Bool { if case .locked = self { true } else { false } }

    /// The record of the line with this number and text.
    func record(_ line: Int, _ text: UnsafeRawBufferPointer, _ occurrence: UInt32) -> InvalidRecord {
        switch self {
        case .leftOut(let what): InvalidRecord(line, .tooLong, what)
        case .tooLongAsJSON:
            InvalidRecord(line, .tooLong, InvalidRecord.tooLongAsJSON, id: LineIDs.id(text, occurrence))
        case .locked(let what): InvalidRecord(line, .invalidBytes, what, id: LineIDs.id(text, occurrence))
        }
    }
}
