import FHJSON
import FeatureKit

/// The digits of a file's integers outside 64 bits, and of its other numbers outside the range of a double.
///
/// A row contains such a number as a string, since the protocol can't represent the number. When the row is written
/// again, as by an undo, the string becomes the original number again.
struct LargeNumbers: Sendable, Equatable {
    /// The maximum number of different numbers; further numbers stay strings when a row is written.
    static let limit = 10_000

    private var spellings: Set<ExactText> = []

    var isEmpty: Bool { spellings.isEmpty }

    mutating func add(_ spelling: String) {
        if spellings.count < Self.limit { spellings.insert(ExactText(spelling)) }
    }

    mutating func formUnion(_ others: LargeNumbers) {
        for spelling in others.spellings where spellings.count < Self.limit { spellings.insert(spelling) }
    }

    /// Returns the text of a row with the original numbers in place of the strings that stand for them.
    ///
    /// - Parameter value: The row as valid JSON.
    func restored(in value: UnsafeRawBufferPointer) -> [UInt8] {
        if isEmpty { return Array(value) }
        var text: [UInt8] = []
        text.reserveCapacity(value.count)
        var cursor = JSONTokenizer(value)
        while let byte = cursor.next {
            let start = cursor.offset
            guard byte == UInt8(ascii: "\""), let string = try? cursor.takeString() else {
                text.append(byte)
                cursor.offset = start + 1
                continue
            }
            let end = cursor.offset
            let content = UnsafeRawBufferPointer(rebasing: value[string.content])
            var after = cursor
            after.skipWhitespace()
            let isName = after.next == UInt8(ascii: ":")
            text += isNumber(content) && !isName ? content[...] : value[start..<end]
        }
        return text
    }

    private func isNumber(_ content: UnsafeRawBufferPointer) -> Bool {
        guard let first = content.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
            return false
        }
        return spellings.contains(ExactText(String(decoding: content, as: UTF8.self)))
    }
}
