import FHEventLoop
import FHJSON
import FHRowCollections
import FeatureKit
import SystemPackage

/// The state by which only the appended part of a growing file is read, such as a log.
///
/// A file has grown if it is the same file as before, is longer, and has the same text up to the end of its last complete
/// line. All of this text is compared, or of a file of more than 64 MiB only one or two MiB at both ends.
struct FileGrowth {
    /// The number of times that a file is read on before it is read as a whole, because each part takes some memory of its
    /// own.
    private static let mostParts = 10_000
    /// The maximum number of earlier editions that are remembered.
    private static let mostEditions = 64

    /// Nil if the whole file has to be read again after a change.
    private var end: FileEnd?
    private var partCount = 0
    /// The earlier editions of the rows, and the number of rows that each shares with the current one; the oldest is
    /// first.
    private var editions: [(number: Int, count: Int)] = []

    /// The numbers of rows that earlier editions share with the current one, by edition.
    var sharedCounts: [Int: Int] { [Int: Int](editions.map { ($0.number, $0.count) }) { min($0, $1) } }

    /// Forgets all, because the rows have changed in another way.
    mutating func forget() { self = FileGrowth() }

    /// Begins with a file that was read as a whole.
    ///
    /// - Parameters:
    ///   - text: The text of the file, which was not decoded.
    ///   - rowCount: The number of its rows, none of which has a fault.
    ///   - format: The format of the file.
    mutating func begin(_ text: [UInt8], rowCount: Int, _ format: FileFormat) {
        forget()
        if format == .lines || format == .jsonl { end = FileEnd().moved(behind: text, rowCount: rowCount, format) }
    }

    /// Reads the appended part of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - format: The format of the file.
    ///   - idKey: The key of the member that contains a row's id.
    ///   - table: The rows that were read before.
    ///   - stamp: The stamp of the file at that time.
    ///   - edition: The number of the edition of these rows.
    /// - Returns: All rows, and the current stamp; nil if the whole file has to be read.
    mutating func read(
        _ file: AtomicFile, _ format: FileFormat, _ idKey: String, behind table: RowTable, _ stamp: FileStamp,
        _ edition: Int
    ) -> (table: RowTable, stamp: FileStamp)? {
        guard let end, partCount < Self.mostParts,
            let read = try? file.readGrowth(since: stamp, from: end.length, isSame: end.isEnd(of:)),
            // A byte-order mark may have come with the first text.
            end.length > 0 || !EncodedText.isDecoded(read.bytes, .utf8),
            let grown = table.grown(by: read.bytes, behind: end.rowCount, format, idKey: idKey)
        else { return nil }
        self.end = end.moved(behind: read.bytes, rowCount: grown.rows.count - end.rowCount, format)
        partCount += 1
        editions = editions.suffix(Self.mostEditions - 1) + [(edition, end.rowCount)]
        return (grown, read.stamp)
    }
}

/// The end of the last complete line of a file, with what shows that the file still has the text before it.
private struct FileEnd {
    /// The length of a piece whose digest is kept.
    private static let pieceLength = 1 << 20
    /// The number of pieces up to which all are compared; of a longer file, the first and the last ones are.
    private static let mostPieces = 64

    /// The number of bytes up to the end of the last complete line.
    var length = 0
    /// The number of rows in these bytes.
    var rowCount = 0
    private var digests: [UInt64] = []
    /// The bytes behind the last whole piece.
    private var rest: [UInt8] = []

    /// Returns the end after further text was read.
    ///
    /// - Parameters:
    ///   - text: The text that follows the end.
    ///   - count: The number of rows in the text.
    ///   - format: The format of the file.
    func moved(behind text: [UInt8], rowCount count: Int, _ format: FileFormat) -> FileEnd {
        let lines = text[..<(text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)]
        let hasRest = text[lines.endIndex...].contains { format == .lines || !isJSONSpace($0) }
        var end = self
        end.length += lines.count
        end.rowCount += count - (hasRest ? 1 : 0)
        var known = rest + lines.prefix(Self.pieceLength - rest.count)
        var place = lines.startIndex + known.count - rest.count
        while known.count == Self.pieceLength {
            end.digests.append(Self.digest(known))
            known = Array(lines[place...].prefix(Self.pieceLength))
            place += known.count
        }
        end.rest = known
        return end
    }

