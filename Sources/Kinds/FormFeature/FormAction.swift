import FHJSON

/// The actions that a client can send to a form.
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
    case keepMine(path: String?)
    case takeTheirs(path: String?)
    case insertItem(path: String, value: JSONObject?, beforeId: String?)
    case removeItem(path: String, id: String)
    case moveItem(path: String, id: String, beforeId: String?)
    case searchOptions(path: String, query: String)
    case loadMoreOptions(path: String)
    case nextStep
    case previousStep
    case restoreDraft
    case discardDraft
    case cancel
    case discard

    static let examples: [FormAction] = [
        .setValue(path: "/email", value: .null), .setValues(values: JSONObject()),
        .setSecret(path: "/password", value: Secret()), .focus(path: "/email"), .blur(path: "/email"), .validate,
        .submit(requestId: "s1"), .cancelSubmit, .reset, .rebase(values: JSONObject()),
        .keepMine(path: "/email"), .takeTheirs(path: "/email"),
        .insertItem(path: "/lines", value: JSONObject(), beforeId: "k1"), .removeItem(path: "/lines", id: "k1"),
        .moveItem(path: "/lines", id: "k1", beforeId: "k2"), .searchOptions(path: "/city", query: "os"),
        .loadMoreOptions(path: "/city"), .nextStep, .previousStep, .restoreDraft, .discardDraft, .cancel, .discard,
    ]
}
