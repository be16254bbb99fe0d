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
            if case .leftOut(let what) = fault {
                leaveOut(what)
            } else if case .tooLongAsJSON(let what) = fault {
                leaveOut(what, id: LineIDs.id(line.text, occurrence))
            } else {
                append(line, at: start, occurrence, fault)
            }
        }
    }

    /// Adds a line that is too long to be read.
    mutating func addTooLong() { leaveOut(LineFault.tooLong) }

    private mutating func leaveOut(_ what: String, id: String? = nil) {
        let fault = InvalidRecord(lineNumber, .tooLong, what, id: id)
        problems.add(fault.leftOut)
        firstFault = firstFault ?? fault
        leftOutCount += 1
    }

    @inline(__always)
    private mutating func append(_ line: Entry, at offset: Int, _ occurrence: UInt32, _ fault: LineFault?) {
        let (start, end) = (offset + line.range.lowerBound, offset + line.range.upperBound)
        if let last = stretches.last, last.end == start, start - last.start < Stretch.length {
            stretches[stretches.count - 1].end = end
        } else {
            stretches.append(Stretch(start: start, end: end, row: rowCount))
        }
        if occurrence > 1 { repeats.append(Repeat(row: UInt32(rowCount), occurrence: occurrence)) }
        if case .locked(let what) = fault { lock(what, LineIDs.id(line.text, occurrence)) }
        rowCount += 1
    }

    private mutating func lock(_ what: String, _ id: String) {
        let fault = InvalidRecord(lineNumber, .invalidBytes, what, id: id)
        problems.add(fault.locked)
    }

    // MARK: The line without a line break

    /// Returns the last line of the text if it has no line break.
    ///
    /// - Parameter bytes: The bytes behind the last line break.
    /// - Returns: Nil if there is no such line.
    func tail(_ bytes: UnsafeRawBufferPointer) -> LineTail? {
        if bytes.isEmpty { return nil }
        let line = LineBytes(bytes, 0..<bytes.count)
        let text = Array(bytes) + [UInt8(ascii: "\n")]
        let occurrence = counts.count(of: LineIDs.digest(of: line.text)) + 1
        let id = LineIDs.id(line.text, occurrence)
        switch LineFault(line.text, occurrence, isPlain: false) {
        case nil: return LineTail(text: text, occurrence: occurrence)
        case .locked(let what):
            let fault = InvalidRecord(lineNumber, .invalidBytes, what, id: id)
            return LineTail(text: text, occurrence: occurrence, problem: fault.locked)
        case .leftOut(let what): return .tooLong(InvalidRecord(lineNumber, .tooLong, what))
        case .tooLongAsJSON(let what): return .tooLong(InvalidRecord(lineNumber, .tooLong, what, id: id))
        }
    }

    /// Returns the last line of the text, which has no line break and is too long to be read.
    func tooLongTail() -> LineTail { .tooLong(InvalidRecord(lineNumber, .tooLong, LineFault.tooLong)) }
}

/// The last line of a text if it has no line break.
struct LineTail: Sendable {
    /// The text with a line break, as that of the other lines; nil if the line is not a row.
    var text: [UInt8]?
    /// The number of rows with this text up to and including this row.
    var occurrence: UInt32 = 1
    var problem: RowProblems.Problem?
    /// The error of a line that is not a row.
    var fault: InvalidRecord?

    fileprivate static func tooLong(_ fault: InvalidRecord) -> LineTail {
        LineTail(problem: fault.leftOut, fault: fault)
    }
}

/// The error of a line.
private enum LineFault {
    static let tooLong = RowLimits.mistake(text: .max) ?? ""

    /// The line is not a row.
    case leftOut(String)
    /// The line is not a row, because of the escapes that its text needs.
    case tooLongAsJSON(String)
    /// The line is a row whose text is not exactly that of the file.
    case locked(String)

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
            self = .tooLongAsJSON("is longer than \(RowLimits.text) bytes as JSON")
        } else if isPlain || text.isPlainText {
            return nil
        } else if String(validating: text, as: UTF8.self) == nil {
            self = .locked("has bytes that its encoding does not know")
        } else if text.contains(0) {
            self = .locked("has NUL bytes, which are no text")
        } else {
            return nil
        }
    }

    /// A shorter text is not too long as JSON, in which a byte takes at most six bytes.
    private static let shortText = RowLimits.text / 8
}
