import FHRows

/// A condition over several fields.
///
/// The rule is not evaluated while a field that it reads is empty, invisible or disabled.
public struct FormRule: Sendable {
    /// The condition that must hold.
    public var condition: Condition
    /// The code of the message that is shown while the condition does not hold.
    public var code: String
    /// The message shown to the user.
    public var message: String
    /// The severity of the message.
    ///
    /// An error prevents submission.
    public var severity: Severity

    /// The severity of a violated rule.
    public enum Severity: String, Sendable, CaseIterable {
        case error, warning
    }

    /// Creates a rule.
    public init(_ condition: Condition, code: String = "rule", message: String, severity: Severity = .error) {
        self.condition = condition
        self.code = code
        self.message = message
        self.severity = severity
    }
}
