import FHJSON
import FeatureKit

/// The numbers of a file that neither 64 bits nor a double can hold, with their digits.
///
/// A row shows such a number as a string, since the protocol can't represent it. When the row is written again, as by
/// an undo, the string becomes the original number again.
struct LargeNumbers: Sendable, Equatable {
    /// The maximum number of different numbers; further ones stay strings.
    static let limit = 10_000

    private var spellings: Set<ExactText> = []

    var isEmpty: Bool { spellings.isEmpty }

    /// Adds a number that was read.
    mutating func add(_ spelling: String) {
        if spellings.count < Self.limit { spellings.insert(ExactText(spelling)) }
    }

    mutating func formUnion(_ others: LargeNumbers) {
        for spelling in others.spellings where spellings.count < Self.limit { spellings.insert(spelling) }
    }

    /// Returns the text of a row with its numbers in place of their strings.
    ///
    /// - Parameter value: A valid JSON text.
    func restored(in value: UnsafeRawBufferPointer) -> [UInt8] {
        if isEmpty { return Array(value) }
        var text: [UInt8] = []
        text.reserveCapacity(value.count)
        var place = 0
        while place < value.count {
            guard value[place] == UInt8(ascii: "\"") else {
                text.append(value[place])
                place += 1
                continue
            }
            let end = Self.endOfString(at: place, in: value)
            let content = UnsafeRawBufferPointer(rebasing: value[place + 1..<end - 1])
            text += isNumber(content) && !Self.isName(endingAt: end, in: value) ? content[...] : value[place..<end]
            place = end
        }
        return text
    }

    private func isNumber(_ content: UnsafeRawBufferPointer) -> Bool {
        guard let first = content.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
            return false
        }
        return spellings.contains(ExactText(String(decoding: content, as: UTF8.self)))
    }

    /// Returns the index after the closing quote.
    private static func endOfString(at start: Int, in text: UnsafeRawBufferPointer) -> Int {
        var place = start + 1
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, text.count)
    }

    private static func isName(endingAt end: Int, in text: UnsafeRawBufferPointer) -> Bool {
        text[end...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: ":")
    }
}
