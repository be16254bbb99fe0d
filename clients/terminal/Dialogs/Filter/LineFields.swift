/// The text between the fields of a line, in the syntax of fzf.
public struct FieldDelimiter: Sendable {
    private enum Kind {
        /// Any number of blanks and tabs, as in awk.
        case blanks
        case text([UInt8])
        /// One byte of a set; with `repeats`, one or more of its bytes.
        case set(Set<UInt8>, repeats: Bool)
    }

    private let kind: Kind

    /// Any number of blanks and tabs, as in awk.
    public static let blanks = FieldDelimiter(.blanks)

    private init(_ kind: Kind) { self.kind = kind }

    /// Reads a delimiter: a text, a set such as `[:,]` or `[a-z0-9]`, or one of the sets `\s`, `\d` and `\w`.
    ///
    /// A text may contain the escapes `\t`, `\n`, `\r` and `\0`, and a `\` before a punctuation mark. With `+` after a
    /// set, a delimiter is one or more characters of the set.
    ///
    /// The result is nil for an empty text, and for other regular expressions.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let repeats = bytes.count > 1 && bytes.last == UInt8(ascii: "+")
        let single = bytes[..<(bytes.count - (repeats ? 1 : 0))]
        if let set = DelimiterSet(single) {
            kind = .set(set.members, repeats: repeats)
        } else {
            guard bytes.count == 1 || !Self.isPattern(bytes), let plain = Self.unescaped(bytes), !plain.isEmpty else {
                return nil
            }
            kind = .text(plain)
        }
    }

    /// Returns true if a text has a character with a meaning in regular expressions, and no `\` before it.
    private static func isPattern(_ bytes: [UInt8]) -> Bool {
        var isEscaped = false
        for byte in bytes {
            if !isEscaped, "*+?[|(^".utf8.contains(byte) { return true }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return false
    }

    /// Returns a text without its escapes; nil if it has an escape with a meaning in regular expressions.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
        var plain: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            guard let character = DelimiterSet.escaped(next) else { return nil }
            plain.append(character)
        }
        return plain
    }

    /// Returns the fields of a line: each as a range with the delimiter after it, and as one without.
    func fields(of line: [UInt8]) -> [(whole: Range<Int>, content: Range<Int>)] {
        var fields: [(whole: Range<Int>, content: Range<Int>)] = []
        var start = 0
        if case .blanks = kind { start = line.firstIndex { $0 != 0x20 && $0 != 9 } ?? line.count }
        var place = start
        while place < line.count {
            let length = delimiterLength(in: line, at: place)
            if length == 0 {
                place += 1
                continue
            }
            fields.append((start..<(place + length), start..<place))
            place += length
            start = place
        }
        let isAfterBlanks = if case .blanks = kind { start == line.count } else { false }
        if !isAfterBlanks { fields.append((start..<line.count, start..<line.count)) }
        return fields
    }

    private func delimiterLength(in line: [UInt8], at place: Int) -> Int {
        switch kind {
        case .blanks: return line[place...].prefix { $0 == 0x20 || $0 == 9 }.count
        case .set(let bytes, let repeats):
            let count = line[place...].prefix { bytes.contains($0) }.count
            return repeats ? count : min(1, count)
        case .text(let text): return line[place...].starts(with: text) ? text.count : 0
        }
    }
}
