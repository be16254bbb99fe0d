/// A scan of an invalid element of a JSON array, which finds the position at which reading can continue.
///
/// The scan pairs brackets, although some may be missing. Brackets in strings, in comments, and in the lines that
/// version control inserts into conflicting files don't count. A quote begins a string only if a separator or white
/// space follows the closing quote on the same line.
///
/// The element is closed if its first bracket is paired. It then ends before the next comma or bracket, and contains no
/// other elements. If the element is not closed, other elements begin
/// - at a line that begins an object with the indentation of the element, if all lines in between are indented more,
/// - inside an unclosed bracket, at an object where none is allowed, such as directly after a comma of an object.
struct ElementScan {
    /// The end of an element, and the starts of the later elements that the scan has found.
    struct Extent {
        /// The offset of the next element, or of the comma or bracket before it.
        let end: Int
        /// The offsets at which later elements begin, in ascending order, up to the end of the scan; empty if the
        /// element is closed.
        let starts: [Int]
    }

    private struct Bracket {
        let isObject: Bool
        /// True if objects inside the bracket are elements, as long as the bracket is not closed.
        let isLoose: Bool
        /// The number of ``ElementScan/starts`` up to the bracket.
        let startCount: Int
    }

    private enum Token {
        case bracket, closingBracket, comma, colon, string, other
    }

    /// The maximum number of lines that are searched for the end of an enclosing array.
    private static let lookahead = 16

    private let bytes: UnsafeRawBufferPointer
    private let start: Int
    /// The column of the element, and the column of the first text on its line.
    private let (column, indentation): (Int, Int)
    private var index: Int
    private var lineStart: Int
    private var open: [Bracket] = []
    /// True after a closing bracket that does not match: either this bracket is superfluous, or another bracket is
    /// missing.
    private var isUnpaired = false
    private var starts: [Int] = []
    private var last = Token.other
    /// True if each further line so far is indented more than the first line of the element.
    private var isIndented: Bool
    /// True if exactly one bracket is open at the end of the first line; nil before that.
    private var opensAlone: Bool?

