import FeatureKit

/// Reads the records of a table one by one, with the ranges of their fields.
///
/// A record with invalid quotes ends with its first line, so that later records are still found. The last record is the
/// record that ``next()`` has read last.
struct DelimitedReader {
    private let bytes: ArraySlice<UInt8>
    private let style: DelimitedText.Style
    /// The offset after the line break of the last record.
    private(set) var offset: Int
    /// The ranges of the fields of the last record, including their quotes.
    private(set) var fields: [Range<Int>] = []
    /// The line on which the last record begins, counted from 1.
    private(set) var line = 1
    /// The error of the last record; nil if it is valid.
    ///
    /// A record with invalid quotes has one field: its first line. A record that is too long is also invalid.
    private(set) var fault: InvalidRecord?
    private var nextLine = 1
    /// True if the last record has a carriage return outside quotes that is not part of a line break.
    private(set) var hasLoneReturn = false
    /// The number of bytes that may still be scanned after invalid quotes, and are then scanned again.
    ///
    /// If it is 0 or less, a quoted field must end on the line on which it begins.
    private var patience: Int

    init(_ bytes: ArraySlice<UInt8>, _ style: DelimitedText.Style) {
        self.bytes = bytes
        self.style = style
        offset = bytes.startIndex
        patience = 8 * bytes.count + 1 << 20
    }

    /// Reads the next record; returns false at the end.
    ///
    /// Empty lines are skipped.
    mutating func next() -> Bool {
        while offset < bytes.endIndex {
            line = nextLine
            fields.removeAll(keepingCapacity: true)
            hasLoneReturn = false
            fault = nil
            let start = offset
            if let flaw = takeFields() { endAtFirstLine(start, flaw) }
            guard let record, fields.count > 1 || !record.isEmpty else { continue }
            if fault == nil, let flaw = RowLimits.mistake(text: record.count) {
                fault = InvalidRecord(line, .tooLong, flaw)
            }
            return true
        }
        return false
    }

    /// The range of the last record, without its line break.
    var record: Range<Int>? {
        guard let first = fields.first, let last = fields.last else { return nil }
        return first.lowerBound..<last.upperBound
    }

    /// Returns the texts of the fields of the last record, and false for `isValid` if U+FFFD replaces invalid UTF-8.
    func texts() -> (texts: [String], isValid: Bool) {
        var texts: [String] = []
        texts.reserveCapacity(fields.count)
        var isValid = true
        for field in fields {
            let content = content(of: field)
            if let text = String(validating: content, as: UTF8.self) {
                texts.append(text)
            } else {
                isValid = false
                texts.append(String(decoding: content, as: UTF8.self))
            }
        }
        return (texts, isValid)
    }

    /// Returns the bytes of a field without the enclosing quotes, and with doubled quotes as single quotes.
    private func content(of field: Range<Int>) -> ArraySlice<UInt8> {
        guard style == .commas, bytes[field].first == UInt8(ascii: "\""), fault == nil else { return bytes[field] }
        let inner = bytes[field].dropFirst().dropLast()
        guard inner.contains(UInt8(ascii: "\"")) else { return inner }
        var text: [UInt8] = []
        var isSecond = false
        for byte in inner {
            if byte == UInt8(ascii: "\""), !isSecond {
                isSecond = true
                continue
            }
            isSecond = false
            text.append(byte)
        }
        return text[...]
    }

    /// Ends the record after the first line of a failed scan.
    private mutating func endAtFirstLine(_ start: Int, _ flaw: String) {
        patience -= offset - start
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
        fields = [start..<(hasReturn ? end - 1 : end)]
        offset = min(end + 1, bytes.endIndex)
        nextLine = line + 1
        fault = InvalidRecord(line, .invalidQuotes, flaw)
    }

    /// Reads the fields of a record; returns the error of its quotes, or nil if they are valid.
    private mutating func takeFields() -> String? {
        while true {
            let start = offset
            if style == .commas, start < bytes.endIndex, bytes[start] == UInt8(ascii: "\"") {
                if let flaw = skipQuotes() { return flaw }
                guard offset == bytes.endIndex || isFieldEnd(offset) else {
                    return "has text behind a quote that ends a field; write a quote within one twice"
                }
            }
            while offset < bytes.endIndex, bytes[offset] != style.separator, bytes[offset] != UInt8(ascii: "\n") {
                if bytes[offset] == UInt8(ascii: "\r"), !isLineBreak(offset + 1) { hasLoneReturn = true }
                offset += 1
            }
            let isLast = offset == bytes.endIndex || bytes[offset] == UInt8(ascii: "\n")
            let hasReturn = isLast && offset > start && bytes[offset - 1] == UInt8(ascii: "\r")
            fields.append(start..<(hasReturn ? offset - 1 : offset))
            if offset == bytes.endIndex { return nil }
            offset += 1
            if isLast {
                nextLine += 1
                return nil
            }
        }
    }

    private func isLineBreak(_ index: Int) -> Bool { index == bytes.endIndex || bytes[index] == UInt8(ascii: "\n") }

    /// True if a quoted field may end before this byte.
    private func isFieldEnd(_ index: Int) -> Bool {
        switch bytes[index] {
        case style.separator, UInt8(ascii: "\n"): true
        case UInt8(ascii: "\r"): isLineBreak(index + 1)
        default: false
        }
    }

    /// Skips to the end of a quoted field; returns an error if the closing quote is missing.
    private mutating func skipQuotes() -> String? {
        let isBound = patience <= 0
        offset += 1
        while offset < bytes.endIndex {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\n") {
                if isBound { break }
                nextLine += 1
            }
            if byte != UInt8(ascii: "\"") { continue }
            guard offset < bytes.endIndex, bytes[offset] == byte else { return nil }
            offset += 1
        }
        return "opens a quote that nothing closes"
    }
}
