/// A fast comparison of two objects that differ only in one string, number or literal.
///
/// Most edits of rows change only one such value.
struct ScalarChange {
    /// The older text, followed by the newer one.
    private let bytes: UnsafeRawBufferPointer
    private let border: Int
    /// The number of equal bytes at the beginning of both texts.
    ///
    /// Among the remaining bytes, `end` is the number of equal bytes at the end.
    private let start: Int
    private let end: Int

    /// Compares two texts without deferred parts.
    ///
    /// The newer text begins at the border.
    init(_ bytes: UnsafeRawBufferPointer, from border: Int) {
        self.bytes = bytes
        self.border = border
        let limit = min(border, bytes.count - border)
        start = bytes.sharedLength(0, border, limit: limit)
        end = bytes.sharedLength(before: border, bytes.count, limit: limit - start)
    }

    /// Writes the `replace` operation that gives the newer text, or nothing if the texts are equal.
    ///
    /// - Returns: True if the operation was written or the texts are equal. False if the texts are not objects, if they
    ///   differ within an array or in more than one value, or if the whole newer text is shorter than the operation.
    func write(at path: PatchPath, to json: inout JSONWriter) -> Bool {
        if start == border, bytes.count == 2 * border { return true }
        let length = path.count
        defer { path.cut(to: length) }
        var reader = OutlineReader(bytes, at: border)
        guard reader.byte == UInt8(ascii: "{"), let value = changedValue(in: &reader, path), isScalar(value)
        else { return false }
        // Escapes can make a key longer in the path than in the text. So the operation can be longer than the text.
        if path.count - length + value.range.count > bytes.count - border { return false }
        json.replace(path) { $0.rawValue(UnsafeRawBufferPointer(rebasing: bytes[value.range])) }
        return true
    }

    /// Finds the first value that differs within the object at a reader, and moves the path to that value.
    ///
    /// Nested objects are entered, so the value is not an object. Returns nil and keeps the path if a key or a bracket
    /// differs.
    private func changedValue(in reader: inout OutlineReader, _ path: PatchPath) -> OutlineReader.Part? {
        let place = border + start
        reader.enter()
        while reader.offset <= place, reader.step() {
            let key = UnsafeRawBufferPointer(rebasing: bytes[reader.takeKey()])
            if reader.byte == UInt8(ascii: "{") {
                let length = path.count
                path.append(key)
                if let value = changedValue(in: &reader, path) { return value }
                path.cut(to: length)
                continue
            }
            let value = reader.takeValue()
            if value.range.upperBound < place { continue }
            guard value.range.lowerBound <= place else { return nil }
            path.append(key)
            return value
        }
        return nil
    }

    /// True if a value is a string, a number or a literal in both texts, and all bytes after it are equal.
    private func isScalar(_ value: OutlineReader.Part) -> Bool {
        let rest = bytes.count - value.range.upperBound
        let (from, to) = (value.range.lowerBound - border, border - rest)
        guard rest <= end, from < to, isScalar(at: value.range.lowerBound), isScalar(at: from) else { return false }
        var reader = OutlineReader(bytes, at: from)
        return reader.takeValue().range == from..<to
    }

    private func isScalar(at place: Int) -> Bool {
        bytes[place] != UInt8(ascii: "{") && bytes[place] != UInt8(ascii: "[")
    }
}
