import FHJSON

/// An iterator over the members of an object or the elements of an array, in its JSON text.
///
/// The text must be valid and compact.
struct MemberScan {
    private var next: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    /// Starts at the first member; nil if the text is not an object or has no members.
    init?(_ row: UnsafeBufferPointer<UInt8>) {
        self.init(row, opening: UInt8(ascii: "{"))
    }

    /// Starts at the first element of an array; nil if the text is not an array or has no elements.
    init?(elementsOf array: UnsafeBufferPointer<UInt8>) {
        self.init(array, opening: UInt8(ascii: "["))
    }

    private init?(_ text: UnsafeBufferPointer<UInt8>, opening: UInt8) {
        guard let start = text.baseAddress, text.count > 2, start.pointee == opening else { return nil }
        next = start + 1
        end = start + text.count
    }

    /// Returns the next key and value; nil at the end.
    @inline(__always)
    mutating func takeMember() -> (key: ScannedValue, value: ScannedValue)? {
        guard next < end else { return nil }
        let key = takeText()
        // Skip the colon.
        next += 1
        let value = takeValue()
        // Skip the comma, or the closing bracket.
        next += 1
        return (key, value)
    }

    /// Returns the next element of an array; nil at the end.
    mutating func takeElement() -> ScannedValue? {
        guard next < end else { return nil }
        let value = takeValue()
        // Skip the comma, or the closing bracket.
        next += 1
        return value
    }

    @inline(__always)
    private mutating func takeValue() -> ScannedValue {
        switch next.pointee {
        case UInt8(ascii: "\""): takeText()
        case UInt8(ascii: "{"), UInt8(ascii: "["): takeTree()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): takeWord(.bool)
        case UInt8(ascii: "n"): takeWord(.null)
        default: takeWord(.number)
        }
    }

    @inline(__always)
    private mutating func takeText() -> ScannedValue {
        let start = next + 1
        next = start
        var seen: UInt8 = 0
        var hasEscapes = false
        while true {
            let byte = next.pointee
            if byte == UInt8(ascii: "\"") { break }
            seen |= byte
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                next += 1
            }
            next += 1
        }
        let bytes = UnsafeBufferPointer(start: start, count: next - start)
        next += 1
        return ScannedValue(kind: .text, hasEscapes: hasEscapes, isASCII: seen < 0x80, bytes: bytes)
    }

    @inline(__always)
    private mutating func takeWord(_ kind: ScannedValue.Kind) -> ScannedValue {
        let start = next
        while next.pointee != UInt8(ascii: ","), next.pointee | 0x20 != UInt8(ascii: "}") { next += 1 }
        return ScannedValue(kind: kind, bytes: UnsafeBufferPointer(start: start, count: next - start))
    }

    @inline(never)
    private mutating func takeTree() -> ScannedValue {
        let start = next
        var depth = 0
        repeat {
            switch next.pointee {
            case UInt8(ascii: "\""):
                _ = takeText()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            next += 1
        } while depth > 0
        return ScannedValue(kind: .tree, bytes: UnsafeBufferPointer(start: start, count: next - start))
    }
}

extension ScannedValue {
    /// Returns the value at a path of keys and indices, or ``ScannedValue/missing`` if there is no value.
    func value(at path: [[UInt8]]) -> ScannedValue {
        path.reduce(self) { value, token in token.withUnsafeBufferPointer { value.part($0) } }
    }

    private func part(_ token: UnsafeBufferPointer<UInt8>) -> ScannedValue {
        guard kind == .tree else { return ScannedValue() }
        if var scan = MemberScan(bytes) {
            while let (key, value) = scan.takeMember() {
                if key.says(token) { return value }
            }
        } else if var scan = MemberScan(elementsOf: bytes), let index = Self.index(token) {
            var place = 0
            while let value = scan.takeElement() {
                if place == index { return value }
                place += 1
            }
        }
        return ScannedValue()
    }

    /// Parses a JSON Pointer token as an array index: digits without a leading zero.
    private static func index(_ token: UnsafeBufferPointer<UInt8>) -> Int? {
        guard token.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }), token.count == 1 || token.first != UInt8(ascii: "0")
        else { return nil }
        return Int(String(decoding: token, as: UTF8.self))
    }

    /// Passes the bytes of a string, with all escapes decoded, to `body`.
    @inline(__always)
    package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        hasEscapes ? withUnescaped(body) : body(bytes)
    }

    /// True if the bytes of a string or literal equal `other`, after escapes are decoded.
    @inline(__always)
    func says(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        withText { $0.count == other.count && areEqual($0, other) }
    }

    @inline(never)
    private func withUnescaped<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard let start = bytes.baseAddress,
            // Include the quotes.
            let value = try? JSONValue(parsing: UnsafeRawBufferPointer(start: start - 1, count: bytes.count + 2)),
            let result = value.withStringBytes({ $0.withMemoryRebound(to: UInt8.self, body) })
        else { preconditionFailure("a string in a row is valid") }
        return result
    }
}

/// True if two texts of the same length are equal.
@inline(__always)
private func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let a = a.baseAddress, let b = b.baseAddress.map({ ($0, b.count) }) else { return true }
    for index in 0..<b.1 where a[index] != b.0[index] { return false }
    return true
}
