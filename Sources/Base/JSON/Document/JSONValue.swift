internal import CFHJansson

/// One value inside an immutable, shared JSON document.
///
/// Copies share the parsed document, which is freed with the last of its values. Two values are equal if they are the
/// same JSON: numbers are compared by value (`1` equals `1.0`), and members can be in any order.
///
/// ```swift
/// let value = try JSONValue(parsing: #"{"items":[{"id":"a"}]}"#)
/// value["items"]?[0]?["id"]?.stringValue  // "a"
/// ```
public struct JSONValue: @unchecked Sendable {
    // The type is Sendable: the tree under `node` is never changed after the parse, jansson's read-only functions touch
    // no reference count, and only `JSONDocument.deinit`, which runs once, releases it.

    /// The kinds of JSON values.
    ///
    /// A number is an integer if it is written without a fraction and without an exponent; otherwise it is a real.
    public enum Kind: String, Sendable {
        /// The kinds of RFC 8259, with numbers split into integers and reals.
        case null, bool, integer, real, string, array, object
    }

    let document: JSONDocument
    let node: UnsafeMutablePointer<json_t>

    init(_ document: JSONDocument) {
        self.document = document
        self.node = document.root
    }

    init(_ node: UnsafeMutablePointer<json_t>, of document: JSONDocument) {
        self.document = document
        self.node = node
    }

    /// The value `null`.
    public static let null = JSONValue(JSONText.null)
    /// The value `{}`.
    public static let emptyObject = JSONValue(JSONText.emptyObject)
    /// The value `[]`.
    public static let emptyArray = JSONValue(JSONText.emptyArray)

    /// The length in bytes of the whole text from which the document was parsed.
    public var documentByteCount: Int { document.byteCount }

    /// The kind of this value.
    public var kind: Kind {
        switch node.pointee.type {
        case JSON_OBJECT: .object
        case JSON_ARRAY: .array
        case JSON_STRING: .string
        case JSON_INTEGER: .integer
        case JSON_REAL: .real
        case JSON_TRUE, JSON_FALSE: .bool
        default: .null
        }
    }

    /// True if this is `null`.
    public var isNull: Bool { node.pointee.type == JSON_NULL }
    /// True if this is an object.
    public var isObject: Bool { node.pointee.type == JSON_OBJECT }
    /// True if this is an array.
    public var isArray: Bool { node.pointee.type == JSON_ARRAY }

    /// The Boolean; nil for any other kind.
    public var boolValue: Bool? {
        switch node.pointee.type {
        case JSON_TRUE: true
        case JSON_FALSE: false
        default: nil
        }
    }

    /// The integer; nil for any other value.
    ///
    /// A real with an integral value counts as an integer, as in JSON Schema: `1.0` is 1.
    public var intValue: Int? {
        switch node.pointee.type {
        case JSON_INTEGER: Int(json_integer_value(node))
        case JSON_REAL: json_real_value(node).exactInteger
        default: nil
        }
    }

    /// The number, rounded to the nearest double; nil for any other kind.
    public var doubleValue: Double? {
        switch node.pointee.type {
        case JSON_INTEGER: Double(json_integer_value(node))
        case JSON_REAL: json_real_value(node)
        default: nil
        }
    }

    /// The string; nil for any other kind.
    public var stringValue: String? {
        withStringBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Passes the bytes of a string to `body` without copying them.
    ///
    /// The bytes are valid UTF-8. Returns nil, without a call of `body`, if this value is not a string.
    public func withStringBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard node.pointee.type == JSON_STRING else { return nil }
        defer { withExtendedLifetime(document) {} }
        return try body(stringBytes(of: node))
    }
}

/// Returns the bytes of a string node.
///
/// The bytes are valid as long as the document exists.
func stringBytes(of node: UnsafeMutablePointer<json_t>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: json_string_value(node), count: json_string_length(node))
}

extension Double {
    /// The integer with the same value; nil for a number with a fraction, and for one outside the range of `Int`.
    ///
    /// `Int(exactly:)` would need libm, which nothing else here needs.
    var exactInteger: Int? {
        guard self >= -0x1p63, self < 0x1p63 else { return nil }
        let integer = Int(self)
        return Double(integer) == self ? integer : nil
    }
}
