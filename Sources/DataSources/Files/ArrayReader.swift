import JSON

/// Reads the elements of a JSON array one after the other, and says where they lie.
///
/// An element that is not JSON ends where its brackets close; where they don't, before the next line that begins an
/// object no further to the right than it.
struct ArrayReader {
    private let bytes: UnsafeRawBufferPointer
    /// Behind the last element, and its comma.
    private var offset = 0
    private var countedOffset = 0
    private var countedLine = 1
    /// How many bytes may be read in vain behind elements that are broken.
    private var patience: Int
    private var isFirst = true

    /// Where the last element lies.
    private(set) var element = 0..<0
    /// Where it ends with the white space before the comma behind it; behind the last one there is none.
    private(set) var end = 0
    /// The line on which it begins, from 1.
    private(set) var line = 1
    /// Why the last element is not JSON; nil where it is.
    private(set) var fault: String?
    /// The first place where the elements are not parted as they must be; nil where they are.
    private(set) var brokenPlace: InvalidRecord?
    /// What stands before the first element, up to the bracket.
    private(set) var start = 0

    /// Reads an array whose bytes outlive this.
    ///
    /// - Returns: nil where the text begins no array.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        patience = 8 * bytes.count + 1 << 20
        offset = skippingSpace(0)
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "[") else { return nil }
        offset += 1
        start = offset
    }

    /// Reads the next element; false where there is none.
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

    /// Whether a comma is behind the last element.
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

    /// Where an element ends that is not JSON.
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
        // The bracket at the end is the array's own.
        let last = trimmed(start, bytes.count)
        return last > start && bytes[last - 1] == UInt8(ascii: "]") ? trimmed(start, last - 1) : last
    }

    /// Where the brackets of an element close, before a comma or the end of the array; nil where they don't.
    private mutating func closingPlace(_ start: Int) -> Int? {
        var open: [UInt8] = []
        var isInString = false
        var index = start
        defer { patience -= index - start }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isInString {
                // No string goes on in the next line.
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

    /// An end without the white space before it, and without the comma that parts elements.
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

/// Whether a byte is white space between the tokens of JSON.
@inline(__always)
func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
