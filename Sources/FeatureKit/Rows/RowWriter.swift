import JSON

/// Writes rows straight into blocks, as they are read.
public struct RowWriter: ~Copyable {
    private var texts = JSONWriter(capacity: 4_096)
    private var ends: [UInt32] = []
    private var batch = RowBatch([])

    /// Nothing is written yet.
    public init() {}

    /// Adds a row whose object `body` writes.
    public mutating func append(id: UnsafeRawBufferPointer, _ body: (inout JSONWriter) -> Void) {
        texts.appendBytes(id)
        ends.append(UInt32(texts.count))
        texts.resetComma()
        body(&texts)
        ends.append(UInt32(texts.count))
        if ends.count == 2 * RowBlock.limit || texts.count >= RowBlock.fullSize { close() }
    }

    /// Adds a row whose object `body` writes.
    public mutating func append(id: String, _ body: (inout JSONWriter) -> Void) {
        var id = id
        id.withUTF8 { append(id: UnsafeRawBufferPointer($0), body) }
    }

    /// Adds a copy of a row.
    mutating func append(_ row: SourceRow) {
        row.withTexts { id, value in append(id: id) { $0.rawValue(value) } }
    }

    /// The rows, in the order in which they were written.
    public consuming func finish() -> RowBatch {
        close()
        return batch
    }

    private mutating func close() {
        if ends.isEmpty { return }
        batch.append(texts.withUnsafeBytes { RowBlock($0, ends: ends) })
        texts.removeAll()
        ends.removeAll(keepingCapacity: true)
    }
}
