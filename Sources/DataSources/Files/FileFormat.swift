import FeatureKit
import JSON

/// How a file holds rows.
public enum FileFormat: String, Sendable, CaseIterable {
    /// Each line is a row `{id: its number, text}`; read-only.
    case lines
    /// A line of column names, then a line a row, separated by tabs.
    case tsv
    /// RFC 4180, with a line of column names.
    case csv
    /// One array of objects.
    case json
    /// An object a line.
    case jsonl

    /// What a path's ending says; lines where it says nothing.
    public init(path: String) {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map { $0.lowercased() }
        self = ending.flatMap(FileFormat.init(rawValue:)) ?? (ending == "ndjson" ? .jsonl : .lines)
    }

    /// Reads rows.
    ///
    /// - Throws: `invalidData`, with the line.
    func decode(_ bytes: [UInt8], idKey: String, name: String) throws(Failure) -> FileContent {
        do throws(InvalidRecord) {
            return try FileContent(decode(bytes, idKey: idKey), idKey: idKey)
        } catch {
            throw Failure("invalidData", "\(name), line \(error.line): it \(error.what); correct the file, then retry")
        }
    }

    private func decode(_ bytes: [UInt8], idKey: String) throws(InvalidRecord) -> RecordList {
        switch self {
        case .lines: try Self.decodeLines(bytes)
        case .tsv: try DelimitedText(.tabs).decode(bytes, idKey: idKey)
        case .csv: try DelimitedText(.commas).decode(bytes, idKey: idKey)
        case .json: try Self.decodeArray(bytes, idKey: idKey)
        case .jsonl: try Self.decodeObjects(bytes, idKey: idKey)
        }
    }

