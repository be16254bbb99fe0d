public import FHJSON

/// A value that conditions can compare.
public protocol ConditionValue {
    /// Passes the encoded value to `body`, if possible without a copy.
    func lend<Result>(_ body: (ScannedValue) -> Result) -> Result
}

extension ConditionValue {
    /// True if this value equals the other, or the other equals this value, by the rules of ``Condition``.
    public func saysSame(as other: some ConditionValue) -> Bool {
        let operand = ConditionOperand(other)
        let own = ConditionOperand(self)
        return lend(operand.equals) || other.lend(own.equals)
    }

    /// True if the value is missing, null, a string that consists only of white space, or an empty array.
    public var isBlank: Bool { lend(\.isBlank) }
}

extension ScannedValue: ConditionValue {
    /// Passes this value to `body`.
    @inline(__always)
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result { body(self) }
}

extension JSONText: ConditionValue {
    /// Passes the bytes of the text to `body`, without a copy.
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(ScannedValue(json: $0)) }
    }
}

extension JSONValue: ConditionValue {
    /// Encodes the value as JSON text, and passes its bytes to `body`.
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result { JSONText(self).lend(body) }
}
