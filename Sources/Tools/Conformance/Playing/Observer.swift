import FHJSON

/// Checks all messages of a host in a session against the requirements that hold in every session.
final class Observer: Watcher {
    /// The requirements that can be violated in any session, regardless of the scenario's subject.
    static let watched: Set = [
        "M-8", "M-10", "M-14", "M-17", "M-37", "C-1", "C-23", "C-24", "C-26", "C-29", "C-68", "S-8", "S-9", "S-11",
        "S-12", "S-33", "S-36", "S-64", "T-65", "R-17",
    ]

    private let schemas: SchemaSet
    private var findings = Findings()
    var faults: [Fault] { findings.faults }
    var tried: Set<String> { findings.tried }

    /// The unanswered requests, by id.
    private var asked: [JSONValue: [AskedRequest]] = [:]
    private var askedCount = 0
    /// The greatest ``AskedRequest/number`` of an answered request for which `isAnsweredAtOnce` is true.
    private var lastAnswered = 0
    /// The ids that several pending requests have had in common, so that their answers can't be distinguished.
    private var doubled: Set<JSONValue> = []
    /// The number of unanswered messages, by id.
    private var owed: [JSONValue: Int] = [:]
    /// True if text was sent that may be invalid, so that the ids of its requests are unknown.
    private var hasSentTexts = false
    /// The updates of subscriptions.
    private var told = Subscriptions()
    private var catalog: Catalog
    private var hasReducedMotion = false

    private let idKey: String?

    /// Creates an observer for one session.
    ///
    /// - Parameter idKey: the id member of a plugin's rows; nil for a host.
    init(_ schemas: SchemaSet, ofPluginWithID idKey: String? = nil) {
        (self.schemas, self.idKey) = (schemas, idKey)
        catalog = Catalog(schemas)
        if idKey != nil { findings.tried = PluginDuty.always }
    }

    func newest(of instance: String) -> JSONValue? { told.snapshots[Subscriptions.Target(instance: instance)] }

    func snapshot(after patch: JSONValue) -> JSONValue? {
        let newest = told.snapshots[Subscriptions.Target(patch)]
        return newest?["revision"] == patch["revision"] ? newest : nil
    }

    var toldByPatches: [JSONValue] { told.toldByPatches }

    // MARK: Sent messages

    func noteSent(_ message: JSONValue) {
        for member in message.isArray ? Array(message.elements) : [message] {
            let params: JSONValue = member["params"] ?? .emptyObject
            if let method = member["method"]?.stringValue { told.noteAsked(method, params) }
            guard let id = member["id"] else { continue }
            // Answers to requests from the host are not counted.
            if member["result"] == nil, member["error"] == nil { owed[id, default: 0] += 1 }
            guard let method = member["method"]?.stringValue else { continue }
            if !(asked[id] ?? []).isEmpty { doubled.insert(id) }
            askedCount += 1
            asked[id, default: []].append(
                AskedRequest(method: method, params: params, number: askedCount, isInBatch: message.isArray))
        }
    }

    func noteSentText() { hasSentTexts = true }

    // MARK: Received messages

    func note(_ frame: JSONValue) {
        if frame.isArray {
            for answer in frame.elements { noteAnswer(answer) }
        } else if frame["method"] != nil {
            noteNews(frame)
        } else {
            noteAnswer(frame)
        }
    }

    var isOwed: Bool { asked.values.contains { !$0.isEmpty } }

    func noteEnd() {
        findings.tried.insert("M-14")
        for (id, left) in asked where !left.isEmpty {
            // A request whose id is invalid is answered with the id null.
            guard id.stringValue != nil || id.intValue != nil, left[0].method != "exit" else { continue }
            add("M-14", "the request \(id), \(left[0].method), was never answered")
        }
    }

    private func noteNews(_ message: JSONValue) {
        let method = message["method"]?.stringValue ?? ""
        let isRequest = message["id"] != nil
        if let fault = Message.fault(ofVersionIn: message) { findings.add([fault]) }
        let params: JSONValue = message["params"] ?? .emptyObject
        if isRequest, idKey != nil { add("G-12", "it asks for something: \(message.shortened)") }
        check(params, by: SchemaSet.name(method, "params"), blame: isRequest ? ["R-17"] : [])
        switch method {
        case "state/snapshot": noteSnapshot(params, isUpdate: true)
        case "state/patch": notePatch(params)
        case "state/closed": told.noteClosed(params, isCounted: !hasSentTexts, &findings)
        default: break
        }
    }

