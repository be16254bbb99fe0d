// The encoding counterpart of `PrimitiveDecoding.swift`. Each container has one generic method instead of one method
// per primitive.

/// A keyed encoding container with one generic method for all primitives.
protocol KeyedPrimitiveEncoding: KeyedEncodingContainerProtocol {
    mutating func primitive<P: JSONPrimitive>(_ value: P, forKey key: Key) throws
}

extension KeyedPrimitiveEncoding {
    mutating func encode(_ value: Bool, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: String, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: Double, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: Float, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: Int, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try primitive(value, forKey: key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try primitive(value, forKey: key) }
}

/// An unkeyed encoding container with one generic method for all primitives.
protocol UnkeyedPrimitiveEncoding: UnkeyedEncodingContainer {
    mutating func primitive<P: JSONPrimitive>(_ value: P) throws
}

extension UnkeyedPrimitiveEncoding {
    mutating func encode(_ value: Bool) throws { try primitive(value) }
    mutating func encode(_ value: String) throws { try primitive(value) }
    mutating func encode(_ value: Double) throws { try primitive(value) }
    mutating func encode(_ value: Float) throws { try primitive(value) }
    mutating func encode(_ value: Int) throws { try primitive(value) }
    mutating func encode(_ value: Int8) throws { try primitive(value) }
    mutating func encode(_ value: Int16) throws { try primitive(value) }
    mutating func encode(_ value: Int32) throws { try primitive(value) }
    mutating func encode(_ value: Int64) throws { try primitive(value) }
    mutating func encode(_ value: UInt) throws { try primitive(value) }
    mutating func encode(_ value: UInt8) throws { try primitive(value) }
    mutating func encode(_ value: UInt16) throws { try primitive(value) }
    mutating func encode(_ value: UInt32) throws { try primitive(value) }
    mutating func encode(_ value: UInt64) throws { try primitive(value) }
}

/// A single-value encoding container with one generic method for all primitives.
protocol SinglePrimitiveEncoding: SingleValueEncodingContainer {
    mutating func primitive<P: JSONPrimitive>(_ value: P) throws
}

extension SinglePrimitiveEncoding {
    mutating func encode(_ value: Bool) throws { try primitive(value) }
    mutating func encode(_ value: String) throws { try primitive(value) }
    mutating func encode(_ value: Double) throws { try primitive(value) }
    mutating func encode(_ value: Float) throws { try primitive(value) }
    mutating func encode(_ value: Int) throws { try primitive(value) }
    mutating func encode(_ value: Int8) throws { try primitive(value) }
    mutating func encode(_ value: Int16) throws { try primitive(value) }
    mutating func encode(_ value: Int32) throws { try primitive(value) }
    mutating func encode(_ value: Int64) throws { try primitive(value) }
    mutating func encode(_ value: UInt) throws { try primitive(value) }
    mutating func encode(_ value: UInt8) throws { try primitive(value) }
    mutating func encode(_ value: UInt16) throws { try primitive(value) }
    mutating func encode(_ value: UInt32) throws { try primitive(value) }
    mutating func encode(_ value: UInt64) throws { try primitive(value) }
}
