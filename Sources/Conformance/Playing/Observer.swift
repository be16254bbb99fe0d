import JSON

/// Watches all that a host says in a session, and notes what it may not do whatever it was asked.
final class Observer: Watcher {
    private let schemas: SchemaSet
    private(set) var faults: [Fault] = []
    private(set) var tried: Set<String> = []

    /// The methods of the requests that are not answered yet, by their ids.
    private var asked: [JSONValue: [AskedRequest]] = [:]
    private var askedCount = 0
    /// The last request that was answered at once.
    private var lastAnswered = 0
    /// Ids of requests that were under way at the same time: it can't be told which of them is answered.
    private var doubled: Set<JSONValue> = []
    /// How often each id was sent and not answered yet, by whatever had it.
    private var owed: [JSONValue: Int] = [:]
    /// Whether something was sent that was no message, so that ids can't be counted.
    private var hasSentTexts = false
    /// The newest revision that was told of what is subscribed to.
    private var revisions: [Target: Int] = [:]
    /// Its snapshot.
    private var snapshots: [Target: JSONValue] = [:]
    /// What is known by patches alone since it was told whole.
    private var patched: Set<Target> = []
    /// The schemas of states, by their features.
    private var states: [String: SchemaSet] = [:]
    private var hasReducedMotion = false

    /// What is subscribed to.
    private struct Target: Hashable {
        let instance: String
        let path: JSONValue
    }

    private let idKey: String?

    /// - Parameter idKey: the member that a plugin's rows are known by; nil for a host.
    init(_ schemas: SchemaSet, ofPluginWithID idKey: String? = nil) {
        (self.schemas, self.idKey) = (schemas, idKey)
        if idKey != nil { tried = PluginDuty.always }
    }

    func newest(of instance: String) -> JSONValue? { snapshots[Target(instance: instance, path: .emptyArray)] }

    // MARK: What is sent

    func noteSent(_ message: JSONValue) {
        for member in message.isArray ? Array(message.elements) : [message] {
            guard let id = member["id"] else { continue }
            // Answers to the host's requests are none of these.
            if member["result"] == nil, member["error"] == nil { owed[id, default: 0] += 1 }
            guard let method = member["method"]?.stringValue else { continue }
            if !(asked[id] ?? []).isEmpty { doubled.insert(id) }
            askedCount += 1
            asked[id, default: []].append(
                AskedRequest(
                    method: method, params: member["params"] ?? .emptyObject, number: askedCount,
                    isInBatch: message.isArray))
        }
    }

    func noteSentText() { hasSentTexts = true }

