/// Single patch operations for the value at the current path.
extension Difference {
    mutating func replace(by part: Part, to json: inout JSONWriter) { json.replace(path) { write(part, to: &$0) } }

    mutating func add(_ part: Part, to json: inout JSONWriter) { json.add(path) { write(part, to: &$0) } }

    mutating func remove(to json: inout JSONWriter) { json.remove(path) }

    /// Writes a value together with its deferred parts.
    private func write(_ part: Part, to json: inout JSONWriter) {
        json.beginValue()
        var start = part.range.lowerBound
        var number = part.deferredBefore
        if part.deferredCount > 0 {
            for place in part.range where JSONOutline.isMark(bytes[place]) {
                json.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<place]))
                json.needsComma = false
                deferredPart(number).write(to: &json)
                start = place + 1
                number += 1
            }
        }
        json.appendBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<part.range.upperBound]))
        json.needsComma = true
    }
}
