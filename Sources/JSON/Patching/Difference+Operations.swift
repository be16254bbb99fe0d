/// Single operations, for the value at the path.
extension Difference {
    func replace(by part: Part, to json: inout JSONWriter) {
        begin("replace", to: &json)
        json.key("value")
        write(part, to: &json)
        json.endObject()
    }

    func add(_ part: Part, to json: inout JSONWriter) {
        begin("add", to: &json)
        json.key("value")
        write(part, to: &json)
        json.endObject()
    }

    /// Adds an element of a list.
    func add(_ place: Int, of list: any SharedList, to json: inout JSONWriter) {
        begin("add", to: &json)
        json.key("value")
        list.write(place, to: &json)
        json.endObject()
    }

    func remove(to json: inout JSONWriter) {
        begin("remove", to: &json)
        json.endObject()
    }

    private func begin(_ name: StaticString, to json: inout JSONWriter) {
        json.beginObject()
        json.key("op")
        json.beginValue()
        json.appendByte(UInt8(ascii: "\""))
        json.appendBytes(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        json.appendByte(UInt8(ascii: "\""))
        json.key("path")
        json.beginValue()
        json.appendByte(UInt8(ascii: "\""))
        path.withUnsafeBytes { json.appendBytes($0) }
        json.appendByte(UInt8(ascii: "\""))
    }

    private func write(_ part: Part, to json: inout JSONWriter) {
        json.beginValue()
        var start = part.range.lowerBound
        var number = part.listsBefore
        if part.listCount > 0 {
            for place in part.range where bytes[place] == JSONOutline.mark {
                json.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<place]))
                json.needsComma = false
                lists[number].write(to: &json)
                start = place + 1
                number += 1
            }
        }
        json.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<part.range.upperBound]))
        json.needsComma = true
    }
}
