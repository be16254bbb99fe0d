public import JSON

/// A value that conditions compare.
public protocol ConditionValue {
    /// Lends the value where its text lies.
    func lend<Result>(_ body: (ScannedValue) -> Result) -> Result
}

extension ConditionValue {
    /// True if one of the two equals the other, as conditions compare them.
    public func saysSame(as other: some ConditionValue) -> Bool {
        let operand = ConditionOperand(other)
        let own = ConditionOperand(self)
        return lend(operand.equals) || other.lend(own.equals)
    }

    /// True if it is not there, null, text of nothing but white space, or an array without elements.
    public var isBlank: Bool { lend(\.isBlank) }
}

extension ScannedValue: ConditionValue {
    /// Lends itself.
    @inline(__always)
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result { body(self) }
}

extension JSONText: ConditionValue {
    /// Lends the text's own bytes.
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(ScannedValue(json: $0)) }
    }
}

extension JSONValue: ConditionValue {
    /// Writes the value as text, and lends that.
    public func lend<Result>(_ body: (ScannedValue) -> Result) -> Result { JSONText(self).lend(body) }
}
