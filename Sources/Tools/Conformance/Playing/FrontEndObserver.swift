import FHJSON

/// Checks all messages of a client in a session.
final class FrontEndObserver: Watcher {
    private let schemas: SchemaSet
    private let secret: String?
    private(set) var faults: [Fault] = []
    private(set) var tried: Set<String> = []

    /// The ids of the client's unanswered requests.
    private var waiting: Set<JSONValue> = []
    /// The methods of the requests that the client has not answered yet, by id.
    private var owed: [JSONValue: String] = [:]
    private var hasSentTexts = false
    private var hasSpoken = false

    init(_ schemas: SchemaSet, secret: String?) {
        self.schemas = schemas
        self.secret = secret
    }

    func newest(of instance: String) -> JSONValue? { nil }

    // MARK: Sent messages

    func noteSent(_ message: JSONValue) {
        for member in message.isArray ? Array(message.elements) : [message] {
            if let method = member["method"]?.stringValue {
                if let id = member["id"] { owed[id] = method } else { tried.insert("M-15") }
            } else if let id = member["id"] {
                waiting.remove(id)
            }
        }
    }

    var isOwed: Bool { !owed.isEmpty }

    func noteSentText() { hasSentTexts = true }

    func noteEnd() {
        for (id, method) in owed { add("M-14", "the request \(id), \(method), was never answered") }
    }

    // MARK: Received messages

    func note(_ frame: JSONValue) {
        let isFirst = !hasSpoken
        hasSpoken = true
        if !frame.isArray { return noteMessage(frame, isFirst: isFirst, isAlone: true) }
        for member in frame.elements { noteMessage(member, isFirst: isFirst, isAlone: false) }
    }

    private func noteMessage(_ message: JSONValue, isFirst: Bool, isAlone: Bool) {
        checkSecret(message)
        guard let method = message["method"]?.stringValue else { return noteAnswer(message) }
        tried.insert("M-8")
        if let fault = Message.fault(ofVersionIn: message) { faults.append(fault) }
        if method == "initialize" {
            tried.insert("C-4")
            if !isFirst || !isAlone { add("C-4", "initialize is not the first request, or not alone in its frame") }
        }
        if let params = message["params"], !params.isNull {
            tried.insert("M-21")
            if params.isArray, params.count > 0 {
                add("M-21", "params by position: \(message.shortened)")
            } else {
                check(params, by: SchemaSet.name(method, "params"), blame: [])
            }
        }
        guard let id = message["id"] else { return }
        if id.stringValue == nil, id.intValue == nil, !id.isNull {
            add("M-8", "an id is a string, an integer of 64 bits or null: \(message.shortened)")
        }
        tried.insert("M-12")
        if !waiting.insert(id).inserted { add("M-12", "the id \(id) is that of a request that waits already") }
    }

    private func noteAnswer(_ answer: JSONValue) {
        tried.insert("M-14")
        if let fault = Message.fault(inAnswer: answer) { faults.append(fault) }
        guard let id = answer["id"] else {
            return add("M-14", "an answer without an id: \(answer.shortened)")
        }
        guard let method = owed.removeValue(forKey: id) else {
            if !hasSentTexts {
                let reason = "no request waits for an answer with the id \(id): \(answer.shortened)"
                faults.append(Fault(["M-14", "M-15", "R-1"], reason))
            }
            return
        }
        if let result = answer["result"] {
            tried.insert("R-18")
            check(result, by: SchemaSet.name(method, "result"), blame: ["R-18"])
        } else {
            check(answer, by: "peer-error", blame: ["M-14"])
        }
    }

    /// Checks that the secret occurs only in the value of a `setSecret`.
    private func checkSecret(_ frame: JSONValue) {
        guard let secret else { return }
        let isSetSecret =
            frame["method"]?.stringValue == "feature/send" && frame["params"]?["action"]?.stringValue == "setSecret"
        guard JSONText(frame).string.contains(secret) else { return }
        tried.insert("X-4")
        if !isSetSecret { add("X-4", "a secret is in \(frame["method"]?.stringValue ?? "an answer")") }
    }

    private func check(_ value: JSONValue, by name: String, blame: [String]) {
        guard let violation = schemas.violation(in: value, by: name) else { return }
        faults.append(Fault(blame, "\(name): \(violation.place) \(violation.reason)"))
    }

    private func add(_ requirement: String, _ reason: String) { faults.append(Fault([requirement], reason)) }
}
