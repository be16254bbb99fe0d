import FHHosting
import FHJSON

/// Finds members whose name occurs earlier in the same object.
///
/// The parser rejects a text with repeated names. Without the repeated members, the other members can be parsed and
/// validated.
struct RepeatedMembers {
    /// The text with each repeated member replaced by blanks.
    ///
    /// Line breaks are kept.
    private(set) var text: [UInt8]
    /// The repeated members in the order of the text.
    ///
    /// Each has a pointer, and the byte offset of its name.
    private(set) var found: [(pointer: JSONPointer, offset: Int)] = []
    private var index = 0

    /// Scans a text; nil if it is not valid JSON for another reason than repeated names.
    init?(in text: [UInt8]) {
        guard text.withUnsafeBytes(JSONScanner.isValid) else { return nil }
        self.text = text
        readValue(at: JSONPointer())
    }

    // The text is valid JSON, so each byte can be skipped without a check.

    private mutating func readValue(at pointer: JSONPointer) {
        skipSpace()
        switch text[index] {
        case UInt8(ascii: "{"): readMembers(of: pointer)
        case UInt8(ascii: "["): readElements(of: pointer)
        case UInt8(ascii: "\""): _ = readString()
        default: while index < text.count, !Self.ends.contains(text[index]) { index += 1 }
        }
        skipSpace()
    }

    private mutating func readMembers(of pointer: JSONPointer) {
        // Names are compared as bytes, since canonically equivalent names are different members.
        var names: Set<[UInt8]> = []
        index += 1
        skipSpace()
        while text[index] != UInt8(ascii: "}") {
            // A repeated member is never the first member, so the comma before it is removed too.
            let start = index
            if text[index] == UInt8(ascii: ",") { index += 1 }
            skipSpace()
            let offset = index
            let name = readString()
            skipSpace()
            index += 1
            readValue(at: pointer.appending(name))
            guard !names.insert(Array(name.utf8)).inserted else { continue }
            found.append((pointer.appending(name), offset))
            for place in start..<index where text[place] != UInt8(ascii: "\n") { text[place] = UInt8(ascii: " ") }
        }
        index += 1
    }

    private mutating func readElements(of pointer: JSONPointer) {
        var count = 0
        index += 1
        skipSpace()
        while text[index] != UInt8(ascii: "]") {
            if text[index] == UInt8(ascii: ",") { index += 1 }
            readValue(at: pointer.appending(count))
            count += 1
        }
        index += 1
    }

    /// Reads a string and decodes its escapes.
    private mutating func readString() -> String {
        let start = index
        index += 1
        while text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
        index += 1
        let string = try? JSONValue(parsing: Array(text[start..<index])).stringValue
        return string ?? String(decoding: text[start..<index], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while index < text.count, Self.space.contains(text[index]) { index += 1 }
    }

    private static let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    private static let ends: [UInt8] = space + [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")]
}
