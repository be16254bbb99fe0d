import FHJSON

/// A JSON text that is read even if ``JSONValue`` can't represent parts of it.
///
/// Integers outside 64 bits, and other numbers outside the range of a double, become strings with their digits. If an
/// object has several members with the same name, the last of them is used. A lone surrogate becomes U+FFFD.
public struct TolerantJSON: Sendable {
    /// The parsed value.
    public let value: JSONValue
    /// The names of repeated members; a name that occurs three times in an object is listed twice.
    public private(set) var repeatedMembers: [String] = []
    /// The digits of the numbers that became strings.
    public private(set) var largeNumbers: [String] = []
    /// True if a string contained a lone surrogate.
    public private(set) var hasLoneSurrogates = false

    /// Reads a text.
    ///
    /// - Throws: `JSONParseError` for invalid JSON, and for a text that has U+0000 in a name or is nested too deeply.
    public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONParseError) {
        let fault: JSONParseError
        do throws(JSONParseError) {
            value = try JSONValue(parsing: bytes)
            return
        } catch {
            fault = error
        }
        // A syntax error takes precedence, whether it is before or after the parts that can't be represented.
        if fault.kind == .syntax { throw fault }
        var writer = TolerantWriter(bytes)
        try writer.run()
        let parsed = writer.text.withUnsafeBytes { text in
            Result { () throws(JSONParseError) in try JSONValue(parsingWithDuplicates: text) }
        }
        value = try parsed.get()
        repeatedMembers = writer.repeatedMembers
        largeNumbers = writer.largeNumbers
        hasLoneSurrogates = writer.hasLoneSurrogates
    }
}

/// Copies a JSON text and replaces the parts that ``JSONValue`` can't represent.
private struct TolerantWriter {
    private(set) var text: [UInt8] = []
    private(set) var repeatedMembers: [String] = []
    private(set) var largeNumbers: [String] = []
    private var cursor: JSONTokenizer
    private var open: [UInt8] = []
    /// The names of the members so far, for each object or array that is not closed yet; empty for an array.
    private var names: [Set<ExactText>] = []

    init(_ bytes: UnsafeRawBufferPointer) {
        cursor = JSONTokenizer(bytes)
        cursor.allowsLoneSurrogates = true
        text.reserveCapacity(bytes.count + 16)
    }

    var hasLoneSurrogates: Bool { !cursor.loneSurrogates.isEmpty }

    mutating func run() throws(JSONParseError) {
        var isOpening = try copyValue()
        while let bracket = open.last {
            cursor.skipWhitespace()
            let isObject = bracket == UInt8(ascii: "{")
            let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
            if cursor.take(end) {
                text.append(end)
                open.removeLast()
                names.removeLast()
                isOpening = false
                continue
            }
            if !isOpening {
                guard cursor.take(UInt8(ascii: ",")) else {
                    throw cursor.fault(isObject ? "',' or '}' expected" : "',' or ']' expected")
                }
                text.append(UInt8(ascii: ","))
                cursor.skipWhitespace()
            }
            if isObject { try copyName() }
            isOpening = try copyValue()
        }
        cursor.skipWhitespace()
        guard cursor.next == nil else { throw cursor.fault("end of input expected") }
    }

    /// Copies a scalar or an opening bracket.
    ///
    /// Returns true for a bracket.
    private mutating func copyValue() throws(JSONParseError) -> Bool {
        cursor.skipWhitespace()
        guard open.count < JSONScanner.maximumDepth else { throw cursor.fault(JSONParseError.tooDeep, .limit) }
        let start = cursor.offset
        switch cursor.next {
        case let byte? where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["):
            cursor.offset += 1
            text.append(byte)
            open.append(byte)
            names.append([])
            return true
        case UInt8(ascii: "\""): _ = try copyString()
        case let byte? where byte == UInt8(ascii: "-") || isDigit(byte):
            try cursor.takeScalar()
            let number = cursor.bytes[start..<cursor.offset]
            let digits = String(decoding: number, as: UTF8.self)
            let isQuoted = !Self.canKeep(digits)
            if isQuoted { largeNumbers.append(digits) }
            if isQuoted { text.append(UInt8(ascii: "\"")) }
            text += number
            if isQuoted { text.append(UInt8(ascii: "\"")) }
        default:
            try cursor.takeScalar()
            text += cursor.bytes[start..<cursor.offset]
        }
        return false
    }

    private mutating func copyName() throws(JSONParseError) {
        let name = try copyString()
        guard !name.hasNull else { throw cursor.fault(JSONParseError.nullInName, .limit) }
        let written = cursor.text(of: name)
        if !names[names.count - 1].insert(written) { repeatedMembers.append(written) }
        cursor.skipWhitespace()
        guard cursor.take(UInt8(ascii: ":")) else { throw cursor.fault("':' expected") }
        text.append(UInt8(ascii: ":"))
    }

    private mutating func copyString() throws(JSONParseError) -> JSONTokenizer.StringToken {
        var start = cursor.offset
        let known = cursor.loneSurrogates.count
        let token = try cursor.takeString()
        for surrogate in cursor.loneSurrogates[known...] {
            text += cursor.bytes[start..<surrogate]
            text += "\\ufffd".utf8
            start = surrogate + 6
        }
        text += cursor.bytes[start..<cursor.offset]
        return token
    }

    private static func canKeep(_ number: String) -> Bool {
        if !number.utf8.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) { return Int(number) != nil }
        return Double(number)?.isFinite ?? false
    }
}
