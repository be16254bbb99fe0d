import FeatureKit
import JSON
import OrderedCollections

/// Tables as text: RFC 4180 commas with quotes, or tabs without.
struct DelimitedText {
    enum Style {
        case commas, tabs
    }

    let style: Style

    init(_ style: Style) {
        self.style = style
    }

    private var separator: UInt8 { style == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

    /// What a table may begin with, to say that it is UTF-8.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The columns of a table, and which of them holds the ids.
    struct Header {
        let columns: [String]
        let idIndex: Int

        /// - Throws: what the names lack.
        init(_ columns: [String], idKey: String, line: Int) throws(InvalidRecord) {
            if columns.distinct().count != columns.count { throw InvalidRecord(line, "names a column twice") }
            guard let idIndex = columns.firstIndex(where: { isSameText($0, idKey) }) else {
                throw InvalidRecord(line, "names no column \(idKey)")
            }
            self.columns = columns
            self.idIndex = idIndex
        }
    }

    /// Reads the rows after the line of column names.
    func decode(_ bytes: [UInt8], idKey: String) throws(InvalidRecord) -> RecordList {
        var records = try split(bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...])
        guard !records.isEmpty else { return RecordList() }
        let (line, names) = records.removeFirst()
        return try content(of: records, under: Header(names, idKey: idKey, line: line))
    }

    /// Reads rows whose columns are known.
    func decode(_ bytes: [UInt8], under header: Header) throws(InvalidRecord) -> RecordList {
        try content(of: split(bytes[...]), under: header)
    }

    private func content(
        of records: [(line: Int, fields: [String])], under header: Header
    ) throws(InvalidRecord) -> RecordList {
        var rows = RecordList.Writer()
        for (line, fields) in records {
            guard fields.count == header.columns.count else {
                throw InvalidRecord(line, "has \(fields.count) fields and not \(header.columns.count)")
            }
            let id = fields[header.idIndex]
            if id.isEmpty { throw InvalidRecord(line, "has no \(header.columns[header.idIndex])") }
            try rows.append(id: id, line: line) { json in
                json.beginObject()
                for (key, field) in zip(header.columns, fields) {
                    json.key(key)
                    json.value(field)
                }
                json.endObject()
            }
        }
        return rows.finish(columns: header.columns)
    }

    /// Writes the column names and the rows; keys that are no column yet come after the known ones.
    ///
    /// - Throws: `invalidData` for a value that is not text, a number or a Boolean.
    func encode(_ rows: some Collection<SourceRow>, columns known: [String]) throws(Failure) -> [UInt8] {
        let columns = Self.columns(of: rows, known: known)
        var bytes: [UInt8] = []
        if columns.isEmpty { return bytes }
        try write(columns, to: &bytes)
        for value in rows.lazy.map(\.value.value) {
            var fields: [String] = []
            for column in columns { fields.append(try text(of: value[column], column)) }
            try write(fields, to: &bytes)
        }
        return bytes
    }

    /// The known columns, and then the rows' keys that are none yet.
    static func columns(of rows: some Sequence<SourceRow>, known: [String]) -> [String] {
        var columns = OrderedSet(known.map { ExactText($0) })
        for row in rows { columns.append(contentsOf: row.value.value.members.map { ExactText($0.key) }) }
        return columns.map(\.text)
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

    /// The fields of each record, with the line where it begins.
    func split(_ bytes: ArraySlice<UInt8>) throws(InvalidRecord) -> [(line: Int, fields: [String])] {
        var records: [(line: Int, fields: [String])] = []
        var fields: [String] = []
        var field: [UInt8] = []
        var isQuoted = false
        var line = 1
        var firstLine = 1
        var index = bytes.startIndex
        var recordStart = index
        func endField() throws(InvalidRecord) {
            try RowLimits.check(text: index - recordStart, line: firstLine)
            guard let text = String(validating: field, as: UTF8.self) else {
                throw InvalidRecord(firstLine, "is not UTF-8")
            }
            fields.append(text)
            field = []
            isQuoted = false
        }
        func endRecord() throws(InvalidRecord) {
            // A line without anything is no row.
            if fields.isEmpty, field.isEmpty, !isQuoted { return }
            try endField()
            records.append((firstLine, fields))
            fields = []
        }
        while index < bytes.endIndex {
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
                recordStart = index
            } else if byte != UInt8(ascii: "\r") || index < bytes.endIndex && bytes[index] != UInt8(ascii: "\n") {
                field.append(byte)
            }
        }
        try endRecord()
        return records
    }

    /// Reads a quoted field up to its closing quote; the index behind that.
    private func quoted(
        _ bytes: ArraySlice<UInt8>, from start: Int, into field: inout [UInt8], line: inout Int
    ) throws(InvalidRecord) -> Int {
        var index = start
        let firstLine = line
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == 0x22 else {
                field.append(byte)
                continue
            }
            guard index < bytes.endIndex, bytes[index] == 0x22 else { return index }
            field.append(0x22)
            index += 1
        }
        throw InvalidRecord(firstLine, "opens a quote that nothing closes")
    }
}
