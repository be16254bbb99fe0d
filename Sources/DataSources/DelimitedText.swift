import FeatureKit
import JSON
import OrderedCollections

/// Tables as text: RFC 4180 commas with quotes, or tabs without.
struct DelimitedText {
    enum Style {
        case commas, tabs
    }

    let style: Style
    /// The file's name, for messages.
    let name: String

    init(_ style: Style, name: String) {
        self.style = style
        self.name = name
    }

    private var separator: UInt8 { style == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

    /// Reads the rows after the line of column names.
    ///
    /// - Throws: `invalidData`, with the line.
    func decode(_ bytes: [UInt8], idKey: String) throws(Failure) -> FileContent {
        var content = FileContent()
        var records = try split(bytes)
        guard !records.isEmpty else { return content }
        let (headerLine, header) = records.removeFirst()
        content.columns = header
        if Set(header).count != header.count {
            throw FileFormat.invalid(name, headerLine, "names a column twice")
        }
        guard let idIndex = header.firstIndex(of: idKey) else {
            throw FileFormat.invalid(name, headerLine, "names no column \(idKey)")
        }
        for (line, fields) in records {
            guard fields.count == header.count else {
                throw FileFormat.invalid(name, line, "has \(fields.count) fields and not \(header.count)")
            }
            if fields[idIndex].isEmpty { throw FileFormat.invalid(name, line, "has no \(idKey)") }
            let value = JSONText.build { json in
                json.beginObject()
                for (key, field) in zip(header, fields) {
                    json.key(key)
                    json.value(field)
                }
                json.endObject()
            }
            content.append(SourceRow(id: fields[idIndex], value: value), line: line)
        }
        return content
    }

    /// Writes the column names and the rows; keys that are no column yet come after the known ones.
    ///
    /// - Throws: `invalidData` for a value that is not text, a number or a Boolean.
    func encode(_ rows: [SourceRow], columns known: [String]) throws(Failure) -> [UInt8] {
        let columns = Self.columns(of: rows, known: known)
        var bytes: [UInt8] = []
        if columns.isEmpty { return bytes }
        try write(columns, to: &bytes)
        for value in rows.map(\.value.value) {
            var fields: [String] = []
            for column in columns { fields.append(try text(of: value[column], column)) }
            try write(fields, to: &bytes)
        }
        return bytes
    }

    /// The known columns, and then the rows' keys that are none yet.
    static func columns(of rows: some Sequence<SourceRow>, known: [String]) -> [String] {
        var columns = OrderedSet(known)
        for row in rows { columns.append(contentsOf: row.value.value.members.map { $0.key }) }
        return Array(columns)
    }

    private func text(of value: JSONValue?, _ column: String) throws(Failure) -> String {
        guard let value else { return "" }
        switch value.kind {
        case .string: return value.stringValue ?? ""
        case .null: return ""
        case .bool, .integer, .real: return JSONText(value).string
        case .array, .object:
            throw Failure(
                "invalidData", "\(column) is an array or an object, which a table of text can't hold",
                retryable: false)
        }
    }

    private func write(_ fields: [String], to bytes: inout [UInt8]) throws(Failure) {
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(separator) }
            let breaks = field.utf8.contains { $0 == separator || $0 == 0x0A || $0 == 0x0D }
            guard breaks || (style == .commas && field.utf8.contains(0x22)) else {
                bytes.append(contentsOf: field.utf8)
                continue
            }
            if style == .tabs {
                throw Failure(
                    "invalidData", "a table separated by tabs can't hold a tab or a line break", retryable: false)
            }
            bytes.append(0x22)
            for byte in field.utf8 {
                if byte == 0x22 { bytes.append(0x22) }
                bytes.append(byte)
            }
            bytes.append(0x22)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func split(_ bytes: [UInt8]) throws(Failure) -> [(line: Int, fields: [String])] {
        var records: [(line: Int, fields: [String])] = []
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var line = 1
        var firstLine = 1
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        func endField() throws(Failure) {
            guard let text = String(validating: field, as: UTF8.self) else {
                throw FileFormat.invalid(name, firstLine, "is not UTF-8")
            }
            fields.append(text)
            field = []
            isQuoted = false
        }
        func endRecord() throws(Failure) {
            // A line without anything is no row.
            if fields.isEmpty, field.isEmpty, !isQuoted { return }
            try endField()
            records.append((firstLine, fields))
            fields = []
        }
        while index < bytes.count {
            let byte = bytes[index]
            if style == .commas, byte == 0x22, field.isEmpty, !isQuoted {
                index = try quoted(bytes, from: index + 1, into: &field, line: &line)
                isQuoted = true
                continue
            }
            index += 1
            if byte == separator {
                try endField()
            } else if byte == UInt8(ascii: "\n") {
                try endRecord()
                line += 1
                firstLine = line
            } else if byte != UInt8(ascii: "\r") || index < bytes.count && bytes[index] != UInt8(ascii: "\n") {
                field.append(byte)
            }
        }
        try endRecord()
        return records
    }

    /// Reads a quoted field up to its closing quote; the index behind that.
    private func quoted(
        _ bytes: [UInt8], from start: Int, into field: inout [UInt8], line: inout Int
    ) throws(Failure) -> Int {
        var index = start
        let firstLine = line
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == 0x22 else {
                field.append(byte)
                continue
            }
            guard index < bytes.count, bytes[index] == 0x22 else { return index }
            field.append(0x22)
            index += 1
        }
        throw FileFormat.invalid(name, firstLine, "opens a quote that nothing closes")
    }
}