    /// Writes rows.
    ///
    /// - Parameter columns: the columns that a table begins with, whether or not a row has them.
    func encode(_ rows: some Collection<SourceRow>, columns: [String]) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .lines: throw .readOnly
        case .tsv: return try DelimitedText(.tabs).encode(rows, columns: columns)
        case .csv: return try DelimitedText(.commas).encode(rows, columns: columns)
        case .jsonl:
            for row in rows {
                row.withTexts { _, value in bytes.append(contentsOf: value) }
                bytes.append(UInt8(ascii: "\n"))
            }
        case .json:
            bytes.append(contentsOf: "[".utf8)
            for (index, row) in rows.enumerated() {
                bytes.append(contentsOf: (index == 0 ? "\n  " : ",\n  ").utf8)
                row.withTexts { _, value in bytes.append(contentsOf: value) }
            }
            bytes.append(contentsOf: "\n]\n".utf8)
        }
        return bytes
    }

    /// Writes rows into a text that is there: what is the same in both stays as it is written.
    ///
    /// - Parameters:
    ///   - old: the text.
    ///   - older: its rows.
    ///   - columns: its columns.
    func encode(
        _ rows: some Collection<SourceRow>, into old: [UInt8], insteadOf older: RowCollection, columns: [String]
    ) throws(Failure) -> [UInt8] {
        let records: RecordTexts
        switch self {
        case .lines: throw .readOnly
        case .tsv: return try DelimitedText(.tabs).encode(rows, into: old, insteadOf: older, columns: columns)
        case .csv: return try DelimitedText(.commas).encode(rows, into: old, insteadOf: older, columns: columns)
        case .jsonl: records = Self.cutLines(old)
        case .json: records = Self.cutArray(old)
        }
        if records.isEmpty, !rows.isEmpty { return try encode(rows, columns: columns) }
        let text = try records.holding(
            rows, insteadOf: older, behind: records.head
        ) { row, like, bytes throws(Failure) in
            row.withTexts { _, value in
                let text = like?.withUnsafeBytes { ObjectText($0)?.rewritten(to: value) }
                // White space must not make a row too long to be read again.
                bytes += text.flatMap { $0.count <= RowLimits.text ? $0 : nil } ?? Array(value)
            }
        }
        if let text { return text }
        return try encode(rows, columns: columns)
    }

    /// Whether it holds lines of text fields under column names.
    var isTable: Bool { self == .csv || self == .tsv }

    /// The columns that a table has; none for the other formats.
    func columns(of rows: some Sequence<SourceRow>, known: [String]) -> [String] {
        switch self {
        case .csv, .tsv: DelimitedText.columns(of: rows, known: known)
        case .lines, .json, .jsonl: []
        }
    }

    /// - Parameter skipped: how many lines come before these, which counts for their ids.
    static func decodeLines(_ bytes: [UInt8], skipped: Int = 0) throws(InvalidRecord) -> RecordList {
        var records = RecordList.Writer()
        for (number, line) in lines(bytes) {
            try RowLimits.check(text: line.count, line: number)
            guard let text = String(validating: line, as: UTF8.self) else {
                throw InvalidRecord(number, "is not UTF-8")
            }
            let id = "\(skipped + number)"
            try records.append(id: id, line: number) { json in
                json.beginObject()
                json.field("id", id)
                json.field("text", text)
                json.endObject()
            }
        }
        return records.finish()
    }

    static func decodeObjects(_ bytes: [UInt8], idKey: String) throws(InvalidRecord) -> RecordList {
        var records = RecordList.Writer()
        for (number, line) in lines(bytes) where line.contains(where: { $0 > 0x20 }) {
            // Before it is parsed, which takes several times its memory.
            try RowLimits.check(text: line.count, line: number)
            let value = line.withUnsafeBytes { line in
                Result { () throws(JSONParseError) in try JSONValue(parsing: line) }
            }
            switch value {
            case .success(let value): try records.append(value, idKey: idKey, line: number)
            case .failure(let error): throw InvalidRecord(number, "is not JSON: \(error.message)")
            }
        }
        return records.finish()
    }

    private static func decodeArray(_ bytes: [UInt8], idKey: String) throws(InvalidRecord) -> RecordList {
        var records = RecordList.Writer()
        if !bytes.contains(where: { $0 > 0x20 }) { return RecordList() }
        let document: JSONValue
        do throws(JSONParseError) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw InvalidRecord(error.line, "is not JSON: \(error.message)")
        }
        guard document.kind == .array else { throw InvalidRecord(1, "must begin an array of objects") }
        var lines: [Int] = []
        forEachElement(of: bytes) { _, line, _ in lines.append(line) }
        for (value, line) in zip(document.elements, lines) {
            try records.append(value, idKey: idKey, line: line)
        }
        return records.finish()
    }

    private static func cutArray(_ bytes: [UInt8]) -> RecordTexts {
        let start = bytes.firstIndex(of: UInt8(ascii: "[")).map { $0 + 1 } ?? bytes.endIndex
        var records = RecordTexts(bytes, .commas, from: start)
        forEachElement(of: bytes) { element, _, end in records.append(element, until: end) }
        return records
    }

    private static func cutLines(_ bytes: [UInt8]) -> RecordTexts {
        var records = RecordTexts(bytes, .lines)
        for (_, line) in lines(bytes) {
            guard let start = line.firstIndex(where: { $0 > 0x20 }), let last = line.lastIndex(where: { $0 > 0x20 })
            else { continue }
            let end = bytes[line.endIndex...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
            records.append(start..<last + 1, until: end)
        }
        return records
    }

    /// Gives the elements of an array one after the other; the bytes are known to be JSON.
    ///
    /// - Parameter body: gets where an element lies, the line on which it begins, and where it ends with the white space
    ///   before the comma behind it; behind the last one there is none.
    private static func forEachElement(
        of bytes: [UInt8], _ body: (_ element: Range<Int>, _ line: Int, _ end: Int) -> Void
    ) {
        var line = 1
        var depth = 0
        var isInString = false
        var isEscaped = false
        /// The element under the eye: where it begins, and on which line.
        var element: (start: Int, line: Int)?
        /// Behind the last byte that is no white space.
        var end = 0
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isInString {
                end = index + 1
                if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            if byte <= 0x20 { continue }
            switch byte {
            case UInt8(ascii: ",") where depth == 1, UInt8(ascii: "]") where depth == 1:
                guard let (start, line) = element else { break }
                body(start..<end, line, byte == UInt8(ascii: ",") ? index : end)
                element = nil
            default: if depth == 1, element == nil { element = (index, line) }
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            end = index + 1
        }
    }

    /// The lines without their breaks, numbered from 1; a break at the very end makes no line.
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
    /// A row from an object whose id is a string or an integer.
    ///
    /// - Throws: `invalidData`, which says what the row lacks.
    public init(_ value: JSONValue, idKey: String) throws(Failure) {
        self.init(id: try Self.id(of: value, idKey: idKey), value: JSONText(value))
    }

    /// The id of an object that may be a row: a string or an integer.
    ///
    /// - Throws: `invalidData`, which says what the row lacks.
    public static func id(of value: JSONValue, idKey: String) throws(Failure) -> String {
        guard value.kind == .object else { throw Failure("invalidData", "must be an object") }
        if let id = id(value[idKey]) { return id }
        throw Failure("invalidData", "must have a string that is not empty or an integer as \(idKey)")
    }
}
