import JSON

/// What a front end may ask of a form.
public enum FormAction: Codable, Sendable {
    case setValue(path: String, value: JSONValue)
    case setValues(values: JSONObject)
    case setSecret(path: String, value: Secret)
    case focus(path: String)
    case blur(path: String)
    case validate
    case submit(requestId: String?)
    case cancelSubmit
    case reset
    case rebase(values: JSONObject)
    case cancel
    case discard

    static let examples: [FormAction] = [
        .setValue(path: "/email", value: .null), .setValues(values: JSONObject()),
        .setSecret(path: "/password", value: Secret()), .focus(path: "/email"), .blur(path: "/email"), .validate,
        .submit(requestId: "s1"), .cancelSubmit, .reset, .rebase(values: JSONObject()), .cancel, .discard,
    ]
}
