/// What makes one text of another where a single string, number or name has changed, as in most rows that are edited.
struct ScalarChange {
    /// The older text, and behind it the newer one.
    private let bytes: UnsafeRawBufferPointer
    private let border: Int
    /// How many bytes are the same at the beginning, and how many others at the end.
    private let start: Int
    private let end: Int

    /// Compares two texts, of which the newer one begins at the border; nothing is noted in them.
    init(_ bytes: UnsafeRawBufferPointer, from border: Int) {
        self.bytes = bytes
        self.border = border
        let limit = min(border, bytes.count - border)
        start = bytes.sharedLength(0, border, limit: limit)
        end = bytes.sharedLength(before: border, bytes.count, limit: limit - start)
    }

    /// Writes the operation that leads to the newer text, or none if both are the same; false, with nothing written, where
    /// something else has changed, or to say the whole is shorter.
    func write(at path: PatchPath, to json: inout JSONWriter) -> Bool {
        if start == border, bytes.count == 2 * border { return true }
        let length = path.count
        defer { path.cut(to: length) }
        var reader = OutlineReader(bytes, at: border)
        guard reader.byte == UInt8(ascii: "{"), let value = changedValue(in: &reader, path), isScalar(value)
        else { return false }
        // A key may be longer in a pointer than it is in the text.
        if path.count - length + value.range.count > bytes.count - border { return false }
        json.replace(path) { $0.rawValue(UnsafeRawBufferPointer(rebasing: bytes[value.range])) }
        return true
    }

    /// The value in which the texts differ first, within an object that a reader stands before; the path is led to it.
    ///
    /// It is no object itself. Nil where a key or a bracket differs, and where the reader has passed the object before that.
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

    /// Whether a value is no object and no array in both texts, and all behind it is the same.
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
