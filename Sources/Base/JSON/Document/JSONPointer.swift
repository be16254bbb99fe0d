/// A path to a value inside a document (RFC 6901).
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The unescaped keys and indices from the root; empty for the whole document.
    public let tokens: [String]

    /// Makes a pointer from unescaped tokens.
    public init(_ tokens: [String] = []) { self.tokens = tokens }

    /// Parses a pointer in its string form: empty, or `/` before each token, with `~0` for `~` and `~1` for `/`.
    ///
    /// - Throws: `JSONParseError` for any other string.
    public init(parsing string: String) throws(JSONParseError) {
        if string.isEmpty {
            self.init()
            return
        }
        guard string.utf8.first == UInt8(ascii: "/") else { throw Self.fault("a pointer starts with '/'", at: 0) }
        var tokens: [String] = []
        var token: [UInt8] = []
        var isEscaped = false
        for (offset, byte) in string.utf8.enumerated().dropFirst() {
            switch byte {
            case UInt8(ascii: "0") where isEscaped: token.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1") where isEscaped: token.append(UInt8(ascii: "/"))
            case _ where isEscaped: throw Self.fault("'~' is followed by neither '0' nor '1'", at: offset)
            case UInt8(ascii: "~"):
                isEscaped = true
                continue
            case UInt8(ascii: "/"):
                tokens.append(String(decoding: token, as: UTF8.self))
                token.removeAll()
            default: token.append(byte)
            }
            isEscaped = false
        }
        guard !isEscaped else { throw Self.fault("'~' ends the pointer", at: string.utf8.count) }
        tokens.append(String(decoding: token, as: UTF8.self))
        self.init(tokens)
    }

    /// Appends a key.
    public func appending(_ key: String) -> JSONPointer { JSONPointer(tokens + [key]) }

    /// Appends an index.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// The pointer in its string form.
    public var description: String {
        var text = JSONWriter()
        for token in tokens {
            text.appendByte(UInt8(ascii: "/"))
            text.appendEscaped(token: token.utf8)
        }
        return text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Parses a token as an array index: digits without a leading zero; nil for any other token, such as `-`.
    static func index(_ token: String) -> Int? {
        let digits = token.utf8
        guard digits.allSatisfy(isDigit), digits.first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        return Int(token)
    }

    private static func fault(_ message: String, at offset: Int) -> JSONParseError {
        JSONParseError(message: message, line: 1, column: offset + 1, byteOffset: offset)
    }
}

extension JSONValue {
    /// Returns the value at `pointer`, relative to this value; nil if there is no such value.
    public func value(at pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            let next = value.isArray ? JSONPointer.index(token).flatMap { value[$0] } : value[token]
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// The value at `pointer`, relative to this value; nil if there is no such value.
    public subscript(_ pointer: JSONPointer) -> JSONValue? { value(at: pointer) }
}
