import JSON

/// Finds members whose name their object has already.
///
/// A parser refuses the whole text for one of them; without them it reads the rest, so that its mistakes are named too.
struct RepeatedMembers {
    /// The text with blanks in the place of each repeated member; lines stay what they are.
    private(set) var text: [UInt8]
    /// Where each stands, in order: its place, and the offset of its name.
    private(set) var found: [(pointer: JSONPointer, offset: Int)] = []
    private var index = 0

    /// Nil for what is not JSON, whatever its names are.
    init?(in text: [UInt8]) {
        guard text.withUnsafeBytes(JSONScanner.isValid) else { return nil }
        self.text = text
        readValue(at: JSONPointer())
    }

    // The text is valid: each byte is what must stand there.

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
        // By bytes: texts that only look alike are two names.
        var names: Set<[UInt8]> = []
        index += 1
        skipSpace()
        while text[index] != UInt8(ascii: "}") {
            // A repeated member is never the first: the comma before it goes with it.
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

    /// Reads a string, and what its escapes mean.
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
