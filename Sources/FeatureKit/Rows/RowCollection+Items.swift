import JSON

extension RowCollection {
    /// Writes the items of rows of which nothing else is to be said, as elements of an array that was begun.
    public func writeItems(in places: Range<Int>, to json: inout JSONWriter) {
        order.forEachPiece(in: places) { slots in
            store.forEachText(slots) { id, value in json.plainItem(id: id, value: value) }
        }
    }
}

extension JSONWriter {
    /// Writes the members `id` and `value` of an item that shows a row.
    @inline(__always)
    public mutating func item(id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        key("id")
        string(utf8: id)
        key("value")
        if value.isEmpty {
            beginObject()
            endObject()
        } else {
            rawValue(value)
        }
    }

    /// Writes an item of which there is nothing else to say: there are many, so it is put together in one go.
    @inline(__always)
    fileprivate mutating func plainItem(id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard !value.isEmpty, JSONWriter.needsNoEscapes(utf8: id) else { return otherItem(id: id, value: value) }
        rawValue(ofAtMost: id.count + value.count + 48) { out in
            let start = out
            var out = out
            out.put(#"{"id":""#)
            out.put(id)
            out.put(#"","value":"#)
            out.put(value)
            out.put(#","pending":null}"#)
            return out - start
        }
    }

    @inline(never)
    private mutating func otherItem(id: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        beginObject()
        item(id: id, value: value)
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
