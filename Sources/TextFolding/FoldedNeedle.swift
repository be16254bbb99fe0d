/// A text that is looked for in others, whatever the case and the accents of both.
public struct FoldedNeedle: Sendable, Hashable {
    /// What it is folded to.
    public let bytes: [UInt8]
    private let isASCII: Bool

    /// Folds a text; one that is nothing but accents is found everywhere, as the empty one is.
    public init(_ text: String) {
        var folder = TextFolder()
        bytes = folder.folded(text)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether the text is in another one that has been folded.
    public func isIn(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
        find(in: text) { $0 }
    }

    /// Whether the text is in another one of ASCII alone, which need not be folded.
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
                    // A letter with a mark behind it is another letter.
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
