/// What a command has printed and nobody has read yet, as text in UTF-8, and where its records begin.
///
/// Until it is taken out a record costs its bytes and eight more; the limit counts those that were taken out too.
struct PrintedRecords: Sendable {
    /// Records that were taken out, in the order in which they were printed.
    struct Chunk: Sendable {
        /// The bytes of all of them.
        let bytes: [UInt8]
        /// Where each of them begins in the bytes.
        let starts: [Int]
        /// The line on which the first one begins, from 1.
        let line: Int

        /// The bytes of one of them.
        func bytes(of record: Int) -> [UInt8] {
            Array(bytes[starts[record]..<(record + 1 < starts.count ? starts[record + 1] : bytes.count)])
        }
    }

    /// Bytes that were taken out are dropped when there are so many of them, and at least as many as others.
    private static let droppedSize = 64 << 10

    private let format: CommandSource.Format
    private let limit: Int
    private var splitter: RecordSplitter
    private var bytes: [UInt8] = []
    /// Where each whole record begins that was not taken out.
    private var starts: [Int] = []
    /// Where the record begins that is not whole yet, which is where the last whole one ends.
    private var begun = 0
    private var scanned = 0
    private var decoder: TextDecoder
    /// How many records were taken out.
    private(set) var takenCount = 0
    /// Where what was taken out ends.
    private var taken = 0
    /// How many of those are no longer among the starts.
    private var takenStarts = 0
    /// How many lines were taken out.
    private var takenLines = 0
    /// How many bytes were dropped.
    private var droppedBytes = 0

    init(_ format: CommandSource.Format, _ encoding: TextEncoding = .utf8, limit: Int) {
        self.format = format
        self.limit = limit
        splitter = RecordSplitter(hasQuotes: format == .csv)
        decoder = TextDecoder(encoding)
    }

    /// True if nothing was printed at all.
    var isEmpty: Bool { bytes.isEmpty && droppedBytes == 0 && decoder.rest.isEmpty }

    /// The number of records that are whole, those included that were taken out.
    var count: Int { takenCount + starts.count - takenStarts }

    /// The memory that it takes to take in so many bytes more: where there is no room left, it grows by doubling.
    func growth(for byteCount: Int) -> Int {
        let isRoom = bytes.count + byteCount <= bytes.capacity && starts.count + byteCount <= starts.capacity
        return isRoom ? 0 : 2 * (bytes.count + byteCount) + 16 * (starts.count + byteCount)
    }

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
        guard isWithin(bytes.count, count) else { return cut() }
        return true
    }

    /// Makes what stands behind the last line break a record.
    ///
    /// - Returns: false where that passes the limit.
    mutating func finish() -> Bool {
        decoder.finish(&bytes)
        return scan() && (begun == bytes.count || endRecord(at: bytes.count))
    }

    /// Takes records out; nil where there is none.
    mutating func take(atMost limit: Int) -> Chunk? {
        let size = min(limit, starts.count - takenStarts)
        if size <= 0 { return nil }
        let last = takenStarts + size
        let start = starts[takenStarts]
        let end = last < starts.count ? starts[last] : begun
        let line = takenLines + bytes[taken..<start].count { $0 == UInt8(ascii: "\n") } + 1
        let chunk = Chunk(
            bytes: Array(bytes[start..<end]), starts: starts[takenStarts..<last].map { $0 - start }, line: line)
        takenLines = line - 1 + chunk.bytes.count { $0 == UInt8(ascii: "\n") }
        taken = end
        takenStarts = last
        takenCount += size
        dropTaken()
        return chunk
    }

    private mutating func dropTaken() {
        guard taken >= Self.droppedSize, taken >= bytes.count - taken else { return }
        bytes.removeFirst(taken)
        starts = starts[takenStarts...].map { $0 - taken }
        begun -= taken
        scanned -= taken
        droppedBytes += taken
        taken = 0
        takenStarts = 0
    }

    private mutating func endRecord(at end: Int) -> Bool {
        let isRecord = !isBlank(bytes[begun..<end])
        guard isWithin(end, count + (isRecord ? 1 : 0)) else { return cut() }
        if isRecord { starts.append(begun) }
        begun = end
        return true
    }

    private func isWithin(_ end: Int, _ count: Int) -> Bool { droppedBytes + end + 8 * count <= limit }

    /// True if a line is no record, as in a file of the format.
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
