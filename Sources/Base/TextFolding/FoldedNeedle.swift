/// A search text for a search that ignores case and accents.
///
/// ```swift
/// var folder = TextFolder()
/// let text = folder.folded("Crème brûlée")
/// let isFound = text.withUnsafeBufferPointer { FoldedNeedle("BRULEE").isIn(folded: $0) }  // true
/// ```
public struct FoldedNeedle: Sendable, Hashable {
    /// The folded text.
    public let bytes: [UInt8]
    private let isASCII: Bool

    /// Folds a text.
    ///
    /// A text that consists only of accents becomes empty, and is found in every text.
    public init(_ text: String) {
        var folder = TextFolder()
        bytes = folder.folded(text)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// True if a folded text contains this text.
    public func isIn(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
        find(in: text) { $0 }
    }

    /// True if an ASCII text contains this text.
    ///
    /// The ASCII text need not be folded.
    public func isIn(ascii text: UnsafeBufferPointer<UInt8>) -> Bool {
        isASCII && find(in: text, TextFolder.lowercased)
    }

    @inline(__always)
    private func find(in text: UnsafeBufferPointer<UInt8>, _ fold: (UInt8) -> UInt8) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard let first = bytes.first else { return true }
            var start = 0
            while start + bytes.count <= text.count {
                if fold(text[start]) == first {
                    var length = 1
                    while length < bytes.count, fold(text[start + length]) == bytes[length] { length += 1 }
                    // In a folded text, a mark makes another letter of the letter before it.
                    if length == bytes.count,
                        start + length == text.count || text[start + length] != TextFolder.markByte
                    {
                        return true
                    }
                }
                start += 1
            }
            return false
        }
    }
}
