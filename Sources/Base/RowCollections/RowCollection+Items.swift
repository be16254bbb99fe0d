import FHJSON
import FHRows

extension RowCollection {
    /// Writes rows as snapshot items, without pending edits and errors.
    ///
    /// An array must have been begun in `json`. The items become its elements.
    public func writeItems(in places: Range<Int>, to json: inout JSONWriter) {
        order.forEachPiece(in: places) { slots in
            store.forEachText(slots) { id, value, version in
                json.plainItem(id: id, value: value, version: version)
            }
        }
    }
}

extension JSONWriter {
    /// Writes the members `id`, `value` and `version` of an item.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - isConfirmed: true if the source has confirmed the value of the row. Otherwise no version is written.
    @inline(__always)
    public mutating func item(_ row: SourceRow, isConfirmed: Bool = true) {
        row.block.withAllTexts(row.place) { item(id: $0, value: $1, version: $2, isConfirmed: isConfirmed) }
    }

    @inline(__always)
    private mutating func item(
        id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, version: UnsafeRawBufferPointer, isConfirmed: Bool
    ) {
        key("id")
        string(utf8: id)
        key("value")
        if value.isEmpty {
            beginObject()
            endObject()
            return
        }
        rawValue(value)
        if !isConfirmed { return }
        key("version")
        if version.isEmpty {
            self.value(RowDigest(value).text)
        } else {
            string(utf8: version)
        }
    }

    /// Writes an item without a pending edit and without an error.
    ///
    /// For speed, the bytes of most items are written at once. The exceptions are dropped rows, rows with a version
    /// from the source, and ids that need escapes.
    @inline(__always)
    fileprivate mutating func plainItem(
        id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, version: UnsafeRawBufferPointer
    ) {
        guard !value.isEmpty, version.isEmpty, JSONWriter.needsNoEscapes(utf8: id) else {
            return otherItem(id: id, value: value, version: version)
        }
        rawValue(ofAtMost: id.count + value.count + 64 + RowDigest.length) { out in
            let start = out
            var out = out
            out.put(#"{"id":""#)
            out.put(id)
            out.put(#"","value":"#)
            out.put(value)
            out.put(#","version":""#)
            RowDigest(value).write(to: out)
            out += RowDigest.length
            out.put(#"","pending":null}"#)
            return out - start
        }
    }

    @inline(never)
    private mutating func otherItem(
        id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer, version: UnsafeRawBufferPointer
    ) {
        beginObject()
        item(id: id, value: value, version: version, isConfirmed: true)
        raw(#""pending":null"#)
        if value.isEmpty { raw(#""dropped":true"#) }
        endObject()
    }
}

extension UnsafeMutableRawPointer {
    @inline(__always)
    fileprivate mutating func put(_ literal: StaticString) {
        copyMemory(from: literal.utf8Start, byteCount: literal.utf8CodeUnitCount)
        self += literal.utf8CodeUnitCount
    }

    @inline(__always)
    fileprivate mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        copyMemory(from: source, byteCount: bytes.count)
        self += bytes.count
    }
}
