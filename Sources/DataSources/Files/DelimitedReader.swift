/// Reads the records of a table one after the other, and says where their fields lie.
struct DelimitedReader {
    private let bytes: ArraySlice<UInt8>
    private let style: DelimitedText.Style
    /// How far it has been read: behind the line break of the last record.
    private(set) var offset: Int
    /// The fields of the last record as they stand there, with their quotes.
    private(set) var fields: [Range<Int>] = []
    /// The line on which that record begins, from 1.
    private(set) var line = 1
    private var nextLine = 1
    /// Whether that record holds a carriage return, outside of quotes, that is no part of a line break.
    private(set) var hasLoneReturn = false

    init(_ bytes: ArraySlice<UInt8>, _ style: DelimitedText.Style) {
        self.bytes = bytes
        self.style = style
        offset = bytes.startIndex
    }

    /// Reads the next record; false where there is none.
    ///
    /// A line without anything is none.
    mutating func next() throws(InvalidRecord) -> Bool {
        while offset < bytes.endIndex {
            line = nextLine
            fields.removeAll(keepingCapacity: true)
            hasLoneReturn = false
            try takeFields()
            guard let record, fields.count > 1 || !record.isEmpty else { continue }
            try RowLimits.check(text: record.count, line: line)
            return true
        }
        return false
    }

    /// Where the last record lies, without its line break.
    var record: Range<Int>? {
        guard let first = fields.first, let last = fields.last else { return nil }
        return first.lowerBound..<last.upperBound
    }

    /// What the fields of the last record say.
    func texts() throws(InvalidRecord) -> [String] {
        var texts: [String] = []
        texts.reserveCapacity(fields.count)
        for field in fields { texts.append(try text(of: field)) }
        return texts
    }

    private func text(of field: Range<Int>) throws(InvalidRecord) -> String {
        let isQuoted = style == .commas && bytes[field].first == UInt8(ascii: "\"")
        let text = String(validating: isQuoted ? try unquoted(field)[...] : bytes[field], as: UTF8.self)
        guard let text else { throw InvalidRecord(line, "is not UTF-8") }
        return text
    }

    /// What stands between quotes.
    private func unquoted(_ field: Range<Int>) throws(InvalidRecord) -> [UInt8] {
        var text: [UInt8] = []
        var index = field.lowerBound + 1
        while index < field.upperBound {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") {
                guard index < field.upperBound, bytes[index] == byte else { break }
                index += 1
            }
            text.append(byte)
        }
        if index == field.upperBound { return text }
        throw InvalidRecord(line, "has text behind a quote that ends a field; write a quote within one twice")
    }

    private mutating func takeFields() throws(InvalidRecord) {
        while true {
            let start = offset
            if style == .commas, start < bytes.endIndex, bytes[start] == UInt8(ascii: "\"") { try skipQuotes() }
            while offset < bytes.endIndex, bytes[offset] != style.separator, bytes[offset] != UInt8(ascii: "\n") {
                if bytes[offset] == UInt8(ascii: "\r"), !isLineBreak(offset + 1) { hasLoneReturn = true }
                offset += 1
            }
            let isLast = offset == bytes.endIndex || bytes[offset] == UInt8(ascii: "\n")
            let hasReturn = isLast && offset > start && bytes[offset - 1] == UInt8(ascii: "\r")
            fields.append(start..<(hasReturn ? offset - 1 : offset))
            if offset == bytes.endIndex { return }
            offset += 1
            if isLast {
                nextLine += 1
                return
            }
        }
    }

    private func isLineBreak(_ index: Int) -> Bool { index == bytes.endIndex || bytes[index] == UInt8(ascii: "\n") }

    /// Steps behind the quote that closes the one under the eye.
    private mutating func skipQuotes() throws(InvalidRecord) {
        let firstLine = nextLine
        offset += 1
        while offset < bytes.endIndex {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\n") { nextLine += 1 }
            if byte != UInt8(ascii: "\"") { continue }
            guard offset < bytes.endIndex, bytes[offset] == byte else { return }
            offset += 1
        }
        throw InvalidRecord(firstLine, "opens a quote that nothing closes")
    }
}
