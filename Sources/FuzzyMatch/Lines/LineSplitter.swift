import CVector

/// Finds the lines of a text, 64 bytes at a time.
struct LineSplitter {
    private let text: UnsafeBufferPointer<UInt8>
    private let delimiter: UInt8
    /// Where the next line begins.
    private var start = 0
    /// Where the bytes begin that are looked at, and which of them are ends of lines to come, and not ASCII.
    private var word = -64
    private var ends: UInt64 = 0
    private var wide: UInt64 = 0
    /// Whether the line has something that is not ASCII in the words before.
    private var isWide = false

    /// Makes a splitter of a text that ``LineScan/padding`` bytes can be read behind.
    init(_ text: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        self.text = text
        self.delimiter = delimiter
    }

    /// Replaces the lines of a batch by the next ones; false if there are none.
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
