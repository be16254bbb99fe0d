import FHJSON
import FeatureKit

/// The reading of a text of lines from its beginning to its end, in steps.
struct LineReading: Sendable {
    /// The number of bytes of a step.
    ///
    /// A line that does not fit is too long for a row.
    private static let stepLength = 1 << 22
    /// The maximum number of rows, which have numbers of 32 bits.
    private static let mostRows = Int(UInt32.max) - stepLength

    let text: LineText
    /// The length of the text when its reading began or went on; text behind it has been appended later.
    private var length: Int
    private(set) var index = LineIndex()
    /// The end of the last complete line that was read.
    private(set) var end = FileEnd()
    /// True if the whole text was read.
    private(set) var isComplete = false
    private var tail: LineTail?

    /// Begins to read a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - length: The maximum length in bytes that is read.
    init(_ text: LineText, length: Int = .max) {
        self.text = text
        self.length = length
    }

    /// The rows that were read.
    var rows: LineRows { LineRows(text, index, tail: tail) }

    /// The problems of the lines that were read; nil if there are none.
    var problems: RowProblems? {
        var problems = index.problems
        if let problem = tail?.problem { problems.add(problem) }
        problems.source = text.name
        return problems.nonEmpty
    }

    /// Checks that there is a row or no invalid line.
    ///
    /// - Throws: `invalidData` if there are invalid lines, but no row.
    func checkReadable() throws(Failure) {
        guard index.rowCount == 0, tail?.text == nil, let fault = index.firstFault ?? tail?.fault else { return }
        throw fault.failure(of: text.name)
    }

    /// Allows further text, which has been appended, to be read.
    ///
    /// - Parameter length: The maximum length in bytes that is read now.
    mutating func expectMore(_ length: Int) {
        self.length = length
        isComplete = false
        tail = nil
    }

    /// Reads the first lines.
    ///
    /// - Parameter length: The number of bytes.
    mutating func readHead(_ length: Int) throws(Failure) { _ = try step(length) }

    /// Reads all further lines.
    ///
    /// - Parameter isWanted: Returns false to stop between two steps. The reading can then be continued.
    /// - Throws: `cancelled` after it was stopped.
    mutating func readAll(while isWanted: () -> Bool = { true }) throws(Failure) {
        while !isComplete {
            if !isWanted() { throw .cancelled }
            try MemoryRoom.check(
                for: 16 * Self.stepLength + 64 * index.repeatedCount, "the index of the lines of \(text.name)")
            if index.rowCount > Self.mostRows {
                throw Failure(
                    "invalidData", "\(text.name) has more than \(Self.mostRows) lines, which is more than can be shown",
                    retryable: false)
            }
            if try !step(Self.stepLength) { try readLongLine() }
        }
    }

    /// Reads the lines in the next bytes.
    ///
    /// - Returns: False if these bytes are not the end of the text and contain no complete line.
    private mutating func step(_ length: Int) throws(Failure) -> Bool {
        let bytes = try read(length, from: end.length)
        let isLast = bytes.count < length || end.length + bytes.count == self.length
        return bytes.withUnsafeBytes { bytes in
            let count = index.add(bytes, at: end.length)
            end.move(behind: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            if isLast {
                tail = index.tail(UnsafeRawBufferPointer(rebasing: bytes[count...]))
                isComplete = true
            }
            return isLast || count > 0
        }
    }

    /// Skips a line that is longer than a step.
    private mutating func readLongLine() throws(Failure) {
        var end = end
        while true {
            let bytes = try read(Self.stepLength, from: end.length)
            let isFound = bytes.withUnsafeBytes { bytes in
                let lineBreak = bytes.firstLineBreak(from: 0)
                end.move(behind: UnsafeRawBufferPointer(rebasing: bytes[..<(lineBreak.map { $0 + 1 } ?? bytes.count)]))
                return lineBreak != nil
            }
            if isFound {
                self.end = end
                return index.addTooLong()
            }
            if bytes.count < Self.stepLength || end.length == length {
                tail = index.tooLongTail()
                isComplete = true
                return
            }
        }
    }

    private func read(_ count: Int, from place: Int) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let length = min(count, length - place)
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            do throws(Failure) {
                count = try text.read(into: UnsafeMutableRawBufferPointer(buffer), from: place)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
