import FHJSON

/// Finds members whose name occurs earlier in the same object.
///
/// The parser rejects a text with repeated names. Without the repeated members, the other members can be parsed and
/// validated.
package struct RepeatedMembers {
    /// The text with each repeated member replaced by blanks.
    ///
    /// Line breaks are kept.
    package private(set) var text: [UInt8]
    /// The repeated members in the order of the text.
    ///
    /// Each has a pointer, and the byte offset of its name.
    package private(set) var found: [(pointer: JSONPointer, offset: Int)] = []

    /// Scans a text; returns nil if the text has JSON errors other than repeated names.
    package init?(in text: [UInt8]) {
        self.text = text
        let isValid = text.withUnsafeBytes { bytes in
            var reader = JSONMemberReader(bytes)
            do {
                try readValue(&reader, at: JSONPointer())
                try reader.finish()
                return true
            } catch {
                return false
            }
        }
        if !isValid { return nil }
    }

    private mutating func readValue(
        _ reader: inout JSONMemberReader, at pointer: JSONPointer
    ) throws(JSONParseError) {
        if reader.enterObject() {
            try readMembers(&reader, of: pointer)
        } else if reader.enterArray() {
            var count = 0
            while try reader.nextElement() {
                try readValue(&reader, at: pointer.appending(count))
                count += 1
            }
        } else {
            _ = try reader.skipValue()
        }
    }

    private mutating func readMembers(
        _ reader: inout JSONMemberReader, of pointer: JSONPointer
    ) throws(JSONParseError) {
        // Names are compared as bytes, since canonically equivalent names are different members.
        var names: Set<ExactText> = []
        // A repeated member is never the first member, so the comma before it is removed too.
        var start = reader.offset
        while let key = try reader.nextKey() {
            let name = reader.text(of: key)
            try readValue(&reader, at: pointer.appending(name))
            if !names.insert(name) {
                found.append((pointer.appending(name), key.range.lowerBound - 1))
                for place in start..<reader.offset where text[place] != UInt8(ascii: "\n") {
                    text[place] = UInt8(ascii: " ")
                }
            }
            start = reader.offset
        }
    }
}
