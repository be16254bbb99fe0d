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

    /// Goes only into what has notes in it, which is as deep as features are in each other.
    private static func find(_ reader: inout OutlineReader, _ path: PatchPath, _ places: inout [NotePlace]) {
        var inside = reader
        if reader.takeValue().noteCount == 0 { return }
        let isObject = inside.byte == UInt8(ascii: "{")
        guard isObject || inside.byte == UInt8(ascii: "[") else {
            let isMembers = inside.byte == JSONOutline.membersMark
            return places.append(NotePlace(path: path.bytes, isMembers: isMembers))
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