    // MARK: What is heard

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
        tried.insert("M-14")
        for (id, left) in asked where !left.isEmpty {
            // Ids that a host can't have taken for ids are answered with null.
            guard id.stringValue != nil || id.intValue != nil, left[0].method != "exit" else { continue }
            add("M-14", "the request \(id), \(left[0].method), was never answered")
        }
    }

    private func noteNews(_ message: JSONValue) {
        let method = message["method"]?.stringValue ?? ""
        let isRequest = message["id"] != nil
        if let fault = Message.fault(ofVersionIn: message) { faults.append(fault) }
        let params: JSONValue = message["params"] ?? .emptyObject
        if isRequest, idKey != nil { add("G-12", "it asks for something: \(message.shortened)") }
        check(params, by: SchemaSet.name(method, "params"), blame: isRequest ? ["R-17"] : [])
        switch method {
        case "state/snapshot": noteSnapshot(params, isUpdate: true)
        case "state/patch": notePatch(params)
        case "state/closed": forgetInstance(of: params)
        default: break
        }
    }

    private func noteAnswer(_ answer: JSONValue) {
        if let fault = Message.fault(inAnswer: answer) { faults.append(fault) }
        if let error = answer["error"] {
            check(answer, by: idKey == nil ? "error" : "peer-error", blame: ["M-37"])
            if error["code"]?.intValue == -32603 {
                faults.append(Fault([], "it says that it has failed itself: \(error.shortened)"))
            }
        }
        guard let id = answer["id"] else {
            add("M-10", "an answer without an id: \(answer.shortened)")
            return
        }
        let count = owed[id, default: 0]
        if count == 0, !id.isNull, !hasSentTexts {
            add("M-14", "nobody waits for an answer with the id \(id): \(answer.shortened)")
        }
        owed[id] = max(0, count - 1)
        guard let question = asked[id]?.first else { return }
        asked[id]?.removeFirst()
        guard !doubled.contains(id) else { return }
        noteOrder(of: question)
        guard let result = answer["result"] else { return }
        // A plugin says less of itself than a host does.
        let isSame = idKey == nil || question.method != "initialize"
        if isSame { check(result, by: SchemaSet.name(question.method, "result"), blame: []) }
        noteResult(result, of: question)
    }

    private func noteOrder(of question: AskedRequest) {
        guard question.isAnsweredAtOnce else { return }
        if question.number < lastAnswered {
            add("M-17", "\(question.method) is answered behind a request that came after it")
        }
        tried.formUnion(["M-16", "M-17"])
        lastAnswered = max(lastAnswered, question.number)
    }

    private func noteResult(_ result: JSONValue, of question: AskedRequest) {
        switch question.method {
        case "initialize":
            noteCatalog(result["features"])
            hasReducedMotion = question.params["reducedMotion"]?.boolValue ?? false
        case "feature/open", "state/subscribe":
            if let snapshot = result["snapshot"] { noteSnapshot(snapshot, isUpdate: false) }
        case "feature/list":
            noteCatalog(result["features"])
        case "feature/snapshot":
            noteState(result)
            compare(result)
        case "feature/close": forgetInstance(of: question.params)
        case "source/fetch", "source/search":
            tried.formUnion(["R-18", "R-19", "R-20"])
            if let idKey { faults += PluginDuty.faults(inRows: result["items"] ?? .emptyArray, idKey) }
        case "state/unsubscribe": forget(target(question.params))
        case "feature/send":
            let target = Target(instance: question.params["instance"]?.stringValue ?? "", path: .emptyArray)
            guard let told = revisions[target], let revision = result["revision"]?.intValue else { break }
            if told < revision {
                add("S-12", "revision \(revision) of \(target.instance) is answered, and only \(told) was told")
            }
            tried.insert("S-12")
        default: break
        }
    }

    private func add(_ requirement: String, _ reason: String) { faults.append(Fault([requirement], reason)) }

    // MARK: Revisions

    private func target(_ params: JSONValue) -> Target {
        Target(instance: params["instance"]?.stringValue ?? "", path: params["path"] ?? .emptyArray)
    }

    /// Without a path, all that was subscribed to in an instance is gone with it.
    private func forgetInstance(of params: JSONValue) {
        let target = target(params)
        guard target.path.count == 0 else { return forget(target) }
        for known in revisions.keys where known.instance == target.instance { forget(known) }
    }

    private func forget(_ target: Target) {
        revisions[target] = nil
        snapshots[target] = nil
        patched.remove(target)
    }

    private func noteSnapshot(_ snapshot: JSONValue, isUpdate: Bool) {
        noteState(snapshot)
        let target = target(snapshot)
        guard let revision = snapshot["revision"]?.intValue else { return }
        if isUpdate, let last = revisions[target] {
            let count = snapshot["conflated"]?.intValue ?? 1
            if revision <= last {
                add("S-11", "\(target.instance): revision \(revision) comes after \(last)")
            } else if last >= 0 && revision - last != count {
                let reason = "revision \(revision) comes after \(last), and stands for \(count)"
                faults.append(Fault(["S-8", "S-9", "T-65"], "\(target.instance): \(reason)"))
            } else if count == 1, let old = snapshots[target] {
                compareEffects(old, snapshot)
            }
            tried.formUnion(count > 1 ? ["S-11", "T-65"] : ["S-8", "S-9", "S-11"])
        }
        revisions[target] = revision
        // The root of a patch has no `conflated`.
        snapshots[target] = JSONValue(snapshot.merged(with: Self.withoutConflated))
        patched.remove(target)
    }

    private static let withoutConflated = JSONValue(JSONText.object("conflated", .null))

    /// An effect goes when it has brought its action or was cancelled.
    private func compareEffects(_ old: JSONValue, _ new: JSONValue) {
        let ids = Set((new["effects"] ?? .emptyArray).elements.map { $0["id"] })
        let cancelled = new["cause"]?["cancelled"] ?? .emptyArray
        let isBrought = ["effect", "clock", "host"].contains(new["cause"]?["origin"]?.stringValue)
        for effect in (old["effects"] ?? .emptyArray).elements where !ids.contains(effect["id"]) {
            guard let id = effect["id"] else { continue }
            tried.insert("S-31")
            if !isBrought, !cancelled.elements.contains(id) {
                add(
                    "S-31",
                    "the effect \(id) is gone, which nothing brought and nobody cancelled: \((new["cause"] ?? .null).shortened)"
                )
            }
        }
    }

    private func notePatch(_ params: JSONValue) {
        let target = target(params)
        guard let base = params["base"]?.intValue, let revision = params["revision"]?.intValue else { return }
        if let last = revisions[target] {
            // An answer has brought what it says.
            if revision <= last { return }
            if base != last { add("D-4", "\(target.instance): a patch of \(base) comes after \(last)") }
            tried.insert("D-4")
        }
        if base == .max || revision != base + 1 {
            add("D-5", "\(target.instance): a patch leads from \(base) to \(revision)")
        }
        tried.insert("D-5")
        revisions[target] = revision
        guard let old = snapshots[target], let patch = params["patch"] else { return }
        do throws(JSONPatch.Fault) {
            let new = try JSONPatch.apply(patch, to: old)
            let (length, whole) = (JSONText(params).bytes.count, JSONText(new).bytes.count)
            if length >= whole { add("D-6", "a patch of \(length) bytes stands for a snapshot of \(whole)") }
            tried.formUnion(["D-2", "D-6"])
            snapshots[target] = new
            patched.insert(target)
            check(new, by: "snapshot", blame: ["D-3"])
            noteState(new)
        } catch {
            add("D-2", "\(target.instance): a patch to \(revision) does not apply: \(error)")
            snapshots[target] = nil
        }
    }

    /// Compares what patches have led to with what is told whole.
    private func compare(_ snapshot: JSONValue) {
        let target = target(snapshot)
        guard patched.contains(target), let held = snapshots[target], held["revision"] == snapshot["revision"] else {
            return
        }
        tried.insert("D-3")
        if held != snapshot {
            var names: Names = [:]
            let difference = Expectation(snapshot).mismatch(held, &names).map { ": \($0)" } ?? ""
            add("D-3", "\(target.instance): patches have led to another state than feature/snapshot tells\(difference)")
        }
    }

    /// What holds of a snapshot by itself.
    private func noteState(_ snapshot: JSONValue) {
        let instance = snapshot["instance"]?.stringValue ?? ""
        let isWorking = snapshot["effects"]?.elements.contains { $0["background"]?.boolValue == false } ?? false
        if isWorking, snapshot["settled"]?.boolValue == true {
            add("S-36", "\(instance) is settled, and has effects: \((snapshot["effects"] ?? .null).shortened)")
        }
        if hasReducedMotion, let animation = snapshot["animation"], !animation.isNull {
            add("S-64", "\(instance) has a hint for a front end that wants none: \(animation)")
        }
        if let own = states[snapshot["feature"]?.stringValue ?? ""], let state = snapshot["state"] {
            tried.insert("C-24")
            if let found = own.violation(in: state, by: "") {
                add("C-24", "the state of \(instance) is not what the catalog says: \(found.place) \(found.reason)")
            }
        }
    }

    private func noteCatalog(_ features: JSONValue?) {
        guard let features else { return }
        tried.insert("C-23")
        var ids: Set<String> = []
        for entry in features.elements {
            let id = entry["id"]?.stringValue ?? ""
            if !ids.insert(id).inserted { add("C-23", "the catalog has \(id) twice") }
            let names = (entry["actions"] ?? .emptyArray).elements.compactMap { $0["name"]?.stringValue }
            if Set(names).count < names.count { add("C-23", "\(id) has an action twice") }
            if let state = entry["state"] { states[id] = SchemaSet(state, beside: schemas) }
        }
    }

    // MARK: Schemas

    private func check(_ value: JSONValue, by name: String, blame: [String]) {
        if schemas.has(name) { tried.insert("C-1") }
        guard let violation = schemas.violation(in: value, by: name) else { return }
        faults.append(Fault(blame, "\(name): \(violation.place) \(violation.reason)", violation))
    }
}
