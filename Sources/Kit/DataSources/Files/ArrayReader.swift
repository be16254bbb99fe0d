import FHJSON

/// Reads the elements of a JSON array one by one, with their ranges.
///
/// An invalid element ends where its brackets close. If they don't, it ends before the next line that begins an object
/// with the same or a smaller indentation.
struct ArrayReader {
    private let bytes: UnsafeRawBufferPointer
    /// The offset after the last element and its comma.
    private var offset = 0
    private var countedOffset = 0
    private var countedLine = 1
    /// The number of bytes that may still be scanned in vain after invalid elements.
    private var patience: Int
    private var isFirst = true

    /// The range of the last element.
    private(set) var element = 0..<0
    /// The end of the last element, including the white space before its comma; the last element of the array has no
    /// comma.
    private(set) var end = 0
    /// The line on which the last element begins, from 1.
    private(set) var line = 1
    /// The error of the last element; nil if it is valid JSON.
    private(set) var fault: String?
    /// The first place at which elements are not separated correctly; nil if there is none.
    private(set) var brokenPlace: InvalidRecord?
    /// The offset of the first element, after the opening bracket.
    private(set) var start = 0

    /// Makes a reader; the bytes must outlive it.
    ///
    /// - Returns: Nil if the text does not begin with an array.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        patience = 8 * bytes.count + 1 << 20
        offset = skippingSpace(0)
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "[") else { return nil }
        offset += 1
        start = offset
    }

    /// Reads the next element; returns false at the end.
    mutating func next() -> Bool {
        let place = skippingSpace(offset)
        guard place < bytes.count else {
            breaks("is the end of an array that nothing closes", at: bytes.count)
            return false
        }
        if bytes[place] == UInt8(ascii: "]") {
            if !isFirst, hasComma { breaks("has a comma behind the last element", at: place) }
            let rest = skippingSpace(place + 1)
            if rest < bytes.count { breaks("has something behind the end of the array", at: rest) }
            return false
        }
        line = line(at: place)
        isFirst = false
        var reader = JSONMemberReader(UnsafeRawBufferPointer(rebasing: bytes[place...]))
        do throws(JSONParseError) {
            let length = try reader.skipValue().upperBound
            fault = nil
            finish(place..<place + length)
        } catch {
            fault = error.fault
            patience -= error.byteOffset
            finish(place..<max(place + 1, endOfBroken(place)))
        }
        return true
    }

    /// True if a comma follows the last element.
    private var hasComma = false

    private mutating func finish(_ range: Range<Int>) {
        element = range
        let next = skippingSpace(range.upperBound)
        hasComma = next < bytes.count && bytes[next] == UInt8(ascii: ",")
        if hasComma {
            end = next
            offset = next + 1
            return
        }
        end = range.upperBound
        offset = next
        if next < bytes.count, bytes[next] != UInt8(ascii: "]") { breaks("has no comma before it", at: next) }
    }

    private mutating func breaks(_ what: String, at place: Int) {
        if brokenPlace == nil { brokenPlace = InvalidRecord(line(at: place), .brokenArray, what) }
    }

    /// Returns the end of an invalid element.
    private mutating func endOfBroken(_ start: Int) -> Int {
        if patience < 0 { return bytes.count }
        if let end = closingPlace(start) { return end }
        let column = self.column(start)
        var place = start
        while patience > 0, let lineEnd = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) {
            patience -= lineEnd - place
            place = lineEnd + 1
            let candidate = skippingSpace(place)
            guard candidate < bytes.count else { break }
            guard bytes[candidate] == UInt8(ascii: "{"), self.column(candidate) <= column else { continue }
            var reader = JSONMemberReader(UnsafeRawBufferPointer(rebasing: bytes[candidate...]))
            guard (try? reader.skipValue()) != nil else {
                patience -= reader.offset
                continue
            }
            return trimmed(start, candidate)
        }
        // The closing bracket at the end belongs to the array.
        let last = trimmed(start, bytes.count)
        return last > start && bytes[last - 1] == UInt8(ascii: "]") ? trimmed(start, last - 1) : last
    }

    /// Returns the end of an element whose brackets close before a comma or the end of the array; nil otherwise.
    private mutating func closingPlace(_ start: Int) -> Int? {
        var open: [UInt8] = []
        var isInString = false
        var index = start
        defer { patience -= index - start }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isInString {
                // A string never continues on the next line.
                if byte == UInt8(ascii: "\\"), index < bytes.count, bytes[index] >= 0x20 { index += 1 }
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") { isInString = false }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte)
            case UInt8(ascii: ","), UInt8(ascii: "]"):
                if open.isEmpty { return trimmed(start, index - 1) }
                if byte == UInt8(ascii: "]"), open.removeLast() != UInt8(ascii: "[") { return nil }
            case UInt8(ascii: "}"):
                if open.isEmpty { continue }
                if open.removeLast() != UInt8(ascii: "{") { return nil }
            default: break
            }
        }
        return nil
    }

    /// Moves the end of an element before the separating comma and the white space on both sides of the comma.
    private func trimmed(_ start: Int, _ end: Int) -> Int {
        var end = end
        while end > start + 1, bytes[end - 1] <= 0x20 { end -= 1 }
        guard end > start + 1, bytes[end - 1] == UInt8(ascii: ",") else { return end }
        end -= 1
        while end > start + 1, bytes[end - 1] <= 0x20 { end -= 1 }
        return end
    }

    private func column(_ place: Int) -> Int {
        var start = place
        while start > 0, bytes[start - 1] != UInt8(ascii: "\n"), place - start < 1_000 { start -= 1 }
        return place - start
    }

    private func skippingSpace(_ place: Int) -> Int {
        var place = place
        while place < bytes.count, isJSONSpace(bytes[place]) { place += 1 }
        return place
    }

    private mutating func line(at place: Int) -> Int {
        for byte in bytes[countedOffset..<place] where byte == UInt8(ascii: "\n") { countedLine += 1 }
        countedOffset = place
        return countedLine
    }
}

/// True if a byte is white space between JSON tokens.
@inline(__always)
func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
