import FHFormFeature
import FHJSON
import FeatureKit

/// A sign-up form with validation errors, a warning, a secret, and a service that validates values and returns errors.
enum SignUp {
    static let id = "gallery:signUp"
    static let title = "Create account"
    static let examples: KeyValuePairs<String, [FormAction]> = [
        "incomplete": [.submit(requestId: nil)],
        "withoutUpdates": [.setValue(path: "/receiveUpdates", value: JSONText.bool(false).value)],
    ]

    static func configuration(_ accounts: SimulatedAccounts) -> FormConfiguration {
        var form = FormConfiguration(
            title: title,
            sections: [
                FormSection(header: "Account information", fields: [name, email(accounts), password]),
                FormSection(fields: [receiveUpdates, marketingEmails]),
            ], submit: .perform(accounts, operation: "create"), ids: IDGenerator(seed: 0))
        form.submitTimeout = 10_000
        return form
    }

    static let name = FieldConfiguration(name: "name", type: .text) { field in
        field.required = true
        field.trim = true
        field.hints[.contentType] = "name"
    }

    static func email(_ accounts: SimulatedAccounts) -> FieldConfiguration {
        FieldConfiguration(name: "email", type: .email) { field in
            field.required = true
            field.trim = true
            field.hints = [.contentType: "emailAddress", .keyboard: "emailAddress", .capitalization: "none"]
            field.validation = FieldValidation(source: accounts, operation: "isFree")
        }
    }

    private static let password = FieldConfiguration(name: "password", type: .secure) { field in
        field.required = true
        field.hints[.contentType] = "newPassword"
        field.constraints.limits[.minLength] = .number(.integer(8))
        field.warnings.pattern = "[^A-Za-z]"
        field.warnings.messages[.pattern] = "A digit or a sign makes it harder to guess."
    }

    private static let receiveUpdates = FieldConfiguration(name: "receiveUpdates", type: .toggle) { field in
        field.default = .bool(true)
    }

    private static let marketingEmails = FieldConfiguration(name: "marketingEmails", type: .toggle) { field in
        field.enabledWhen = .equals("receiveUpdates", .value(.bool(true)))
    }
}
