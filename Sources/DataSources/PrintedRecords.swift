/// What a command has printed, as text in UTF-8, and where its records begin.
///
/// Records are parsed when they are asked for; until then each costs its bytes and eight more.
struct PrintedRecords: Sendable {
    private let format: CommandSource.Format
    private let limit: Int
    private var splitter: RecordSplitter
    private var bytes: [UInt8] = []
    /// Where each whole record begins.
    private var starts: [Int] = []
    /// Where the record begins that is not whole yet, which is where the last whole one ends.
    private var begun = 0
    private var scanned = 0
    private var decoder: TextDecoder
    private var ids = LineIDs()
    /// How often the text of each line was printed up to it, where the records are lines.
    private var occurrences: [UInt32] = []
    /// The ids of lines that have one of their own, by the number of the record.
    private(set) var ownIDs: [Int: String] = [:]

    init(_ format: CommandSource.Format, _ encoding: TextEncoding = .utf8, limit: Int) {
        self.format = format
        self.limit = limit
        splitter = RecordSplitter(hasQuotes: format == .csv)
        decoder = TextDecoder(encoding)
    }

    /// Whether nothing was printed at all.
    var isEmpty: Bool { bytes.isEmpty && decoder.rest.isEmpty }

    /// How many records are whole.
    var count: Int { starts.count }

    /// Takes in what was printed.
    ///
    /// - Returns: false where that passes the limit; then only the records before it are kept, and no more may come.
    mutating func append(_ more: UnsafeRawBufferPointer) -> Bool {
        decoder.append(more, to: &bytes)
        return scan()
    }

    /// Finds the records that have become whole.
    private mutating func scan() -> Bool {
        while let end = splitter.nextEnd(in: bytes, from: scanned) {
            scanned = end
            guard endRecord(at: end) else { return false }
        }
        scanned = bytes.count
        guard bytes.count + 8 * starts.count <= limit else { return cut() }
        return true
    }

    /// Makes what stands behind the last line break a record.
    ///
    /// - Returns: false where that passes the limit.
    mutating func finish() -> Bool {
        decoder.finish(&bytes)
        return scan() && (begun == bytes.count || endRecord(at: bytes.count))
    }

    /// The bytes of records.
    func bytes(of range: Range<Int>) -> [UInt8] {
        if range.isEmpty { return [] }
        let end = range.upperBound < starts.count ? starts[range.upperBound] : begun
        return Array(bytes[starts[range.lowerBound]..<end])
    }

    /// How often the texts of lines were printed up to them.
    func occurrences(of range: Range<Int>) -> [UInt32] { format == .lines ? Array(occurrences[range]) : [] }

    /// How many lines come before a record.
    func lines(before record: Int) -> Int {
        bytes[..<starts[record]].count { $0 == UInt8(ascii: "\n") }
    }

    private mutating func endRecord(at end: Int) -> Bool {
        let isRecord = !isBlank(bytes[begun..<end])
        guard end + 8 * (starts.count + (isRecord ? 1 : 0)) <= limit else { return cut() }
        if isRecord {
            if format == .lines { noteID(begun..<end) }
            starts.append(begun)
        }
        begun = end
        return true
    }

    private mutating func noteID(_ range: Range<Int>) {
        var line = bytes[range]
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        line.withUnsafeBytes { text in
            let occurrence = ids.noteOccurrence(text)
            if occurrence == 0 { ownIDs[starts.count] = ids.next(text) }
            occurrences.append(occurrence)
        }
    }

    /// Whether a line is no record, as in a file of the format.
    private func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        switch format {
        case .lines: return false
        case .jsonl: return line.allSatisfy(isJSONSpace)
        case .csv, .tsv:
            let text = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
            return text.isEmpty || text.count == 1 && text.first == UInt8(ascii: "\r")
        }
    }

    private mutating func cut() -> Bool {
        bytes.removeLast(bytes.count - begun)
        return false
    }
}
