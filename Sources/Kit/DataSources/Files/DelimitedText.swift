import FHJSON
import FHRowCollections
import FeatureKit
import OrderedCollections

/// The text format of a table: commas with quotes (RFC 4180), or tabs without quotes.
struct DelimitedText {
    enum Style {
        case commas, tabs

        /// The byte between fields.
        var separator: UInt8 { self == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t") }
    }

    let style: Style

    init(_ style: Style) {
        self.style = style
    }

    /// The columns of a table and the index of the id column.
    struct Header {
        let columns: [String]
        let idIndex: Int

        /// Makes a header of unique column names, one of them the id key.
        ///
        /// - Throws: The error of the column names.
        init(_ columns: [String], idKey: String, line: Int) throws(InvalidRecord) {
            if columns.distinct().count != columns.count {
                throw InvalidRecord(line, .repeatedMember, "names a column twice")
            }
            guard let idIndex = columns.firstIndex(where: { isSameText($0, idKey) }) else {
                let some = columns.prefix(10).joined(separator: ", ")
                throw InvalidRecord(
                    line, .noId, "names no column \(idKey), but \(some), one of which may be the source's id")
            }
            self.columns = columns
            self.idIndex = idIndex
        }
    }

    /// Reads the rows after the header line.
    ///
    /// - Throws: The error of the header line.
    func decode(_ bytes: [UInt8], idKey: String) throws(InvalidRecord) -> RecordList {
        var reader = DelimitedReader(bytes[...], style)
        guard reader.next() else { return RecordList() }
        let header = try header(reader, idKey: idKey)
        var rows = RecordList.Writer()
        if !reader.texts().isValid {
            rows.note(InvalidRecord(reader.line, .invalidBytes, "has column names with \(Self.invalidBytes)"))
        }
        read(&reader, under: header, into: &rows)
        return rows.finish(columns: header.columns)
    }

    /// Reads the rows of a text without a header line.
    func decode(_ bytes: [UInt8], under header: Header) -> RecordList {
        var reader = DelimitedReader(bytes[...], style)
        var rows = RecordList.Writer()
        read(&reader, under: header, into: &rows)
        return rows.finish(columns: header.columns)
    }

    /// Reads the header line; nil if there is no record.
    func header(_ bytes: [UInt8], idKey: String) throws(InvalidRecord) -> Header? {
        var reader = DelimitedReader(bytes[...], style)
        return reader.next() ? try header(reader, idKey: idKey) : nil
    }

    private func header(_ reader: DelimitedReader, idKey: String) throws(InvalidRecord) -> Header {
        if let fault = reader.fault { throw fault }
        // Without this check, the whole file would be the header line.
        if reader.hasLoneReturn {
            throw InvalidRecord(
                reader.line, .raggedRecord, "ends lines with a carriage return alone; end them with a line feed")
        }
        return try Header(reader.texts().texts, idKey: idKey, line: reader.line)
    }

    private static let invalidBytes = "bytes that its encoding does not know"

    private func read(_ reader: inout DelimitedReader, under header: Header, into rows: inout RecordList.Writer) {
        while !rows.isFull, reader.next() {
            if let fault = reader.fault {
                rows.leaveOut(fault)
                continue
            }
            let (line, (fields, isValid)) = (reader.line, reader.texts())
            let id = header.idIndex < fields.count ? fields[header.idIndex] : ""
            if id.isEmpty {
                rows.leaveOut(InvalidRecord(line, .noId, "has no \(header.columns[header.idIndex])"))
                continue
            }
            var fault: InvalidRecord?
            if fields.count != header.columns.count {
                let count = fields.count == 1 ? "1 field" : "\(fields.count) fields"
                fault = InvalidRecord(line, .raggedRecord, "has \(count) and not \(header.columns.count)", id: id)
            } else if !isValid {
                fault = InvalidRecord(line, .invalidBytes, "has \(Self.invalidBytes)", id: id)
            }
            rows.append(id: id, line: line, fault: fault) { json in
                json.beginObject()
                for (key, field) in zip(header.columns, fields) {
                    json.key(key)
                    json.value(field)
                }
                json.endObject()
            }
        }
    }

