import JSON

/// What a front end may ask of every feature that presents.
public enum PresentationAction: Codable, Sendable {
    /// What happens when something is presented already.
    public enum Policy: String, Codable, Sendable, CaseIterable {
        case queue, replace
    }

    case present(modal: String, params: JSONObject?, policy: Policy?, ids: [String]?)
    case pressButton(key: String, buttonId: String)
    case dismiss(key: String)
    case confirmDiscard
    case keepEditing

    /// All of them, with their schemas written down: deriving them would cost each start some time.
    static let set = ActionSet<PresentationAction>([
        (.present(modal: "", params: nil, policy: nil, ids: nil), "present", presentSchema),
        (.pressButton(key: "", buttonId: ""), "pressButton", pressSchema),
        (.dismiss(key: ""), "dismiss", dismissSchema),
        (.confirmDiscard, "confirmDiscard", nil),
        (.keepEditing, "keepEditing", nil),
    ])

    /// Those that are refused while nothing is blocked.
    static let refusedUnlessBlocked = [
        Unavailable("confirmDiscard", notBlocked), Unavailable("keepEditing", notBlocked),
    ]
    /// Why they are refused then.
    static let notBlocked = "notBlocked"

    private static let presentSchema: StaticString = """
        {"type":"object","properties":{"modal":{"type":"string"},"params":{"type":"object"},\
        "policy":{"enum":["queue","replace"]},"ids":{"type":"array","items":{"type":"string"}}},"required":["modal"],\
        "additionalProperties":false}
        """
    private static let pressSchema: StaticString = """
        {"type":"object","properties":{"key":{"type":"string"},"buttonId":{"type":"string"}},\
        "required":["key","buttonId"],"additionalProperties":false}
        """
    private static let dismissSchema: StaticString =
        #"{"type":"object","properties":{"key":{"type":"string"}},"required":["key"],"additionalProperties":false}"#

    var name: String {
        switch self {
        case .present: "present"
        case .pressButton: "pressButton"
        case .dismiss: "dismiss"
        case .confirmDiscard: "confirmDiscard"
        case .keepEditing: "keepEditing"
        }
    }
}
