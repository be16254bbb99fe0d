import FHJSON
import FHRowCollections
import FeatureKit

/// The formats of files with rows.
public enum FileFormat: String, Sendable, CaseIterable {
    /// A row `{id, text}` per line; the id is derived from the text.
    ///
    /// This format is read-only.
    case lines
    /// A line of column names, then a row per line, with fields separated by tabs.
    case tsv
    /// Comma-separated values (RFC 4180), with a line of column names.
    case csv
    /// A JSON array of objects.
    case json
    /// A JSON object per line.
    case jsonl

    /// Derives the format from the extension of a path; `lines` if the extension is unknown.
    public init(path: String) {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map { $0.lowercased() }
        self = ending.flatMap(FileFormat.init(rawValue:)) ?? (ending == "ndjson" ? .jsonl : .lines)
    }

    /// Reads rows from UTF-8 text.
    ///
    /// - Throws: `invalidData`, with the line, if the text does not begin as the format requires; `systemLimit` if
    ///   there is not enough memory.
    func decode(_ bytes: [UInt8], idKey: String, name: String) throws(Failure) -> FileContent {
        let records: RecordList
        let blocked: InvalidRecord?
        do throws(InvalidRecord) {
            (records, blocked) = try read(bytes, idKey: idKey)
        } catch {
            throw error.failure(of: name)
        }
        if records.isCut { throw .noMemory(for: "the rows of \(name)") }
        try MemoryRoom.check(for: RecordList.indexBytes * records.lines.count, "the rows of \(name)")
        return FileContent(records, blocked: blocked)
    }

    private func read(
        _ bytes: [UInt8], idKey: String
    ) throws(InvalidRecord) -> (records: RecordList, blocked: InvalidRecord?) {
        switch self {
        case .lines:
            var ids = LineIDs()
            return (RecordReading.lines(bytes) { ids.next($1) }, nil)
        case .tsv: return (try DelimitedText(.tabs).decode(bytes, idKey: idKey), nil)
        case .csv: return (try DelimitedText(.commas).decode(bytes, idKey: idKey), nil)
        case .json: return try RecordReading.elements(bytes, idKey: idKey)
        case .jsonl: return (RecordReading.objects(bytes, idKey: idKey), nil)
        }
    }