    /// Writes the header line and the rows; keys without a column become new columns after the existing ones.
    ///
    /// - Throws: `invalidData` for a value that is not a string, a number or a Boolean.
    func encode(_ rows: some Collection<SourceRow>, columns known: [String]) throws(Failure) -> [UInt8] {
        let columns = Self.columns(of: rows, known: known)
        var bytes: [UInt8] = []
        if columns.isEmpty { return bytes }
        try write(columns, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        for row in rows {
            try write(fields(of: row, columns), to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// Writes rows into the text of an existing table.
    ///
    /// - Parameters:
    ///   - rows: The new rows.
    ///   - old: The old text.
    ///   - older: The old rows.
    ///   - notes: The properties of the file with the old text.
    /// - Returns: The new text; nil if the old text does not have the old rows, because the file has changed unnoticed.
    func encode(
        _ rows: some Collection<SourceRow>, into old: [UInt8], insteadOf older: RowCollection, _ notes: FileNotes
    ) throws(Failure) -> [UInt8]? {
        guard let table = cut(old, notes) else { return try encode(rows, columns: notes.columns) }
        let columns = Self.columns(of: rows, known: notes.columns)
        let isSameHeader = columns.count == notes.columns.count
        var head = Array(table.records.head)
        if !isSameHeader {
            head = Array(table.records.bytes[..<table.header.lowerBound])
            try write(columns, like: table.records.bytes[table.header], to: &head)
            head += table.records.lineBreak
        } else if head.last != UInt8(ascii: "\n"), !rows.isEmpty {
            head += table.records.lineBreak
        }
        return try table.records.holding(
            rows, insteadOf: older, behind: head, keeps: { isSameHeader || notes.locked[$0.id] != nil }
        ) { row, like, bytes throws(Failure) in
            try write(fields(of: row, columns), like: like, to: &bytes)
        }
    }

    /// Returns the ranges of the header line and the rows; nil if there is no header line.
    private func cut(_ bytes: [UInt8], _ notes: FileNotes) -> (header: Range<Int>, records: RecordTexts)? {
        var reader = DelimitedReader(bytes[...], style)
        guard reader.next(), let header = reader.record else { return nil }
        var records = RecordTexts(bytes, .lines, from: reader.offset)
        var count = 0
        while reader.next() {
            guard let record = reader.record else { continue }
            records.append(record, until: reader.offset, isRow: !notes.leftOut.contains(count))
            count += 1
        }
        return (header, records)
    }

    private func fields(of row: SourceRow, _ columns: [String]) throws(Failure) -> [String] {
        let value = row.value.value
        var fields: [String] = []
        for column in columns { fields.append(try text(of: value[column], column)) }
        return fields
    }

    /// Returns the given columns, followed by further keys of the rows.
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

    /// Writes a record without a line break.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - like: The record before the edit or, for a new row, the record of another row; nil for none. Fields with an
    ///     equal text are copied. Any other field is quoted if the field in `like` is quoted, or if the new text
    ///     requires quotes.
    ///   - bytes: The output.
    private func write(
        _ fields: [String], like: ArraySlice<UInt8>? = nil, to bytes: inout [UInt8]
    ) throws(Failure) {
        var reader = DelimitedReader(like ?? [], style)
        let texts = reader.next() ? reader.texts().texts : []
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(style.separator) }
            let written = index < texts.count ? like?[reader.fields[index]] : nil
            if let written, isSameText(field, texts[index]) {
                bytes += written
            } else {
                let isQuoted = style == .commas && written?.first == UInt8(ascii: "\"")
                try write(field, isQuoted: isQuoted, to: &bytes)
            }
        }
    }

    private func write(_ field: String, isQuoted: Bool, to bytes: inout [UInt8]) throws(Failure) {
        let breaks = field.utf8.contains { $0 == style.separator || $0 == 0x0A || $0 == 0x0D }
        guard isQuoted || breaks || (style == .commas && field.utf8.contains(0x22)) else {
            bytes.append(contentsOf: field.utf8)
            return
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
}
