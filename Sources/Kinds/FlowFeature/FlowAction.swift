import FHJSON

/// The actions that a client can send to a flow.
public enum FlowAction: Codable, Sendable {
    /// A route with the params of its feature.
    public struct Route: Codable, Sendable {
        let route: String
        var params: JSONObject?
    }

    case push(route: String, params: JSONObject?)
    case pop(count: Int?)
    case popTo(key: String)
    case popToRoot
    case replace(routes: [Route])
    case complete(output: JSONValue?)
    case cancel
    case fail(message: String, code: String?)
    case next
    case back
    case skip
    case restoreDraft
    case discardDraft

    static let examples: [FlowAction] = [
        .push(route: "details", params: JSONObject()), .pop(count: 1), .popTo(key: "k1"), .popToRoot,
        .replace(routes: [Route(route: "details", params: JSONObject())]), .complete(output: .emptyObject), .cancel,
        .fail(message: "the service is closed", code: "closed"),
        .next, .back, .skip, .restoreDraft, .discardDraft,
    ]
}
