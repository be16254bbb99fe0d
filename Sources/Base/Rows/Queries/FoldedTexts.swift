import FHTextFolding

/// Searches and orders strings regardless of case and accents, and reuses its buffers.
struct FoldedTexts {
    private var folder = TextFolder()
    private var folded: [UInt8] = []
    private var order: [UInt8] = []

    /// True if a word occurs in a string, or in the digits of a number.
    mutating func isWord(_ word: FoldedNeedle, in value: ScannedValue) -> Bool {
        switch value.kind {
        case .text: contains(word, in: value)
        case .number: word.isIn(ascii: value.bytes)
        default: false
        }
    }

    /// True if `text` contains `needle`, regardless of case and accents.
    mutating func contains(_ needle: FoldedNeedle, in text: ScannedValue) -> Bool {
        if text.isASCII, !text.hasEscapes { return needle.isIn(ascii: text.bytes) }
        fold(text)
        return folded.withUnsafeBufferPointer { needle.isIn(folded: $0) }
    }

    /// Passes the key that sorts a string in natural order, without case and accents, to `body`.
    mutating func withOrder<Result>(
        _ text: ScannedValue, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        fold(text)
        return folded.withUnsafeBufferPointer { folded in
            guard NaturalOrder.matters(for: folded) else { return body(folded) }
            let missing = NaturalOrder.capacity(folded.count) - order.count
            if missing > 0 { order.append(contentsOf: repeatElement(0, count: missing)) }
            return order.withUnsafeMutableBufferPointer { order in
                guard let start = order.baseAddress else { return body(folded) }
                let count = NaturalOrder.write(folded, to: start)
                return body(UnsafeBufferPointer(start: start, count: count))
            }
        }
    }

    private mutating func fold(_ text: ScannedValue) {
        folded.removeAll(keepingCapacity: true)
        text.withText { folder.fold($0, into: &folded) }
    }
}