    /// Writes rows as a new text.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - columns: The first columns of a table, even if no row has them.
    ///   - numbers: The numbers that rows show as strings.
    func encode(
        _ rows: some Collection<SourceRow>, columns: [String], numbers: LargeNumbers = LargeNumbers()
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .lines: throw .readOnly
        case .tsv: return try DelimitedText(.tabs).encode(rows, columns: columns)
        case .csv: return try DelimitedText(.commas).encode(rows, columns: columns)
        case .jsonl:
            for row in rows {
                row.withTexts { _, value in bytes += numbers.restored(in: value) }
                bytes.append(UInt8(ascii: "\n"))
            }
        case .json:
            bytes.append(contentsOf: "[".utf8)
            for (index, row) in rows.enumerated() {
                bytes.append(contentsOf: (index == 0 ? "\n  " : ",\n  ").utf8)
                row.withTexts { _, value in bytes += numbers.restored(in: value) }
            }
            bytes.append(contentsOf: "\n]\n".utf8)
        }
        return bytes
    }

    /// Writes rows into an existing text, and copies the text of unchanged rows and members.
    ///
    /// - Parameters:
    ///   - rows: The new rows.
    ///   - old: The old text.
    ///   - older: The old rows.
    ///   - notes: The properties of the file with the old text.
    /// - Returns: The new text; nil if the old text does not have the old rows, because the file has changed unnoticed.
    /// - Throws: `readOnly` if an invalid record would hide other records in the new text.
    func encode(
        _ rows: some Collection<SourceRow>, into old: [UInt8], insteadOf older: RowCollection, _ notes: FileNotes
    ) throws(Failure) -> [UInt8]? {
        let records: RecordTexts
        switch self {
        case .lines: throw .readOnly
        case .tsv: return try DelimitedText(.tabs).encode(rows, into: old, insteadOf: older, notes)
        case .csv: return try DelimitedText(.commas).encode(rows, into: old, insteadOf: older, notes)
        case .jsonl: records = Self.cutLines(old, notes)
        case .json: records = Self.cutArray(old, notes)
        }
        if records.isEmpty, !rows.isEmpty {
            return try encode(rows, columns: notes.columns, numbers: notes.largeNumbers)
        }
        let text = try records.holding(
            rows, insteadOf: older, behind: records.head
        ) { row, like, bytes throws(Failure) in
            let value = row.withTexts { _, value in notes.largeNumbers.restored(in: value) }
            let text = value.withUnsafeBytes { value in
                like?.withUnsafeBytes { ObjectText($0)?.rewritten(to: value) }
            }
            // White space must not make a row too long to be read again.
            bytes += text.flatMap { $0.count <= RowLimits.text ? $0 : nil } ?? value
        }
        if self == .json, let fault = notes.firstFault, !notes.leftOut.isEmpty, let text,
            !Self.isArray(text, ofCount: rows.count + notes.leftOut.count)
        {
            throw Failure(
                "readOnly", "the edit would hide rows behind line \(fault.line), which \(fault.what); correct the file",
                retryable: true)
        }
        return text
    }

    /// True if a text is read as an array with `count` elements, including invalid ones.
    private static func isArray(_ text: [UInt8], ofCount count: Int) -> Bool {
        text.withUnsafeBytes { bytes in
            guard var reader = ArrayReader(bytes) else { return false }
            var found = 0
            while reader.next() != nil { found += 1 }
            return found == count && reader.takeBreaks().isEmpty
        }
    }

    /// True for the formats in which each row is a line of fields, and the first line contains the column names.
    var isTable: Bool { self == .csv || self == .tsv }

    /// Returns the given columns and the further keys of the rows; empty for a format that is not a table.
    func columns(of rows: some Sequence<SourceRow>, known: [String]) -> [String] {
        switch self {
        case .csv, .tsv: DelimitedText.columns(of: rows, known: known)
        case .lines, .json, .jsonl: []
        }
    }

    private static func cutArray(_ bytes: [UInt8], _ notes: FileNotes) -> RecordTexts {
        bytes.withUnsafeBytes { buffer in
            guard var reader = ArrayReader(buffer) else { return RecordTexts(bytes, .commas, from: bytes.count) }
            var records = RecordTexts(bytes, .commas, from: reader.start)
            var count = 0
            while let element = reader.next() {
                records.append(element.range, until: element.end, isRow: !notes.leftOut.contains(count))
                count += 1
            }
            return records
        }
    }

    private static func cutLines(_ bytes: [UInt8], _ notes: FileNotes) -> RecordTexts {
        var records = RecordTexts(bytes, .lines)
        var count = 0
        for (_, line) in lines(bytes) {
            guard let start = line.firstIndex(where: { !isJSONSpace($0) }),
                let last = line.lastIndex(where: { !isJSONSpace($0) })
            else { continue }
            let end = bytes[line.endIndex...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
            records.append(start..<last + 1, until: end, isRow: !notes.leftOut.contains(count))
            count += 1
        }
        return records
    }

    /// Splits text into lines without line breaks, numbered from 1; a final line break begins no line.
    static func lines(_ bytes: [UInt8]) -> some Sequence<(Int, ArraySlice<UInt8>)> {
        sequence(state: (number: 0, rest: bytes[...])) { state in
            if state.rest.isEmpty { return nil }
            let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) ?? state.rest.endIndex
            let line = state.rest[..<end]
            state.rest = state.rest[end...].dropFirst()
            state.number += 1
            return (state.number, line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
    }
}

extension SourceRow {
    /// Makes a row of an object whose id is a string or an integer.
    ///
    /// - Throws: `invalidData` with the reason why the value is not a row.
    public init(_ value: JSONValue, idKey: String) throws(Failure) {
        self.init(id: try Self.id(of: value, idKey: idKey), value: JSONText(value))
    }

    /// Returns the id of an object; the id must be a string or an integer.
    ///
    /// - Throws: `invalidData` with the reason why the value is not a row.
    public static func id(of value: JSONValue, idKey: String) throws(Failure) -> String {
        guard value.kind == .object else { throw Failure("invalidData", "must be an object") }
        if let id = id(value[idKey]) { return id }
        throw Failure("invalidData", "must have a string that is not empty or an integer as \(idKey)")
    }
}
