import FHJSON

/// The actions that clients may send to every feature that can present.
public enum PresentationAction: Codable, Sendable {
    /// The behaviour if another modal is already presented.
    public enum Policy: String, Codable, Sendable, CaseIterable {
        case queue, replace
    }

    case present(modal: String, params: JSONObject?, policy: Policy?, ids: [String]?)
    case pressButton(key: String, buttonId: String)
    case dismiss(key: String)
    case confirmDiscard
    case keepEditing

    /// All cases with predefined schemas, because deriving the schemas would cost time at each start of the host.
    static let set = ActionSet<PresentationAction>([
        (.present(modal: "", params: nil, policy: nil, ids: nil), "present", presentSchema),
        (.pressButton(key: "", buttonId: ""), "pressButton", pressSchema),
        (.dismiss(key: ""), "dismiss", dismissSchema),
        (.confirmDiscard, "confirmDiscard", nil),
        (.keepEditing, "keepEditing", nil),
    ])

    /// The actions that are unavailable while no action is blocked.
    ///
    /// A blocked action waits for the user's confirmation, because it would lose unsaved changes.
    static let refusedUnlessBlocked = [
        Unavailable("confirmDiscard", notBlocked), Unavailable("keepEditing", notBlocked),
    ]
    /// The reason why the actions in ``refusedUnlessBlocked`` are unavailable.
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
