import FHJSON

/// A fast decoder for messages in the most common form.
///
/// It builds a tree only for the params.
///
/// It accepts short frames of plain ASCII strings without escapes, with known members that occur once, and plain
/// params. All other frames are decoded by the parser.
struct PlainEnvelope {
    /// The maximum length of a frame.
    ///
    /// It ensures that a rejected frame takes little time.
    private static let maximumBytes = 2_048

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var isVersionGiven = false
    private var id: RequestID?
    private var method: String?
    private var params: JSONValue?

    /// Decodes a message; nil if the parser has to decide.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> Incoming? {
        guard bytes.count <= maximumBytes else { return nil }
        var envelope = PlainEnvelope(bytes: bytes)
        guard envelope.readMembers(), envelope.isVersionGiven, let method = envelope.method else { return nil }
        if let id = envelope.id { return .request(id: id, method: method, params: envelope.params) }
        return .notification(method: method, params: envelope.params)
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private mutating func readMembers() -> Bool {
        guard take("{") else { return false }
        repeat {
            guard let key = takeString(), take(":"), readMember(key) else { return false }
        } while take(",")
        guard take("}") else { return false }
        skipWhitespace()
        return offset == bytes.count
    }

    private mutating func readMember(_ key: Range<Int>) -> Bool {
        if equals(key, "jsonrpc") {
            guard !isVersionGiven, let version = takeString() else { return false }
            isVersionGiven = equals(version, "2.0")
            return isVersionGiven
        }
        if equals(key, "method") {
            guard method == nil, let name = takeString() else { return false }
            method = String(decoding: bytes[name], as: UTF8.self)
            return true
        }
        if equals(key, "id") {
            guard id == nil else { return false }
            if let string = takeString() {
                id = .string(ExactText(String(decoding: bytes[string], as: UTF8.self)))
                return true
            }
            id = takeInteger().map { .integer($0) }
            return id != nil
        }
        if equals(key, "params") {
            guard params == nil else { return false }
            skipWhitespace()
            guard let (value, end) = JSONValue.plainObject(at: offset, in: bytes) else { return false }
            params = value
            offset = end
            return true
        }
        return false
    }

    // MARK: Tokens

    private mutating func skipWhitespace() {
        while offset < bytes.count, bytes[offset] == 0x20 || (0x09...0x0D).contains(bytes[offset]) {
            // The other control characters are not white space in JSON.
            if bytes[offset] == 0x0B || bytes[offset] == 0x0C { return }
            offset += 1
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipWhitespace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Reads a string of printable ASCII without escapes, and returns its range without the quotes.
    private mutating func takeString() -> Range<Int>? {
        skipWhitespace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return nil }
        let start = offset + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard (0x20...0x7E).contains(bytes[end]), bytes[end] != UInt8(ascii: "\\") else { return nil }
            end += 1
        }
        guard end < bytes.count else { return nil }
        offset = end + 1
        return start..<end
    }

    /// Reads an integer of at most 18 digits, which fits into 64 bits.
    private mutating func takeInteger() -> Int? {
        skipWhitespace()
        var index = offset
        let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let start = index
        var value = 0
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
            guard index - start < 18 else { return nil }
            value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            index += 1
        }
        let isPlain = index > start && (index == start + 1 || bytes[start] != UInt8(ascii: "0"))
        guard isPlain, index < bytes.count, bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: "}")
        else { return nil }
        offset = index
        return isNegative ? -value : value
    }

    private func equals(_ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        return range.indices.allSatisfy { bytes[$0] == name.utf8Start[$0 - range.lowerBound] }
    }
}
