internal import CJansson

/// One value inside an immutable, shared JSON document.
///
/// A value is a handle: copying it shares the document it was parsed from, which lives until the last handle is gone.
/// Two values are equal when they are the same JSON: numbers by value (`1` equals `1.0`), objects whatever the order
/// of their members.
public struct JSONValue: @unchecked Sendable {
    // Sendable: the tree under `node` is never changed after the parse, jansson's read-only functions touch no
    // reference count, and only `JSONDocument.deinit`, which runs once, releases it.

    /// What a JSON value is; whole numbers without fraction and exponent are integers.
    public enum Kind: String, Sendable {
        /// The kinds of RFC 8259, with numbers split in two.
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

    /// How long the text was that the value was parsed from, with all that stood around it, in bytes.
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

    /// Whether this is `null`.
    public var isNull: Bool { node.pointee.type == JSON_NULL }
    /// Whether this is an object.
    public var isObject: Bool { node.pointee.type == JSON_OBJECT }
    /// Whether this is an array.
    public var isArray: Bool { node.pointee.type == JSON_ARRAY }

    /// The truth value, or nil for anything but `true` and `false`.
    public var boolValue: Bool? {
        switch node.pointee.type {
        case JSON_TRUE: true
        case JSON_FALSE: false
        default: nil
        }
    }

    /// The whole number, or nil.
    ///
    /// A real with an integral value counts, as in JSON Schema: `1.0` is 1.
    public var intValue: Int? {
        switch node.pointee.type {
        case JSON_INTEGER: Int(json_integer_value(node))
        case JSON_REAL: json_real_value(node).exactInteger
        default: nil
        }
    }

    /// The number, rounded to the nearest double, or nil.
    public var doubleValue: Double? {
        switch node.pointee.type {
        case JSON_INTEGER: Double(json_integer_value(node))
        case JSON_REAL: json_real_value(node)
        default: nil
        }
    }

    /// The string, or nil.
    public var stringValue: String? {
        withStringBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Gives the bytes of a string, which are valid UTF-8, without copying them; nil for any other kind.
    public func withStringBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard node.pointee.type == JSON_STRING else { return nil }
        defer { withExtendedLifetime(document) {} }
        return try body(stringBytes(of: node))
    }
}

/// The bytes of a string node, as long as its document lives.
func stringBytes(of node: UnsafeMutablePointer<json_t>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: json_string_value(node), count: json_string_length(node))
}

extension Double {
    /// The integer of the same value, or nil. (`Int(exactly:)` calls into libm, which nothing else here needs.)
    var exactInteger: Int? {
        guard self >= -0x1p63, self < 0x1p63 else { return nil }
        let integer = Int(self)
        return Double(integer) == self ? integer : nil
    }
}
