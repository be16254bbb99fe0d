public import FHJSON

/// A value that conditions can compare.
public protocol ConditionValue {
    /// Passes the encoded value to `body`, if possible without a copy.
    func lend<Result>(_ body: (ScannedValue) -> Result) -> Result
}

extension ConditionValue {
    /// True if one of the two values equals the other by the rules of ``Condition``.
    public func saysSame(as other: some ConditionValue) -> Bool {
        let operand = ConditionOperand(other)
        let own = ConditionOperand(self)
        return lend(operand.equals) || other.lend(own.equals)
    }

    /// True if the value is missing, null, a string that consists only of white space, or an empty array.
    public var isBlank: Bool { lend(\.isBlank) }
}

extension ScannedValue: ConditionValue {
    /// Passes the value itself.
    @inline(__always)
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result { body(self) }
}

extension JSONText: ConditionValue {
    /// Passes the bytes of the text.
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(ScannedValue(json: $0)) }
    }
}

extension JSONValue: ConditionValue {
    /// Encodes the value and passes its bytes.
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result { JSONText(self).lend(body) }
}
