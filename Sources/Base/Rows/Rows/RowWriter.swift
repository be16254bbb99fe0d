import FHJSON

/// A builder of rows, which writes the texts of several rows into one buffer.
///
/// ```swift
/// var writer = RowWriter()
/// writer.append(id: "1") { json in
///     json.beginObject()
///     json.field("title", "Buy milk")
///     json.endObject()
/// }
/// let rows = writer.finish()
/// ```
public struct RowWriter: ~Copyable {
    private var texts = JSONWriter(capacity: 4_096)
    private var ends: [UInt32] = []
    private var batch = RowBatch([])
    /// True if ``ends`` also contains the end of the version of each row.
    private var hasVersions = false

    /// Makes a writer without rows.
    public init() {}

    /// Appends a row; `body` writes its object.
    ///
    /// - Parameters:
    ///   - id: the id of the row, in UTF-8.
    ///   - version: the source's version of the row; empty if there is none.
    ///   - maximumSize: the maximum size of the object, in bytes.
    ///   - body: writes the object.
    /// - Returns: false if the object is longer than `maximumSize`. Then the row is not appended.
    @discardableResult
    public mutating func append(
        id: UnsafeRawBufferPointer, version: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        maximumSize: Int = .max, _ body: (inout JSONWriter) -> Void
    ) -> Bool {
        let start = texts.count
        texts.appendBytes(id)
        let middle = texts.count
        texts.resetComma()
        body(&texts)
        guard texts.count - middle <= maximumSize else {
            texts.truncate(to: start)
            return false
        }
        if !version.isEmpty, !hasVersions { makeRoomForVersions() }
        ends.append(UInt32(middle))
        ends.append(UInt32(texts.count))
        if hasVersions {
            texts.appendBytes(version)
            ends.append(UInt32(texts.count))
        }
        if ends.count == (hasVersions ? 3 : 2) * RowBlock.limit || texts.count >= RowBlock.fullSize { close() }
        return true
    }

    /// Appends a row; `body` writes its object.
    ///
    /// This is `append(id:version:maximumSize:_:)` with strings instead of buffers.
    @discardableResult
    public mutating func append(
        id: String, version: String? = nil, maximumSize: Int = .max, _ body: (inout JSONWriter) -> Void
    ) -> Bool {
        var id = id
        var version = version ?? ""
        return id.withUTF8 { id in
            version.withUTF8 { version in
                append(
                    id: UnsafeRawBufferPointer(id), version: UnsafeRawBufferPointer(version),
                    maximumSize: maximumSize, body)
            }
        }
    }

    /// Appends a copy of a row.
    package mutating func append(_ row: SourceRow) {
        row.block.withAllTexts(row.place) { id, value, version in
            _ = append(id: id, version: version) { $0.rawValue(value) }
        }
    }

    /// Adds the end of an empty version to ``ends`` for each row so far.
    private mutating func makeRoomForVersions() {
        hasVersions = true
        var all: [UInt32] = []
        all.reserveCapacity(ends.count / 2 * 3)
        for place in stride(from: 0, to: ends.count, by: 2) {
            all.append(ends[place])
            all.append(ends[place + 1])
            all.append(ends[place + 1])
        }
        ends = all
    }

    /// Returns the rows, in the order in which they were written.
    public consuming func finish() -> RowBatch {
        close()
        return batch
    }

    private mutating func close() {
        if ends.isEmpty { return }
        batch.append(texts.withUnsafeBytes { RowBlock($0, ends: ends, hasVersions: hasVersions) })
        hasVersions = false
        texts.removeAll()
        ends.removeAll(keepingCapacity: true)
    }
}
