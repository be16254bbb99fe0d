import FeatureKit
import JSON
import OrderedCollections

/// Tables as text: RFC 4180 commas with quotes, or tabs without.
struct DelimitedText {
    enum Style {
        case commas, tabs
    }

    typealias Row = [(key: String, value: String)]

    let style: Style

    init(_ style: Style) {
        self.style = style
    }

    private var separator: UInt8 { style == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

    /// Reads the rows after the line of column names.
    ///
    /// - Throws: `invalidData`, with the line.
    func decode(_ bytes: [UInt8], name: String) throws(Failure) -> [Row] {
        var records = try split(bytes, name: name)
        guard !records.isEmpty else { return [] }
        let header = records.removeFirst().fields
        var rows: [Row] = []
        for (line, fields) in records {
            guard fields.count == header.count else {
                throw FileFormat.invalid(name, line, "has \(fields.count) fields and not \(header.count)")
            }
            rows.append(zip(header, fields).map { ($0, $1) })
        }
        return rows
    }

    /// Writes the column names and the rows; the columns are all keys, in the order in which they first come.
    ///
    /// - Throws: `invalidData` for a value that is not text, a number or a Boolean.
    func encode(_ rows: [SourceRow]) throws(Failure) -> [UInt8] {
        let values = rows.map(\.value.value)
        var columns: OrderedSet<String> = []
        for value in values { columns.append(contentsOf: value.members.map(\.key)) }
        var bytes: [UInt8] = []
        if columns.isEmpty { return bytes }
        try write(columns.map { $0 }, to: &bytes)
        for value in values {
            var fields: [String] = []
            for column in columns { fields.append(try text(of: value[column], column)) }
            try write(fields, to: &bytes)
        }
        return bytes
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
            let needsQuotes = field.utf8.contains { $0 == separator || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
            guard needsQuotes else {
                bytes.append(contentsOf: field.utf8)
                continue
            }
            if style == .tabs {
                throw Failure(
                    "invalidData", "a table separated by tabs can't hold a tab, a quote or a line break",
                    retryable: false)
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

    private func split(_ bytes: [UInt8], name: String) throws(Failure) -> [(line: Int, fields: [String])] {
        var records: [(line: Int, fields: [String])] = []
        var fields: [String] = []
        var field: [UInt8] = []
        var line = 1
        var firstLine = 1
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        func text(_ bytes: [UInt8]) throws(Failure) -> String {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FileFormat.invalid(name, line, "is not UTF-8")
            }
            return text
        }
        while index < bytes.count {
            let byte = bytes[index]
            if style == .commas, byte == 0x22, field.isEmpty {
                index = try quoted(bytes, from: index + 1, into: &field, line: &line, name: name)
                continue
            }
            index += 1
            if byte == separator {
                fields.append(try text(field))
                field = []
            } else if byte == UInt8(ascii: "\n") {
                if field.last == UInt8(ascii: "\r") { field.removeLast() }
                if !(fields.isEmpty && field.isEmpty) { records.append((firstLine, fields + [try text(field)])) }
                fields = []
                field = []
                line += 1
                firstLine = line
            } else {
                field.append(byte)
            }
        }
        if !(fields.isEmpty && field.isEmpty) { records.append((firstLine, fields + [try text(field)])) }
        return records
    }

    /// Reads a quoted field up to its closing quote; the index behind that.
    private func quoted(
        _ bytes: [UInt8], from start: Int, into field: inout [UInt8], line: inout Int, name: String
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
