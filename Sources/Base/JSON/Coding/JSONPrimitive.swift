/// A primitive type of Codable.
///
/// Through this protocol, a container of the decoder or of the encoder handles all primitive types in one generic
/// method.
protocol JSONPrimitive {
    /// Reads a value other than `null`.
    static func read(_ value: JSONValue) throws(PrimitiveFault) -> Self
    /// Writes the value. Returns false if JSON can't represent it.
    func write(into writer: inout JSONWriter) -> Bool

    /// The name of the type in error messages, with its article.
    static var noun: StaticString { get }
    /// Writes the members of the type's JSON Schema.
    static func writeSchema(into writer: inout JSONWriter)
    /// An arbitrary value, which is used for reflection.
    static var sample: Self { get }
}

/// The reason why a value is not of the requested primitive type.
///
/// `kind`: the type can't be read from a JSON value of this kind. `range`: the number is outside the range of the type.
enum PrimitiveFault: Error {
    case kind, range
}

extension Bool: JSONPrimitive {
    static func read(_ value: JSONValue) throws(PrimitiveFault) -> Bool {
        guard let bool = value.boolValue else { throw .kind }
        return bool
    }

    func write(into writer: inout JSONWriter) -> Bool {
        writer.value(self)
        return true
    }

    static var noun: StaticString { "true or false" }
    static func writeSchema(into writer: inout JSONWriter) { writer.field("type", "boolean") }
    static var sample: Bool { false }
}

extension String: JSONPrimitive {
    static func read(_ value: JSONValue) throws(PrimitiveFault) -> String {
        guard let string = value.stringValue else { throw .kind }
        return string
    }

    func write(into writer: inout JSONWriter) -> Bool {
        writer.value(self)
        return true
    }

    static var noun: StaticString { "a string" }
    static func writeSchema(into writer: inout JSONWriter) { writer.field("type", "string") }
    static var sample: String { "" }
}

extension JSONPrimitive where Self: BinaryFloatingPoint {
    static func read(_ value: JSONValue) throws(PrimitiveFault) -> Self {
        guard let double = value.doubleValue else { throw .kind }
        let real = Self(double)
        guard real.isFinite else { throw .range }
        return real
    }

    static var noun: StaticString { "a number" }
    static func writeSchema(into writer: inout JSONWriter) { writer.field("type", "number") }
    static var sample: Self { 0 }
}

extension Double: JSONPrimitive {
    func write(into writer: inout JSONWriter) -> Bool {
        writer.value(self)
        return true
    }
}

extension Float: JSONPrimitive {
    func write(into writer: inout JSONWriter) -> Bool {
        writer.value(self)
        return true
    }
}

extension JSONPrimitive where Self: FixedWidthInteger {
    static func read(_ value: JSONValue) throws(PrimitiveFault) -> Self {
        if let int = value.intValue {
            guard let integer = Self(exactly: int) else { throw .range }
            return integer
        }
        // A real with a fraction is not an integer, so its kind is wrong. A real outside 64 bits has no fraction, so
        // only its range is wrong.
        throw (value.doubleValue?.magnitude ?? 0) >= 0x1p63 ? .range : .kind
    }

    func write(into writer: inout JSONWriter) -> Bool {
        guard let int = Int(exactly: self) else { return false }
        writer.value(int)
        return true
    }

    static var noun: StaticString { "an integer" }

    static func writeSchema(into writer: inout JSONWriter) {
        writer.field("type", "integer")
        if !isSigned { writer.field("minimum", 0) }
    }

    static var sample: Self { 0 }
}

extension Int: JSONPrimitive {}
extension Int8: JSONPrimitive {}
extension Int16: JSONPrimitive {}
extension Int32: JSONPrimitive {}
extension Int64: JSONPrimitive {}
extension UInt: JSONPrimitive {}
extension UInt8: JSONPrimitive {}
extension UInt16: JSONPrimitive {}
extension UInt32: JSONPrimitive {}
extension UInt64: JSONPrimitive {}
