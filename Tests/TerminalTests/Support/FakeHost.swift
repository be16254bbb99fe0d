import FHJSON
import FHTerminalClient

/// A host that a test controls.
///
/// By itself, it applies only the actions `setValue` and `setQuery`.
final class FakeHost: HostConnection {
    /// An action that the host has received.
    struct Sent: Equatable, CustomStringConvertible {
        let action: String
        let params: String
        let path: [String]

        var description: String {
            ((path.isEmpty ? [] : [path.joined(separator: "/")]) + [action, params]).filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    private(set) var end: String?
    private let features: [JSON]
    /// Further members of the answer to `initialize`.
    private let members: JSON
    private var snapshots: [String: JSON] = [:]
    private var output: [JSON] = []
    private var received: [Sent] = []
    private var reactions: [String: JSON] = [:]
    private var refusals: [String: JSON] = [:]
    /// The actions that are not answered yet; nil if all are answered at once.
    private var held: [JSON]?

    init(_ features: [JSON], members: JSON = [:]) {
        self.features = features
        self.members = members
    }

    // MARK: The connection

    func send(_ message: JSONText) {
        guard end == nil else { return }
        let request = JSON(message.value)
        answer(request, request["method"]?.string ?? "", request["params"] ?? [:])
    }

    func receive() -> [JSONValue] {
        defer { output = [] }
        return output.compactMap { try? JSONValue(parsing: Array($0.description.utf8)) }
    }

    private func write(_ message: JSON) { output.append(message.merging(["jsonrpc": "2.0"])) }

    private func answer(_ request: JSON, result: JSON) { write(["id": request["id"] ?? 0, "result": result]) }

    // MARK: Requests

    private func answer(_ request: JSON, _ method: String, _ params: JSON) {
        switch method {
        case "initialize", "feature/list":
            let info: JSON = ["name": "fake", "version": "1"]
            let result: JSON = ["protocolVersion": "1", "hostInfo": info, "features": JSON(catalog)]
            answer(request, result: result.merging(members))
        case "feature/open": open(request, params)
        case "feature/send": take(request, params)
        default: answer(request, result: ["revision": 0, "settled": true])
        }
    }

    private var catalog: [JSON] {
        features.map { feature in
            let actions = (feature["actions"]?.elements ?? []).map { ["name": $0, "params": [:]] as JSON }
            return .object(feature.members.filter { ["id", "kind", "title"].contains($0.key) })
                .merging(["actions": JSON(actions), "state": [:]])
        }
    }

    private func open(_ request: JSON, _ params: JSON) {
        let feature = features.first { $0["id"] == params["feature"] } ?? [:]
        let id = feature["id"] ?? ""
        let name = params["instance"]?.string ?? "\(id.string ?? "")-1"
        let envelope: JSON = [
            "instance": JSON(name), "feature": id, "revision": 0, "settled": true, "unavailable": [:],
            "cause": ["action": "open", "path": [], "origin": "host"],
        ]
        let own = JSON.object(feature.members.filter { !["id", "actions"].contains($0.key) })
        let snapshot = snapshots[name] ?? envelope.merging(own)
        snapshots[name] = snapshot
        answer(request, result: ["instance": JSON(name), "revision": 0, "snapshot": snapshot])
    }

    private func take(_ request: JSON, _ params: JSON) {
        let action = params["action"]?.string ?? ""
        let members = params["params"] ?? [:]
        let text = members.members.isEmpty ? "" : members.description
        received.append(Sent(action: action, params: text, path: params["path"]?.elements.compactMap(\.string) ?? []))
        if let error = refusals[action] { return write(["id": request["id"] ?? 0, "error": error]) }
        if held != nil { held?.append(request) } else { apply(request) }
    }

    private func apply(_ request: JSON) {
        let params = request["params"] ?? [:]
        let name = params["instance"]?.string ?? ""
        show(reactions[params["action"]?.string ?? ""] ?? Self.entered(params), in: name)
        answer(request, result: ["revision": snapshots[name]?["revision"] ?? 0, "settled": true])
    }

    /// Returns the patch of an action that enters a value; an empty patch for another action.
    ///
    /// In a stack, the value is not entered, because a merge patch can't change one element of an array.
    private static func entered(_ sent: JSON) -> JSON {
        let path = sent["path"]?.elements ?? []
        guard let params = sent["params"], path.allSatisfy({ $0 == "presentation" }) else { return [:] }
        let state: JSON
        switch sent["action"] {
        case "setValue":
            state = ["fields": .object([params["path"]?.string ?? "": ["value": params["value"] ?? .null]])]
        case "setQuery": state = ["query": params["query"] ?? ""]
        default: return [:]
        }
        return path.reduce(["state": state]) { patch, _ in ["presentation": ["child": patch]] }
    }

    // MARK: What a test does

    /// Sends a snapshot with changed members.
    ///
    /// - Parameter patch: a merge patch, in which null is an ordinary value and removes no member.
    func show(_ patch: JSON, in name: String = "it-1") {
        var snapshot = (snapshots[name] ?? [:]).patched(patch)
        // This member is replaced as a whole, because a patch can't remove the actions that are available now.
        if let unavailable = patch["unavailable"] { snapshot["unavailable"] = unavailable }
        snapshot["revision"] = .number(Double((snapshot["revision"]?.int ?? 0) + 1))
        snapshots[name] = snapshot
        write(["method": "state/snapshot", "params": snapshot])
    }

    /// Sets the patch by which an action changes the snapshot from now on.
    func react(to action: String, _ patch: JSON) { reactions[action] = patch }

    /// Refuses an action from now on.
    func refuse(_ action: String, reason: String) {
        let data: JSON = ["kind": "actionUnavailable", "retryable": true, "reason": JSON(reason)]
        refusals[action] = ["code": -31_005, "message": "no", "data": data]
    }

    /// Leaves all further actions unanswered until ``release()``.
    func hold() { held = [] }

    func release() {
        let waiting = held ?? []
        held = nil
        for request in waiting { apply(request) }
    }

    /// Ends the session, as if the host had crashed.
    func die() { end = "It has died." }

    /// Returns the actions that were received since the last call, except the actions named by `but`.
    func sent(but: Set<String> = ["focus", "blur", "setWindow"]) -> [String] {
        defer { received = [] }
        return received.filter { !but.contains($0.action) }.map(\.description)
    }
}