    private func noteAnswer(_ answer: JSONValue) {
        if let fault = Message.fault(inAnswer: answer) { findings.add([fault]) }
        if let error = answer["error"] {
            check(answer, by: idKey == nil ? "error" : "peer-error", blame: ["M-37"])
            if error["code"]?.intValue == -32603 {
                findings.add([Fault([], "it says that it has failed itself: \(error.shortened)")])
            }
        }
        guard let id = answer["id"] else {
            add("M-10", "an answer without an id: \(answer.shortened)")
            return
        }
        let count = owed[id, default: 0]
        if count == 0, !id.isNull, !hasSentTexts {
            add("M-14", "no request waits for an answer with the id \(id): \(answer.shortened)")
        }
        owed[id] = max(0, count - 1)
        guard let question = asked[id]?.first else { return }
        asked[id]?.removeFirst()
        guard !doubled.contains(id) else { return }
        noteOrder(of: question)
        guard let result = answer["result"] else { return }
        // The answer of a plugin to `initialize` has fewer members than a host's.
        let isSame = idKey == nil || question.method != "initialize"
        if isSame { check(result, by: SchemaSet.name(question.method, "result"), blame: []) }
        noteResult(result, of: question)
    }

    private func noteOrder(of question: AskedRequest) {
        guard question.isAnsweredAtOnce else { return }
        if question.number < lastAnswered {
            add("M-17", "\(question.method) is answered behind a request that came after it")
        }
        findings.tried.formUnion(["M-16", "M-17"])
        lastAnswered = max(lastAnswered, question.number)
    }

    private func noteResult(_ result: JSONValue, of question: AskedRequest) {
        switch question.method {
        case "initialize":
            if let features = result["features"] { catalog.note(features, &findings) }
            hasReducedMotion = question.params["reducedMotion"]?.boolValue ?? false
        case "feature/open", "state/subscribe":
            if let snapshot = result["snapshot"] { noteSnapshot(snapshot, isUpdate: false) }
        case "feature/list":
            if let features = result["features"] { catalog.note(features, &findings) }
        case "feature/snapshot":
            noteState(result)
            told.compare(result, &findings)
        case "feature/close": told.forgetInstance(of: question.params)
        case "source/fetch", "source/search":
            findings.tried.formUnion(["R-18", "R-19", "R-20"])
            if let idKey { findings.add(PluginDuty.faults(inRows: result["items"] ?? .emptyArray, idKey)) }
        case "state/unsubscribe": told.forget(Subscriptions.Target(question.params))
        case "feature/run":
            catalog.check(outcome: result, of: question.params["feature"]?.stringValue ?? "", &findings)
        case "feature/send": noteTaken(question, result)
        default: break
        }
    }

    private func noteTaken(_ question: AskedRequest, _ result: JSONValue) {
        let instance = question.params["instance"]?.stringValue ?? ""
        let last = told.revisions[Subscriptions.Target(instance: instance)]
        if let last, let revision = result["revision"]?.intValue {
            if last < revision {
                add("S-12", "revision \(revision) of \(instance) is answered, and only \(last) was told")
            }
            findings.tried.insert("S-12")
        }
        // The answer to a batch follows the updates of its later members.
        guard !question.isInBatch, Subscriptions.Target(question.params).path.count == 0,
            let feature = newest(of: instance)?["feature"]?.stringValue
        else { return }
        catalog.check(taken: question.params, of: feature, &findings)
    }

    private func add(_ requirement: String, _ reason: String) { findings.add(requirement, reason) }

    // MARK: Snapshots

    /// Checks a snapshot by itself, without comparing it with earlier ones.
    private func noteState(_ snapshot: JSONValue) {
        let instance = snapshot["instance"]?.stringValue ?? ""
        let isWorking = snapshot["effects"]?.elements.contains { $0["background"]?.boolValue == false } ?? false
        if isWorking, snapshot["settled"]?.boolValue == true {
            add("S-36", "\(instance) is settled, and has effects: \((snapshot["effects"] ?? .null).shortened)")
        }
        if hasReducedMotion, let animation = snapshot["animation"], !animation.isNull {
            add("S-64", "\(instance) has an animation for a client that wants none: \(animation)")
        }
        catalog.check(snapshot, &findings)
    }

    private func noteSnapshot(_ snapshot: JSONValue, isUpdate: Bool) {
        noteState(snapshot)
        told.note(snapshot, isUpdate: isUpdate, &findings)
    }

    private func notePatch(_ params: JSONValue) {
        guard let new = told.notePatch(params, &findings) else { return }
        check(new, by: "snapshot", blame: ["D-3"])
        noteState(new)
    }

    // MARK: Schemas

    private func check(_ value: JSONValue, by name: String, blame: [String]) {
        if schemas.has(name) { findings.tried.insert("C-1") }
        guard let violation = schemas.violation(in: value, by: name) else { return }
        findings.add([Fault(blame, "\(name): \(violation.place) \(violation.reason)", violation)])
    }
}
