import FHJSON
import FeatureKit

/// A validation message for the user.
struct Message: Sendable, Equatable {
    let severity: FormRule.Severity
    /// The message's JSON object in a snapshot.
    let text: JSONText
    /// True if this is a warning about the row's value.
    ///
    /// The same value would be an error if the user had entered it.
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

    /// The message as a warning, with the code and the text of the message.
    var asWarning: Message {
        guard severity == .error else { return self }
        let text = text.value
        return Message(text["code"]?.stringValue ?? "", text["text"]?.stringValue ?? "", .warning)
    }

    /// The message for a value that comes from the row: an error becomes a warning.
    ///
    /// - Parameter isChanged: true if the user has changed another field that the message concerns. Then the message
    ///   stays an error.
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