    /// Prepares a scan.
    ///
    /// - Parameters:
    ///   - bytes: The text of the array.
    ///   - start: The offset of the element.
    ///   - lineStart: The offset of the line on which the element begins.
    ///   - trustsBrackets: True if no bracket of the element is wrong or missing. Indentation is then ignored, except
    ///     if the scan finds that the element is not closed.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int, lineStart: Int, trustsBrackets: Bool) {
        self.bytes = bytes
        self.start = start
        self.lineStart = lineStart
        var first = lineStart
        while first < start, first - lineStart < 1_000, isJSONSpace(bytes[first]) { first += 1 }
        (column, indentation) = (start - lineStart, first - lineStart)
        index = start
        isIndented = !trustsBrackets
    }

    mutating func run(_ comments: inout CommentEnds) -> Extent {
        var isFirst = false
        while index < bytes.count {
            let byte = bytes[index]
            if isJSONSpace(byte) {
                index += 1
                if byte == UInt8(ascii: "\n") {
                    lineStart = index
                    isFirst = true
                    if opensAlone == nil { opensAlone = open.count == 1 }
                }
            } else if let end = comments.end(at: index, in: bytes) {
                index = end
            } else {
                if let extent = take(byte, isFirst: isFirst) { return extent }
                isFirst = false
                index += 1
            }
        }
        return open.isEmpty ? closed(at: bytes.count) : unclosed(at: bytes.count)
    }

    private func closed(at end: Int) -> Extent { Extent(end: end, starts: []) }

    private func unclosed(at end: Int) -> Extent { Extent(end: starts.first ?? end, starts: starts + [end]) }

    /// Reads a token; returns the extent of the element if the element ends before the token, and otherwise nil.
    private mutating func take(_ byte: UInt8, isFirst: Bool) -> Extent? {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if open.isEmpty, index > start, last != .colon { return closed(at: index) }
            return takeBracket(isObject: byte == UInt8(ascii: "{"), isFirst: isFirst)
        case UInt8(ascii: "}"):
            closeObject(isFirst: isFirst)
            return nil
        case UInt8(ascii: "]"):
            if open.isEmpty { return closed(at: index) }
            // The last bracket of the text closes the array.
            if isAtEnd(index) { return unclosed(at: index) }
            closeArray()
            return nil
        default:
            if isFirst, index - lineStart <= indentation { isIndented = false }
            return takeText(byte)
        }
    }

    /// Reads a token that is not a bracket.
    private mutating func takeText(_ byte: UInt8) -> Extent? {
        switch byte {
        case UInt8(ascii: ","):
            if open.isEmpty { return closed(at: index) }
            last = .comma
        case UInt8(ascii: ":"):
            last = last == .string || last == .closingBracket || !open.isEmpty ? .colon : .other
        case UInt8(ascii: "\""):
            let end = endOfString(index)
            last = end == nil ? .other : .string
            index = end ?? index
        case UInt8(ascii: "\\"):
            last = .other
            if index + 1 < bytes.count, [UInt8(ascii: "\""), byte].contains(bytes[index + 1]) { index += 1 }
        default: last = .other
        }
        return nil
    }

    private mutating func takeBracket(isObject: Bool, isFirst: Bool) -> Extent? {
        let column = index - lineStart
        var isElement = false
        if index > start, let outer = open.last {
            if isObject, isFirst, column <= self.column {
                if column <= indentation, isIndented, last != .colon, beginsMember(index) {
                    let isInArray = !outer.isObject
                    if !(isInArray && (last == .bracket || isNested(index))) { return unclosed(at: index) }
                }
                isElement = true
            } else {
                let isInner = isFirst && self.column == indentation && column > self.column
                isElement = (outer.isLoose || isUnpaired) && last != .colon && !isInner
            }
        }
        if isFirst, column <= max(indentation, self.column) { isIndented = false }
        if isElement { starts.append(index) }
        open.append(
            Bracket(isObject: isObject, isLoose: isObject || isElement || index == start, startCount: starts.count))
        last = .bracket
        return nil
    }

    private mutating func closeObject(isFirst: Bool) {
        last = .closingBracket
        guard let bracket = open.last else { return }
        if isFirst, isIndented, opensAlone == true, open[0].isObject, index - lineStart == indentation {
            open = []
            starts = []
        } else if bracket.isObject {
            closeLast()
        } else {
            isUnpaired = true
        }
    }

    private mutating func closeArray() {
        last = .closingBracket
        guard let bracket = open.last, !bracket.isObject else {
            isUnpaired = true
            return
        }
        closeLast()
    }

    /// Closes the innermost bracket, and drops the starts inside the bracket.
    private mutating func closeLast() {
        let bracket = open.removeLast()
        starts.removeLast(starts.count - bracket.startCount)
    }

    /// True if a quote follows the bracket of an object; otherwise the bracket may be part of a text.
    private func beginsMember(_ bracket: Int) -> Bool {
        let next = bytes.skippingSpace(bracket + 1)
        return next < bytes.count && bytes[next] == UInt8(ascii: "\"")
    }

    private func isAtEnd(_ place: Int) -> Bool { bytes.skippingSpace(place + 1) == bytes.count }

    /// Returns the offset of the quote that closes a string; nil if the first quote is not the beginning of a string.
    private func endOfString(_ quote: Int) -> Int? {
        var end = quote + 1
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\n"): return nil
            case UInt8(ascii: "\\"):
                if end + 1 < bytes.count, bytes[end + 1] >= 0x20 { end += 1 }
            case UInt8(ascii: "\""):
                guard end + 1 < bytes.count, !isJSONSpace(bytes[end + 1]) else { return end }
                return ",:}]".utf8.contains(bytes[end + 1]) ? end : nil
            default: break
            }
            end += 1
        }
        return nil
    }

    /// True if the next lines close a bracket that was opened before `place`, other than the bracket of the whole
    /// array.
    private func isNested(_ place: Int) -> Bool {
        var index = place
        var lineCount = 0
        var depth = 0
        while index < bytes.count, lineCount < Self.lookahead {
            switch bytes[index] {
            case UInt8(ascii: "\n"): lineCount += 1
            case UInt8(ascii: "\""): index = endOfString(index) ?? index
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 { return !isAtEnd(index) }
            default: break
            }
            index += 1
        }
        return false
    }
}

/// Finds the ends of comments, and of the lines that version control inserts into conflicting files.
struct CommentEnds {
    /// The offset after the last block comment of the text, or 0 if there is none; nil until it is computed.
    private var lastEnd: Int?

    /// Returns the end of the comment at a place; nil if there is no comment.
    mutating func end(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard place + 1 < bytes.count else { return nil }
        let isFirst = place == 0 || bytes[place - 1] == UInt8(ascii: "\n")
        switch bytes[place] {
        case UInt8(ascii: "/"):
            // A slash within text, as in an address, begins no comment.
            guard isFirst || bytes[place - 1] <= 0x20 || ",[]{}".utf8.contains(bytes[place - 1]) else { return nil }
            if bytes[place + 1] == UInt8(ascii: "/") { return endOfLine(place, bytes) }
            return bytes[place + 1] == UInt8(ascii: "*") ? endOfBlock(place, bytes) : nil
        case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|"):
            let end = place + 7
            guard isFirst, end <= bytes.count, bytes[place..<end].allSatisfy({ $0 == bytes[place] }) else { return nil }
            return end == bytes.count || bytes[end] <= 0x20 ? endOfLine(place, bytes) : nil
        default: return nil
        }
    }

    private func endOfLine(_ place: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }

    private mutating func endOfBlock(_ place: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
        if lastEnd == nil { lastEnd = bytes.indices.last { $0 > 0 && isBlockEnd($0, bytes) }.map { $0 + 1 } ?? 0 }
        guard let lastEnd, place + 4 <= lastEnd else { return nil }
        var end = place + 3
        while !isBlockEnd(end, bytes) { end += 1 }
        return end + 1
    }

    private func isBlockEnd(_ place: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes[place] == UInt8(ascii: "/") && bytes[place - 1] == UInt8(ascii: "*")
    }
}
