/// The output of a command as UTF-8 text, with the starts of its records.
///
/// Records are removed by ``take(atMost:)``. A record that was not taken yet needs memory for its bytes and eight more
/// bytes. The limit also counts the records that were taken.
struct PrintedRecords: Sendable {
    /// Records that were taken, in the order of the output.
    struct Chunk: Sendable {
        /// The bytes of all records.
        let bytes: [UInt8]
        /// The start of each record in the bytes.
        let starts: [Int]
        /// The line on which the first record begins, counted from 1.
        let line: Int

        func bytes(of record: Int) -> [UInt8] {
            Array(bytes[starts[record]..<(record + 1 < starts.count ? starts[record + 1] : bytes.count)])
        }
    }

    /// The minimum number of taken bytes that are removed from the buffer.
    ///
    /// They are removed only if they are at least half of the buffer.
    private static let droppedSize = 64 << 10

    private let format: CommandSource.Format
    private let limit: Int
    private var splitter: RecordSplitter
    private var bytes: [UInt8] = []
    /// The starts of the complete records that were not taken.
    private var starts: [Int] = []
    /// The start of the incomplete record, which is the end of the last complete record.
    private var begun = 0
    private var scanned = 0
    private var decoder: TextDecoder
    /// The number of records that were taken.
    private(set) var takenCount = 0
    /// The end in `bytes` of the records that were taken.
    private var taken = 0
    /// The number of taken records that are still in `starts`.
    private var takenStarts = 0
    /// The number of lines that were taken.
    private var takenLines = 0
    /// The number of taken bytes that were removed from `bytes`.
    private var droppedBytes = 0

    init(_ format: CommandSource.Format, _ encoding: TextEncoding = .utf8, limit: Int) {
        self.format = format
        self.limit = limit
        splitter = RecordSplitter(hasQuotes: format == .csv)
        decoder = TextDecoder(encoding)
    }

    /// True if the command has printed nothing so far.
    var isEmpty: Bool { bytes.isEmpty && droppedBytes == 0 && decoder.rest.isEmpty }

    /// The number of complete records, including the records that were taken.
    var count: Int { takenCount + starts.count - takenStarts }

    /// Returns the memory in bytes that is needed to append more output, as buffers grow by doubling; 0 if none is
    /// needed.
    func growth(for byteCount: Int) -> Int {
        let isRoom = bytes.count + byteCount <= bytes.capacity && starts.count + byteCount <= starts.capacity
        return isRoom ? 0 : 2 * (bytes.count + byteCount) + 16 * (starts.count + byteCount)
    }

    /// Appends output.
    ///
    /// - Returns: False if the output exceeds the limit. Then only the records before the limit are kept, and nothing
    ///   more may be appended.
    mutating func append(_ more: UnsafeRawBufferPointer) -> Bool {
        decoder.append(more, to: &bytes)
        return scan()
    }

    /// Finds the records that are complete now; returns false if the output exceeds the limit.
    private mutating func scan() -> Bool {
        while let end = splitter.nextEnd(in: bytes, from: scanned) {
            scanned = end
            guard endRecord(at: end) else { return false }
        }
        scanned = bytes.count
        guard isWithin(bytes.count, count) else { return cut() }
        return true
    }

    /// Makes the text after the last line break a record.
    ///
    /// - Returns: False if the output exceeds the limit.
    mutating func finish() -> Bool {
        decoder.finish(&bytes)
        return scan() && (begun == bytes.count || endRecord(at: bytes.count))
    }

    /// Removes and returns complete records; nil if there are none, or if `limit` is not positive.
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

    /// True if a line is blank and therefore not a record; the rules are the same as for files of this format.
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
