/// The bytes of many lines in chunks, so that adding a line never copies the lines before it.
struct LineChunks {
    private static let chunkLength = 1 << 20

    private var chunks: [[UInt8]] = []
    /// The index of the first line of each chunk.
    private var firsts: [Int] = []
    /// The end of each line in its chunk.
    private var ends: [Int] = []

    /// The number of lines.
    var count: Int { ends.count }

    /// Adds a line.
    mutating func append(_ line: [UInt8]) {
        if chunks.isEmpty || chunks[chunks.count - 1].count + line.count > Self.chunkLength {
            var chunk: [UInt8] = []
            chunk.reserveCapacity(max(Self.chunkLength, line.count))
            chunks.append(chunk)
            firsts.append(ends.count)
        }
        chunks[chunks.count - 1] += line
        ends.append(chunks[chunks.count - 1].count)
    }

    /// Returns the bytes of a line.
    subscript(row: Int) -> ArraySlice<UInt8> {
        // The last chunk whose first line is not behind the line.
        var (low, high) = (0, firsts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if firsts[middle] <= row { low = middle } else { high = middle }
        }
        return chunks[low][(row > firsts[low] ? ends[row - 1] : 0)..<ends[row]]
    }
}
