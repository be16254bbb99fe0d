import FeatureKit
import JSON

/// What a person reads of something that is wrong.
struct Message: Sendable, Equatable {
    let severity: FormRule.Severity
    /// As a snapshot shows it.
    let text: JSONText
    /// True of a warning that would be an error of a value that was entered.
    private(set) var isOfRow = false

    init(severity: FormRule.Severity, text: JSONText) {
        self.severity = severity
        self.text = text
    }

    init(_ code: String, _ text: String, _ severity: FormRule.Severity = .error) {
        self.init(severity: severity, text: Self.encode(code, text, severity))
    }

    init(_ mistake: Failure.Mistake) {
        self.init(mistake.code, mistake.message)
    }

    /// The same as a warning.
    var asWarning: Message {
        guard severity == .error else { return self }
        let text = text.value
        return Message(text["code"]?.stringValue ?? "", text["text"]?.stringValue ?? "", .warning)
    }

    /// What is said of a value that the row has.
    ///
    /// - Parameter isChanged: whether the user has changed something else that the message is about.
    func ofRow(unless isChanged: Bool) -> Message {
        if isChanged || severity == .warning { return self }
        var message = asWarning
        message.isOfRow = true
        return message
    }

    static func encode(_ code: String, _ text: String, _ severity: FormRule.Severity) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("code", code)
            json.field("text", text)
            json.field("severity", severity.rawValue)
            json.endObject()
        }
    }
}
