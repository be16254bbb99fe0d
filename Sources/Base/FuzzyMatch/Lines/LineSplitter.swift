import CFHVector

/// Splits a text into lines, 64 bytes at a time.
struct LineSplitter {
    private let text: UnsafeBufferPointer<UInt8>
    private let delimiter: UInt8
    /// The start of the next line.
    private var start = 0
    /// The position of the current 64 bytes.
    ///
    /// Among these 64 bytes, the bit set `ends` marks the line ends that are not processed yet, and the bit set `wide`
    /// marks the non-ASCII bytes that are not processed yet.
    private var word = -64
    private var ends: UInt64 = 0
    private var wide: UInt64 = 0
    /// True if the current line has a non-ASCII byte before the current 64 bytes.
    private var isWide = false

    /// Creates a splitter for a text that is followed by ``LineScan/padding`` readable bytes.
    init(_ text: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        self.text = text
        self.delimiter = delimiter
    }

    /// Replaces the lines in a batch with the next lines of the text.
    ///
    /// Returns false if there are no more lines.
    mutating func fill(_ batch: inout LineBatch) -> Bool {
        batch.removeAll()
        if start >= text.count { return false }
        while !batch.isFull {
            while ends == 0 {
                isWide = isWide || wide != 0
                word += 64
                guard word < text.count else {
                    if start < text.count { batch.append(start..<text.count, isWide: isWide, in: text) }
                    start = text.count
                    return true
                }
                look()
            }
            let bit = ends & (0 &- ends)
            let end = word + ends.trailingZeroBitCount
            batch.append(start..<end, isWide: isWide || wide & (bit &- 1) != 0, in: text)
            isWide = false
            wide &= ~(bit &- 1)
            ends &= ends &- 1
            start = end + 1
        }
        return true
    }

    private mutating func look() {
        guard let base = text.baseAddress else { return }
        ends = vector_places(base + word, delimiter, 0)
        wide = vector_wide_places(base + word)
        let left = text.count - word
        if left < 64 {
            ends &= (1 << UInt64(left)) &- 1
            wide &= (1 << UInt64(left)) &- 1
        }
    }
}
