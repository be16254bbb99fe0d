import Querying

/// Something that must hold of several fields together.
///
/// It is not looked at while a field that it reads is empty, not visible or not enabled.
public struct FormRule: Sendable {
    /// What must hold.
    public var condition: Condition
    /// The code of the message.
    public var code: String
    /// What a person reads.
    public var message: String
    /// Whether it blocks.
    public var severity: Severity

    /// How bad it is that something does not hold.
    public enum Severity: String, Sendable, CaseIterable {
        case error, warning
    }

    /// Makes a rule.
    public init(_ condition: Condition, code: String = "rule", message: String, severity: Severity = .error) {
        self.condition = condition
        self.code = code
        self.message = message
        self.severity = severity
    }
}
