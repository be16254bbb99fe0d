import FHFormFeature
import FHJSON
import FeatureKit

/// A form that edits an existing user.
///
/// Changes are tracked and can be reverted.
///
/// Changes by others are applied by `rebase` without overwriting the user's changes.
enum EditUser {
    static let id = "gallery:editUser"
    static let title = "Edit user"
    static let examples: KeyValuePairs<String, [FormAction]> = [
        "changed": [.setValue(path: "/name", value: JSONText.string("Grace Brewster Hopper").value)],
        "incomplete": [.setValue(path: "/name", value: JSONText.string("").value), .submit(requestId: nil)],
    ]
    static let user = JSONText.build { json in
        json.beginObject()
        json.field("name", "Grace Hopper")
        json.field("email", "grace@example.com")
        json.field("isActive", true)
        json.endObject()
    }

    static func configuration(_ accounts: SimulatedAccounts) -> FormConfiguration {
        let active = FieldConfiguration(name: "isActive", type: .toggle, label: "Active")
        var form = FormConfiguration(
            title: title,
            sections: [FormSection(fields: [SignUp.name, SignUp.email(accounts), active])],
            submit: .perform(accounts, operation: "save"), ids: IDGenerator(seed: 0))
        form.values = user
        form.onSuccess = .stay
        return form
    }
}
