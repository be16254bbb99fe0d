/// The nesting depth of arrays and objects: `[[1]]` has two levels.
public enum JSONNesting {
    /// True if a JSON text has more than the given number of levels.
    ///
    /// The result is meaningless for a text that is not JSON.
    public static func isDeeper(than levels: Int, _ text: UnsafeRawBufferPointer) -> Bool {
        // Each level takes two bytes, so most texts are too short to be deeper.
        if text.count < 2 * levels + 2 { return false }
        var openings = 0
        for byte in text where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { openings &+= 1 }
        if openings <= levels { return false }
        var depth = 0
        var cursor = JSONTokenizer(text)
        while let byte = cursor.next {
            switch byte {
            case UInt8(ascii: "\""):
                _ = cursor.skipString()
                continue
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > levels { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            cursor.offset += 1
        }
        return false
    }
}

extension JSONValue {
    /// True if arrays and objects are nested in more than the given number of levels.
    public func isDeeper(than levels: Int) -> Bool {
        switch kind {
        case .array: levels == 0 || elements.contains { $0.isDeeper(than: levels - 1) }
        case .object: levels == 0 || members.contains { $0.value.isDeeper(than: levels - 1) }
        default: false
        }
    }
}
