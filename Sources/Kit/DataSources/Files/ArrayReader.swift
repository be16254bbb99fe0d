import FHJSON

/// Reads the elements of a JSON array one by one, with their ranges, and continues after invalid text.
///
/// - An invalid element ends where ``ElementScan`` finds its end.
/// - Text before or after the array, and misplaced commas and brackets, are recorded as breaks. The elements of a
///   second array, and elements after a bracket that closes the array too early, are read too.
///
/// The time is linear in the size of the text.
struct ArrayReader {
    struct Element {
        let range: Range<Int>
        /// The offset of the comma after the element; without a comma, the end of ``range``.
        let end: Int
        /// The line on which the element begins, counted from 1.
        let line: Int
        /// The error of the element; nil if it is valid JSON.
        let fault: String?
    }

    /// The token before the next element.
    private enum Preceding {
        case bracket, comma, element
    }

    private let bytes: UnsafeRawBufferPointer
    /// The offset after the element that was read last, and after its comma.
    private var offset = 0
    private var preceding = Preceding.bracket
    private var lines = LineCounter()
    private var comments = CommentEnds()
    /// The number of bytes that may still be parsed beyond the ends of invalid elements, and are then parsed again.
    private var patience: Int
    /// The offsets at which elements begin after an unclosed element, as found by the last scan.
    private var knownStarts: ArraySlice<Int> = []
    /// True after a bracket that closes the array.
    private var isBehindEnd = false
    /// The errors in the structure of the array that ``takeBreaks()`` has not returned yet.
    private var breaks: [InvalidRecord] = []

    /// The offset after the opening bracket or, if this bracket is missing, the offset of the first element.
    private(set) var start = 0

