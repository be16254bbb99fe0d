/// Where a part stands that is noted in a text.
struct NotePlace {
    /// A JSON Pointer to it as it stands in a JSON string; of members, to their object.
    let path: [UInt8]
    /// Whether it is members of an object, and not a value.
    let isMembers: Bool

    /// The places of all that is noted in a text, in its order.
    ///
    /// - Parameter path: that of the whole text, which it is again behind the call.
    static func all(in bytes: UnsafeRawBufferPointer, _ path: PatchPath) -> [NotePlace] {
        var reader = OutlineReader(bytes)
        _ = reader.next()
        var places: [NotePlace] = []
        find(&reader, path, &places)
        return places
    }

    private static func find(_ reader: inout OutlineReader, _ path: PatchPath, _ places: inout [NotePlace]) {
        switch reader.byte {
        case JSONOutline.mark, JSONOutline.membersMark:
            let isMembers = reader.byte == JSONOutline.membersMark
            places.append(NotePlace(path: path.bytes, isMembers: isMembers))
            reader.skipValue()
        case UInt8(ascii: "{"):
            reader.enter()
            while reader.step() {
                let key = reader.takeKey()
                let length = path.count
                if !key.isEmpty { path.append(UnsafeRawBufferPointer(rebasing: reader.bytes[key])) }
                find(&reader, path, &places)
                path.cut(to: length)
            }
        case UInt8(ascii: "["):
            var place = 0
            reader.enter()
            while reader.step() {
                path.visit(place) { find(&reader, path, &places) }
                place += 1
            }
        default: reader.skipValue()
        }
    }
}
