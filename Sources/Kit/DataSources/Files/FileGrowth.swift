import FHEventLoop
import FHJSON
import FHRowCollections
import FeatureKit
import SystemPackage

/// The state by which only the appended part of a growing file in the format `jsonl` is read.
///
/// A file has grown if it is the same file as before, is longer, and has the same text up to the end of its last complete
/// line, see ``FileEnd``.
struct FileGrowth {
    /// The number of times that a file is read on before it is read as a whole, because each part takes some memory of its
    /// own.
    private static let mostParts = 10_000

    /// Nil if the whole file has to be read again after a change.
    private var end: FileEnd?
    /// The number of rows before the end.
    private var rowCount = 0
    private var partCount = 0
    /// The numbers of rows that earlier editions share with the current one.
    private(set) var shared = SharedRows()

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
        if format == .jsonl { move(FileEnd(), behind: text, rowCount) }
    }

    private mutating func move(_ end: FileEnd, behind text: [UInt8], _ count: Int) {
        let lines = text[..<(text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)]
        let hasRest = text[lines.endIndex...].contains { !isJSONSpace($0) }
        var end = end
        lines.withUnsafeBytes { end.move(behind: $0) }
        self.end = end
        rowCount += count - (hasRest ? 1 : 0)
    }

    /// Reads the appended part of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - idKey: The key of the member that contains a row's id.
    ///   - table: The rows that were read before.
    ///   - stamp: The stamp of the file at that time.
    ///   - edition: The number of the edition of these rows.
    /// - Returns: All rows, and the current stamp; nil if the whole file has to be read.
    mutating func read(
        _ file: AtomicFile, _ idKey: String, behind table: RowTable, _ stamp: FileStamp, _ edition: Int
    ) -> (table: RowTable, stamp: FileStamp)? {
        guard let end, partCount < Self.mostParts,
            let read = try? file.readGrowth(since: stamp, from: end.length, isSame: end.isEnd(of:)),
            // A byte-order mark may have come with the first text.
            end.length > 0 || !EncodedText.isDecoded(read.bytes, .utf8),
            let grown = table.grown(by: read.bytes, behind: rowCount, idKey: idKey)
        else { return nil }
        partCount += 1
        shared.note(edition, rowCount)
        move(end, behind: read.bytes, grown.rows.count - rowCount)
        return (grown, read.stamp)
    }
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

extension RowTable {
    /// Returns the first rows, followed by the rows of a text.
    ///
    /// - Parameters:
    ///   - text: The text that follows these rows in the file.
    ///   - count: The number of first rows.
    ///   - idKey: The key of the member that contains a row's id.
    /// - Returns: Nil if a row of the text has a fault, or the id of another row.
    fileprivate func grown(by text: [UInt8], behind count: Int, idKey: String) -> RowTable? {
        var rows = rows
        rows.remove(self.rows[count...].map(\.id))
        let records = RecordReading.objects(text, idKey: idKey)
        if records.isCut { return nil }
        let content = FileContent(records)
        guard content.notes.isFaultless, content.notes.largeNumbers.isEmpty else { return nil }
        for row in content.rows where rows.put(row) != nil { return nil }
        var table = RowTable(rows)
        table.remember(operationsOf: self)
        return table
    }
}
