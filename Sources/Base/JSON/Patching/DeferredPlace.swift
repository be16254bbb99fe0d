/// The place of a deferred part in a text.
struct DeferredPlace {
    /// A JSON Pointer to the value, encoded for a JSON string.
    ///
    /// For deferred members, it is the pointer to their object.
    let path: [UInt8]
    /// True for deferred members of an object, false for a deferred value.
    let isMembers: Bool

    /// Returns the places of all deferred parts in a text, in order.
    ///
    /// - Parameter path: The path of the whole text. It is restored before the call returns.
    static func all(in bytes: UnsafeRawBufferPointer, _ path: PatchPath) -> [DeferredPlace] {
        var reader = OutlineReader(bytes)
        _ = reader.next()
        var places: [DeferredPlace] = []
        find(&reader, path, &places)
        return places
    }

    /// Appends the places within the value at a reader.
    ///
    /// Values without deferred parts are skipped, so the recursion is only as deep as the features of a snapshot are
    /// nested.
    private static func find(_ reader: inout OutlineReader, _ path: PatchPath, _ places: inout [DeferredPlace]) {
        var inside = reader
        if reader.takeValue().deferredCount == 0 { return }
        let isObject = inside.byte == UInt8(ascii: "{")
        guard isObject || inside.byte == UInt8(ascii: "[") else {
            let isMembers = inside.byte == JSONOutline.membersMark
            return places.append(DeferredPlace(path: path.bytes, isMembers: isMembers))
        }
        inside.enter()
        var place = 0
        while inside.step() {
            let length = path.count
            if isObject {
                let key = inside.takeKey()
                if !key.isEmpty { path.append(UnsafeRawBufferPointer(rebasing: inside.bytes[key])) }
            } else {
                path.append(place)
            }
            find(&inside, path, &places)
            path.cut(to: length)
            place += 1
        }
    }
}
