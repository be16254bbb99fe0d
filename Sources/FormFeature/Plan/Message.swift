import FeatureKit
import JSON

/// What a person reads of something that is wrong.
struct Message: Sendable, Equatable {
    let severity: FormRule.Severity
    /// As a snapshot shows it.
    let text: JSONText

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
