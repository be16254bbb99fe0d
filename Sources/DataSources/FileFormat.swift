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
    func decode(_ bytes: [UInt8], idKey: String, name: String) throws(Failure) -> [SourceRow] {
        switch self {
        case .lines: return try Self.decodeLines(bytes, name: name)
        case .tsv, .csv:
            let table = try DelimitedText(self == .tsv ? .tabs : .commas).decode(bytes, name: name)
            return try rows(of: table, idKey: idKey, name: name)
        case .json: return try Self.decodeArray(bytes, idKey: idKey, name: name)
        case .jsonl: return try Self.decodeObjects(bytes, idKey: idKey, name: name)
        }
    }

    /// Writes rows.
    func encode(_ rows: [SourceRow], idKey: String) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .lines: throw .readOnly
        case .tsv, .csv: return try DelimitedText(self == .tsv ? .tabs : .commas).encode(rows)
        case .jsonl:
            for row in rows {
                bytes.append(contentsOf: row.value.bytes)
                bytes.append(UInt8(ascii: "\n"))
            }
        case .json:
            bytes.append(contentsOf: "[".utf8)
            for (index, row) in rows.enumerated() {
                bytes.append(contentsOf: (index == 0 ? "\n  " : ",\n  ").utf8)
                bytes.append(contentsOf: row.value.bytes)
            }
            bytes.append(contentsOf: "\n]\n".utf8)
        }
        return bytes
    }

    private static func decodeLines(_ bytes: [UInt8], name: String) throws(Failure) -> [SourceRow] {
        var rows: [SourceRow] = []
        for (number, line) in lines(bytes) {
            guard let text = String(validating: line, as: UTF8.self) else {
                throw invalid(name, number, "is not UTF-8")
            }
            let id = "\(number)"
            let value = JSONText.build { json in
                json.beginObject()
                json.field("id", id)
                json.field("text", text)
                json.endObject()
            }
            rows.append(SourceRow(id: id, value: value))
        }
        return rows
    }

    private static func decodeObjects(_ bytes: [UInt8], idKey: String, name: String) throws(Failure) -> [SourceRow] {
        var rows: [SourceRow] = []
        for (number, line) in lines(bytes) where line.contains(where: { $0 > 0x20 }) {
            do {
                rows.append(try row(line.withUnsafeBytes { bytes throws(JSONParseError) in
                    try JSONValue(parsing: bytes)
                }, idKey: idKey, name: name, line: number))
            } catch let error as JSONParseError {
                throw invalid(name, number, "is not JSON: \(error.message)")
            } catch let failure as Failure {
                throw failure
            } catch {
                throw invalid(name, number, "\(error)")
            }
        }
        return rows
    }

    private static func decodeArray(_ bytes: [UInt8], idKey: String, name: String) throws(Failure) -> [SourceRow] {
        if !bytes.contains(where: { $0 > 0x20 }) { return [] }
        let document: JSONValue
        do {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw invalid(name, error.line, "is not JSON: \(error.message)")
        }
        guard document.kind == .array else { throw invalid(name, 1, "must begin an array of objects") }
        var rows: [SourceRow] = []
        for value in document.elements { rows.append(try row(value, idKey: idKey, name: name, line: nil)) }
        return rows
    }

    private func rows(of table: [[(key: String, value: String)]], idKey: String, name: String) throws(Failure)
        -> [SourceRow]
    {
        var rows: [SourceRow] = []
        for (index, fields) in table.enumerated() {
            guard let id = fields.first(where: { $0.key == idKey })?.value, !id.isEmpty else {
                throw Self.invalid(name, index + 2, "has no \(idKey)")
            }
            let value = JSONText.build { json in
                json.beginObject()
                for field in fields {
                    json.key(field.key)
                    json.value(field.value)
                }
                json.endObject()
            }
            rows.append(SourceRow(id: id, value: value))
        }
        return rows
    }

    private static func row(_ value: JSONValue, idKey: String, name: String, line: Int?) throws(Failure) -> SourceRow {
        do {
            return try SourceRow(value, idKey: idKey)
        } catch {
            guard let line else { throw Failure("invalidData", "\(name): a row \(error.message)") }
            throw invalid(name, line, error.message)
        }
    }

    /// The lines without their breaks, numbered from 1; a break at the very end makes no line.
    static func lines(_ bytes: [UInt8]) -> some Sequence<(Int, ArraySlice<UInt8>)> {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.enumerated().lazy.map { index, line in
            (index + 1, line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
        }
    }

    static func invalid(_ name: String, _ line: Int, _ what: String) -> Failure {
        Failure("invalidData", "\(name), line \(line): it \(what); correct the file, then retry")
    }
}

extension SourceRow {
    /// A row from an object whose id is a string or an integer.
    ///
    /// - Throws: `invalidData`, which says what the row lacks.
    public init(_ value: JSONValue, idKey: String) throws(Failure) {
        guard value.kind == .object else { throw Failure("invalidData", "must be an object") }
        switch value[idKey]?.kind {
        case .string: self.init(id: value[idKey]?.stringValue ?? "", value: JSONText(value))
        case .integer: self.init(id: "\(value[idKey]?.intValue ?? 0)", value: JSONText(value))
        default: throw Failure("invalidData", "must have a string or an integer as \(idKey)")
        }
    }
}
