import JSON

/// Walks the members of a row where its text lies, without checking what is known to be valid and compact.
struct MemberScan {
    /// A member's value where it lies.
    struct Value {
        enum Kind {
            case missing, null, bool, number, text, tree
        }

        var kind = Kind.missing
        /// Its bytes; of a text those between the quotes.
        var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        /// Whether a text has escapes in it.
        var hasEscapes = false
        /// Whether a text is ASCII alone.
        var isASCII = true
    }

    struct Key {
        let bytes: UnsafeBufferPointer<UInt8>
        let hasEscapes: Bool
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // What is no object has no members.
        offset = bytes.first == UInt8(ascii: "{") ? 1 : bytes.count
    }

    /// The next member; nil at the end.
    mutating func next() -> (key: Key, value: Value)? {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return nil }
        let key = takeText()
        // Over the colon.
        offset += 1
        let value = takeValue()
        // Over the comma, or the bracket at the end.
        offset += 1
        return (Key(bytes: key.bytes, hasEscapes: key.hasEscapes), value)
    }

    private mutating func takeValue() -> Value {
        switch bytes[offset] {
        case UInt8(ascii: "\""): return takeText()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return takeTree()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return takeWord(.bool)
        case UInt8(ascii: "n"): return takeWord(.null)
        default: return takeWord(.number)
        }
    }

    private mutating func takeText() -> Value {
        let start = offset + 1
        var end = start
        var seen: UInt8 = 0
        var hasEscapes = false
        while bytes[end] != UInt8(ascii: "\"") {
            seen |= bytes[end]
            if bytes[end] == UInt8(ascii: "\\") {
                hasEscapes = true
                end += 1
            }
            end += 1
        }
        offset = end + 1
        return Value(
            kind: .text, bytes: UnsafeBufferPointer(rebasing: bytes[start..<end]), hasEscapes: hasEscapes,
            isASCII: seen < 0x80)
    }

    private mutating func takeWord(_ kind: Value.Kind) -> Value {
        let start = offset
        while bytes[offset] != UInt8(ascii: ","), bytes[offset] != UInt8(ascii: "}") { offset += 1 }
        return Value(kind: kind, bytes: UnsafeBufferPointer(rebasing: bytes[start..<offset]))
    }

    private mutating func takeTree() -> Value {
        let start = offset
        var depth = 0
        repeat {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                _ = takeText()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            offset += 1
        } while depth > 0
        return Value(kind: .tree, bytes: UnsafeBufferPointer(rebasing: bytes[start..<offset]))
    }
}

extension MemberScan.Key {
    func equals(_ other: [UInt8]) -> Bool {
        hasEscapes ? unescaped(bytes) { $0.elementsEqual(other) } : bytes.elementsEqual(other)
    }
}

extension MemberScan.Value {
    /// Lends the bytes of a text as they are without escapes.
    func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        hasEscapes ? unescaped(bytes, body) : body(bytes)
    }
}

/// Lends what a string with escapes says; its quotes stand around the bytes.
private func unescaped<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    guard let start = bytes.baseAddress,
        let value = try? JSONValue(parsing: UnsafeRawBufferPointer(start: start - 1, count: bytes.count + 2)),
        let result = value.withStringBytes({ $0.withMemoryRebound(to: UInt8.self, body) })
    else { preconditionFailure("a string in a row is valid") }
    return result
}