    /// True if a file has the same text before the end.
    func isEnd(of file: FileDescriptor) throws -> Bool {
        let isShort = digests.count <= Self.mostPieces
        for piece in isShort ? Array(digests.indices) : [0, digests.count - 1] {
            let bytes = try file.read(Self.pieceLength, from: piece * Self.pieceLength)
            if Self.digest(bytes) != digests[piece] { return false }
        }
        return try file.read(rest.count, from: length - rest.count) == rest
    }

    private static func digest(_ bytes: [UInt8]) -> UInt64 { bytes.withUnsafeBytes { RowDigest($0).bits } }
}

extension AtomicFile {
    /// Reads the part of a file behind a place, if the file has grown.
    ///
    /// - Parameters:
    ///   - stamp: The stamp of the file when it was read last.
    ///   - start: The place.
    ///   - isSame: Returns true if the file has the same text before the place.
    /// - Returns: The bytes behind the place, and the stamp before they were read; nil if the file has changed in another
    ///   way, or if a host is writing it.
    fileprivate func readGrowth(
        since stamp: FileStamp, from start: Int, isSame: (FileDescriptor) throws -> Bool
    ) throws -> (bytes: [UInt8], stamp: FileStamp)? {
        let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
        return try file.closeAfter {
            let now = try FileStamp(of: file, at: path)
            let found = try EditJournal.find(beside: resolved())
            guard now.isGrown(since: stamp), now.size >= start, now.size <= RowLimits.file, found.journal == nil,
                found.stranger == nil,
                MemoryRoom.isLeft(for: 4 * (now.size - start)), try isSame(file)
            else { return nil }
            let bytes = try file.read(now.size - start, from: start)
            return bytes.count == now.size - start ? (bytes, now) : nil
        }
    }
}

extension FileDescriptor {
    /// Reads bytes from a place on; fewer bytes at the end of the file.
    fileprivate func read(_ count: Int, from place: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while length < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[length...])
                let read = try read(fromAbsoluteOffset: Int64(place + length), into: rest)
                if read == 0 { return }
                length += read
            }
        }
    }
}

extension RowTable {
    /// Returns the first rows, followed by the rows of a text.
    ///
    /// - Parameters:
    ///   - text: The text that follows these rows in the file.
    ///   - count: The number of first rows.
    ///   - format: The format of the file: `lines` or `jsonl`.
    ///   - idKey: The key of the member that contains a row's id.
    /// - Returns: Nil if a row of the text has a fault, or the id of another row.
    fileprivate func grown(by text: [UInt8], behind count: Int, _ format: FileFormat, idKey: String) -> RowTable? {
        var rows = rows
        rows.remove(self.rows[count...].map(\.id))
        var ids = AppendedLineIDs(rows)
        let records =
            format == .lines
            ? RecordReading.lines(text) { ids.next($1) } : RecordReading.objects(text, idKey: idKey)
        if records.isCut || ids.hasCollision { return nil }
        let content = FileContent(records)
        guard content.notes.isFaultless, content.notes.largeNumbers.isEmpty else { return nil }
        for row in content.rows where rows.put(row) != nil { return nil }
        var table = RowTable(rows)
        table.remember(operationsOf: self)
        return table
    }
}

/// Generates the ids of lines behind other rows, as ``LineIDs`` does that has seen the text of these rows.
private struct AppendedLineIDs {
    private let rows: RowCollection
    /// The numbers of rows with the same text so far, by the id of the first one.
    private var counts: [String: Int] = [:]
    /// True if another text has the digest of a text, so that the ids depend on all rows.
    private(set) var hasCollision = false

    init(_ rows: RowCollection) {
        self.rows = rows
    }

    mutating func next(_ text: UnsafeRawBufferPointer) -> String {
        let first = LineIDs.id(text)
        let count = (counts[first] ?? occurrences(of: text, first)) + 1
        counts[first] = count
        return count == 1 ? first : "\(first)-\(count)"
    }

    /// Counts the rows with a text; their ids have consecutive numbers.
    private mutating func occurrences(of text: UnsafeRawBufferPointer, _ first: String) -> Int {
        guard let row = rows[id: first] else { return 0 }
        if row.member("text")?.stringValue.map({ Array($0.utf8) == Array(text) }) != true { hasCollision = true }
        var (low, high) = (1, 2)
        while rows.contains(id: "\(first)-\(high)") { (low, high) = (high, 2 * high) }
        while high - low > 1 {
            let middle = (low + high) / 2
            if rows.contains(id: "\(first)-\(middle)") { low = middle } else { high = middle }
        }
        return low
    }
}