    /// Makes a reader; the bytes must outlive the reader.
    ///
    /// - Returns: Nil if the text begins neither with a bracket nor with an object before a comma.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        patience = 8 * bytes.count + 1 << 20
        let first = bytes.skippingSpace(0)
        var place = first
        while let end = comments.end(at: place, in: bytes) { place = bytes.skippingSpace(end) }
        guard place < bytes.count else { return nil }
        if bytes[place] == UInt8(ascii: "[") {
            if place > first { addBreak("has something before the beginning of the array", at: first) }
            offset = place + 1
        } else {
            guard Self.isObjectBeforeComma(place, in: bytes) else { return nil }
            addBreak("must begin an array of objects", at: first)
            offset = place
        }
        start = offset
    }

    /// Returns the next element; nil at the end.
    mutating func next() -> Element? {
        while true {
            let place = bytes.skippingSpace(offset)
            guard place < bytes.count else {
                if !isBehindEnd { addBreak("is the end of an array that nothing closes", at: place) }
                return nil
            }
            switch bytes[place] {
            case UInt8(ascii: ","):
                addBreak("has a comma with no element before it", at: place)
                offset = place + 1
                preceding = .comma
            case UInt8(ascii: "]"):
                if preceding == .comma { addBreak("has a comma behind the last element", at: place) }
                guard closeArray(at: place) else { return nil }
            case UInt8(ascii: "[") where isBehindEnd:
                isBehindEnd = false
                offset = place + 1
                preceding = .bracket
            default:
                if preceding == .element { addBreak("has no comma before it", at: place) }
                if let element = element(at: place) { return element }
            }
        }
    }

    /// Removes and returns the errors in the structure of the array, up to the end of the element that was read last.
    mutating func takeBreaks() -> [InvalidRecord] {
        defer { breaks = [] }
        return breaks
    }

    private mutating func addBreak(_ what: String, at place: Int) {
        breaks.append(InvalidRecord(lines.line(at: place, in: bytes), .brokenArray, what))
    }

    /// Reads a closing bracket; returns false if nothing follows the bracket.
    private mutating func closeArray(at place: Int) -> Bool {
        isBehindEnd = true
        preceding = .bracket
        offset = bytes.skippingSpace(place + 1)
        guard offset < bytes.count else { return false }
        addBreak("has something behind the end of the array", at: offset)
        if bytes[offset] == UInt8(ascii: ",") { offset += 1 }
        return true
    }

    /// Reads an element; returns nil at an inner array whose elements are read one by one instead.
    private mutating func element(at place: Int) -> Element? {
        let line = lines.line(at: place, in: bytes)
        var end: Int?
        // If `patience` is used up, no byte beyond the end of an element is parsed.
        if patience < 0 { end = endOfInvalid(place, trustsBrackets: false) }
        var reader = JSONMemberReader(UnsafeRawBufferPointer(rebasing: bytes[place..<(end ?? bytes.count)]))
        let fault: String
        var trustsBrackets = false
        do throws(JSONParseError) {
            let last = place + (try reader.skipValue().upperBound)
            if isSeparate(place..<last) {
                if bytes[place] == UInt8(ascii: "["), bytes.skippingSpace(last) == bytes.count, !isBehindEnd {
                    addBreak("begins an array within an array that nothing closes", at: place)
                    offset = place + 1
                    preceding = .bracket
                    return nil
                }
                return finish(place..<last, line, nil)
            }
            fault = "is not JSON: ',' or ']' expected"
        } catch {
            fault = error.fault
            // If the only error is a value that can't be represented, no bracket is missing.
            let stop = place + error.byteOffset
            trustsBrackets = error.kind != .syntax || stop < bytes.count && bytes[stop] >= 0x80
        }
        let last = end ?? endOfInvalid(place, trustsBrackets: trustsBrackets)
        patience -= max(0, place + reader.offset - last)
        return finish(place..<last, line, fault)
    }

    private mutating func finish(_ range: Range<Int>, _ line: Int, _ fault: String?) -> Element {
        let next = bytes.skippingSpace(range.upperBound)
        let hasComma = next < bytes.count && bytes[next] == UInt8(ascii: ",")
        preceding = hasComma ? .comma : .element
        offset = hasComma ? next + 1 : next
        return Element(range: range, end: hasComma ? next : range.upperBound, line: line, fault: fault)
    }

    /// True if the valid JSON in a range is an element: an object, an array, or a scalar that is not part of a longer
    /// text.
    private func isSeparate(_ range: Range<Int>) -> Bool {
        let first = bytes[range.lowerBound]
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return true }
        let next = bytes.skippingSpace(range.upperBound)
        guard next < bytes.count else { return true }
        switch bytes[next] {
        case UInt8(ascii: ","), UInt8(ascii: "]"): return true
        case UInt8(ascii: ":"): return false
        default: return next > range.upperBound
        }
    }

    /// Returns the end of an invalid element, and records the starts of later elements that the scan has found.
    private mutating func endOfInvalid(_ place: Int, trustsBrackets: Bool) -> Int {
        knownStarts = knownStarts.drop { $0 <= place }
        if let next = knownStarts.first { return trimmed(place, next) }
        var scan = ElementScan(
            bytes, from: place, lineStart: lines.lineStart(of: place, in: bytes), trustsBrackets: trustsBrackets)
        let extent = scan.run(&comments)
        knownStarts = extent.starts[...]
        return trimmed(place, extent.end)
    }

    /// Returns the end of an invalid element without a comma at its end and the white space around this comma.
    private mutating func trimmed(_ start: Int, _ end: Int) -> Int {
        // A comma in a comment separates nothing.
        var lowest = start
        var place = start
        while place < end {
            if let commentEnd = comments.end(at: place, in: bytes), commentEnd <= end {
                lowest = commentEnd - 1
                place = commentEnd
            } else {
                place += 1
            }
        }
        return bytes.trimmed(lowest, end)
    }

    private static func isObjectBeforeComma(_ place: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes[place] == UInt8(ascii: "{") else { return false }
        var reader = JSONMemberReader(UnsafeRawBufferPointer(rebasing: bytes[place...]))
        guard let range = try? reader.skipValue() else { return false }
        let next = bytes.skippingSpace(place + range.upperBound)
        return next < bytes.count && bytes[next] == UInt8(ascii: ",")
    }
}

/// Counts the lines of a text up to given offsets, which must be in ascending order.
struct LineCounter {
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// Returns the number of the line at an offset, counted from 1.
    mutating func line(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        move(to: place, in: bytes)
        return line
    }

    /// Returns the offset at which the line that contains `place` begins.
    mutating func lineStart(of place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        move(to: place, in: bytes)
        return lineStart
    }

    private mutating func move(to place: Int, in bytes: UnsafeRawBufferPointer) {
        while offset < place {
            if bytes[offset] == UInt8(ascii: "\n") {
                line += 1
                lineStart = offset + 1
            }
            offset += 1
        }
    }
}

/// True if a byte is white space between JSON tokens.
@inline(__always)
func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

extension UnsafeRawBufferPointer {
    /// Returns the first offset at or after `place` without white space; the size of the text if there is none.
    func skippingSpace(_ place: Int) -> Int {
        var place = place
        while place < count, isJSONSpace(self[place]) { place += 1 }
        return place
    }

    /// Returns the end of an element without trailing white space, a trailing comma and the white space before it.
    func trimmed(_ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start + 1, self[end - 1] <= 0x20 { end -= 1 }
        guard end > start + 1, self[end - 1] == UInt8(ascii: ",") else { return end }
        end -= 1
        while end > start + 1, self[end - 1] <= 0x20 { end -= 1 }
        return end
    }
}
