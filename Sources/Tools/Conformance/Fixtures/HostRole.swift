import FHJSON

/// The simulated host of a scenario for clients.
struct HostRole {
    /// The steps that are played before the steps of the scenario.
    ///
    /// They start a session; empty if the scenario itself starts one.
    let beginning: [Step]
    /// The default snapshot, into which the operator `$snapshot` merges its argument.
    let snapshot: JSONValue
    /// A string that the client may only send in a `setSecret`; nil if there is none.
    let secret: String?
    /// The answer to `initialize`.
    private let initialize: JSONValue
    /// The methods whose requests the scenario answers.
    private let asked: Set<String>
    private let askedActions: Set<String>

    /// The members of a setting that configure the simulated host.
    static let settings: Set = ["start", "host", "snapshot", "secret"]

    init(_ setting: JSONValue, _ steps: [Step]) {
        let starts = setting["start"]?.boolValue != false
        beginning =
            starts
            ? [Step(before: .order("start", setting["start"])), Step(before: .done(Self.usual(#"{"$any":true}"#)))] : []
        snapshot = JSONValue(
            JSONMergePatch.apply(setting["snapshot"] ?? .emptyObject, to: Self.usual(Self.usualSnapshot)))
        initialize = JSONValue(JSONMergePatch.apply(setting["host"] ?? .emptyObject, to: Self.usual(Self.usualAnswer)))
        secret = setting["secret"]?.stringValue
        let all = steps.compactMap { if case .asked(let asked) = $0.operation { asked } else { nil } }
        asked = Set(all.map(\.method))
        askedActions = Set(all.compactMap { $0.params?["action"]?.stringValue })
    }

    /// The default answer to a request; nil if the scenario answers it, or if there is no default.
    func answer(to request: JSONValue) -> JSONValue? {
        guard let id = request["id"], let method = request["method"]?.stringValue else { return nil }
        let action = request["params"]?["action"]?.stringValue ?? ""
        let isSilent = method == "feature/send" && Self.silent.contains(action) && !askedActions.contains(action)
        guard isSilent || !asked.contains(method) else { return nil }
        let result: JSONValue
        switch method {
        case "feature/send" where isSilent: result = Self.usual(#"{"revision":0,"settled":true}"#)
        case "initialize": result = initialize
        case "feature/list":
            result = JSONValue(JSONText.object("features", JSONText(initialize["features"] ?? .emptyArray)))
        case "feature/close", "state/unsubscribe", "ping", "shutdown": result = .null
        default: return nil
        }
        return JSONValue(Message.answer(id, "result", result))
    }

    /// The actions that a client may send at any time, and that change nothing.
    private static let silent: Set = ["focus", "blur"]

    private static func usual(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .emptyObject }

    private static let usualSnapshot = """
        {"instance":"c","feature":"counter","kind":"view","revision":0,\
        "cause":{"action":"open","path":[],"origin":"host"},"settled":true,"effects":[],"unavailable":{},"errors":[],\
        "presentation":null,"queue":[],"blocked":null,"toolbar":[],"animation":null,"state":{"count":0,"layout":[{"key":"count","label":"Count","type":"number"}]}}
        """
    private static let usualAnswer = """
        {"protocolVersion":"1","hostInfo":{"name":"conform","version":"1"},\
        "capabilities":{"updates":["snapshot","patch"],"virtualClock":false,"features":true,"sources":[]},\
        "limits":{"maxFrameBytes":16777216,"maxQueuedUpdates":64,"maxQueuedBytes":1048576,\
        "maxUnreadBytes":16777216,"drainMs":2000,"maxInFlight":10000,"maxBatchMembers":100000,"maxInstances":10000,\
        "realWaitMs":5000},"features":[{"id":"counter","kind":"view","title":"Counter",\
        "actions":[{"name":"increment","params":{"type":"object"}}],\
        "state":{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}}]}
        """
}
