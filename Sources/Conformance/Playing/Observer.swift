import JSON

/// Watches all that a host says in a session, and notes what it may not do whatever it was asked.
final class Observer {
    private let schemas: SchemaSet
    /// What was found.
    private(set) var faults: [Fault] = []

    /// The methods of the requests that are not answered yet, by their ids.
    private var asked: [JSONValue: [Asked]] = [:]
    /// The newest revision that was told of what is subscribed to.
    private var revisions: [Target: Int] = [:]
    /// Its snapshot.
    private var snapshots: [Target: JSONValue] = [:]
    private var hasReducedMotion = false

    private struct Asked {
        let method: String
        let params: JSONValue
    }

    /// What is subscribed to.
    private struct Target: Hashable {
        let instance: String
        let path: JSONValue
    }

    init(_ schemas: SchemaSet) { self.schemas = schemas }

    /// The newest snapshot of an instance.
    func newest(of instance: String) -> JSONValue? { snapshots[Target(instance: instance, path: .emptyArray)] }

    // MARK: What is sent

    /// Notes what was sent, so that answers can be told from what nobody asked for.
    func noteSent(_ message: JSONValue) {
        for member in message.isArray ? Array(message.elements) : [message] {
            guard let id = member["id"], let method = member["method"]?.stringValue else { continue }
            asked[id, default: []].append(Asked(method: method, params: member["params"] ?? .emptyObject))
        }
    }

    // MARK: What is heard

    /// Looks at a frame.
    func note(_ frame: JSONValue) {
        if frame.isArray {
            for answer in frame.elements { noteAnswer(answer) }
        } else if frame["method"] != nil {
            noteNews(frame)
        } else {
            noteAnswer(frame)
        }
    }

    /// The session has ended in order: what is not answered now will never be.
    func noteEnd() {
        for (id, left) in asked where !left.isEmpty {
            // Ids that a host can't have taken for ids are answered with null.
            guard id.stringValue != nil || id.intValue != nil, left[0].method != "exit" else { continue }
            faults.append(Fault(["M-14"], "the request \(id), \(left[0].method), was never answered"))
        }
    }

    private func noteNews(_ message: JSONValue) {
        let method = message["method"]?.stringValue ?? ""
        let isRequest = message["id"] != nil
        if message["jsonrpc"]?.stringValue != "2.0" {
            faults.append(Fault(["M-8"], "a message without jsonrpc \"2.0\": \(message.shortened)"))
        }
        let params: JSONValue = message["params"] ?? .emptyObject
        check(params, by: schemaName(method, "params"), blame: isRequest ? ["R-17"] : [])
        switch method {
        case "state/snapshot": noteSnapshot(params, isUpdate: true)
        case "state/patch": notePatch(params)
        case "state/closed": revisions[target(params)] = nil
        default: break
        }
    }

    private func noteAnswer(_ answer: JSONValue) {
        if answer["jsonrpc"]?.stringValue != "2.0" || (answer["result"] == nil) == (answer["error"] == nil) {
            faults.append(Fault(["M-14"], "an answer has jsonrpc, and a result or an error: \(answer.shortened)"))
        }
        if answer["error"] != nil { check(answer, by: "error", blame: ["M-37"]) }
        guard let id = answer["id"] else {
            faults.append(Fault(["M-10"], "an answer without an id: \(answer.shortened)"))
            return
        }
        // What was sent as a mere text may have had this id.
        guard let question = asked[id]?.first else { return }
        asked[id]?.removeFirst()
        guard let result = answer["result"] else { return }
        check(result, by: schemaName(question.method, "result"), blame: [])
        noteResult(result, of: question)
    }

    private func noteResult(_ result: JSONValue, of question: Asked) {
        switch question.method {
        case "initialize":
            hasReducedMotion = question.params[JSONPointer(["capabilities", "reducedMotion"])]?.boolValue ?? false
        case "feature/open", "state/subscribe":
            if let snapshot = result["snapshot"] { noteSnapshot(snapshot, isUpdate: false) }
        case "feature/snapshot":
            noteState(result)
        case "feature/close", "state/unsubscribe":
            revisions[target(question.params)] = nil
        case "feature/send":
            let target = Target(instance: question.params["instance"]?.stringValue ?? "", path: .emptyArray)
            if let told = revisions[target], let revision = result["revision"]?.intValue, told < revision {
                let reason = "revision \(revision) is answered, and only \(told) was told"
                faults.append(Fault(["S-12"], "\(question.method): \(reason)"))
            }
        default: break
        }
    }

    // MARK: Revisions

    private func target(_ params: JSONValue) -> Target {
        Target(instance: params["instance"]?.stringValue ?? "", path: params["path"] ?? .emptyArray)
    }

    private func noteSnapshot(_ snapshot: JSONValue, isUpdate: Bool) {
        noteState(snapshot)
        let target = target(snapshot)
        guard let revision = snapshot["revision"]?.intValue else { return }
        if isUpdate, let last = revisions[target] {
            let count = snapshot["conflated"]?.intValue ?? 1
            if revision <= last {
                faults.append(Fault(["S-11"], "\(target.instance): revision \(revision) comes after \(last)"))
            } else if revision != last + count {
                let reason = "revision \(revision) comes after \(last), and stands for \(count)"
                faults.append(Fault(["S-8", "S-9"], "\(target.instance): \(reason)"))
            }
        }
        if isUpdate || revision >= revisions[target] ?? 0 { revisions[target] = revision }
        snapshots[target] = snapshot
    }

    private func notePatch(_ params: JSONValue) {
        let target = target(params)
        guard let base = params["base"]?.intValue, let revision = params["revision"]?.intValue else { return }
        if let last = revisions[target], base != last {
            faults.append(Fault(["D-4"], "\(target.instance): a patch of \(base) comes after \(last)"))
        }
        if revision != base + 1 {
            faults.append(Fault(["D-5"], "\(target.instance): a patch leads from \(base) to \(revision)"))
        }
        revisions[target] = revision
        guard let old = snapshots[target], let patch = params["patch"] else { return }
        do throws(JSONPatch.Fault) {
            let new = try JSONPatch.apply(patch, to: old)
            snapshots[target] = new
            check(new, by: "snapshot", blame: ["D-3"])
            noteState(new)
        } catch {
            faults.append(Fault(["D-2"], "\(target.instance): a patch to \(revision) does not apply: \(error)"))
        }
    }

    /// What holds of a snapshot by itself.
    private func noteState(_ snapshot: JSONValue) {
        let instance = snapshot["instance"]?.stringValue ?? ""
        let isWorking = snapshot["effects"]?.elements.contains { $0["background"]?.boolValue == false } ?? false
        if isWorking, snapshot["settled"]?.boolValue == true {
            faults.append(Fault(["S-36"], "\(instance) is settled, and has effects: \(snapshot["effects"]!.shortened)"))
        }
        if hasReducedMotion, let animation = snapshot["animation"], !animation.isNull {
            faults.append(Fault(["S-64"], "\(instance) has a hint for a front end that wants none: \(animation)"))
        }
    }

    // MARK: Schemas

    private func schemaName(_ method: String, _ what: String) -> String {
        method.split(separator: "/").joined(separator: "-") + "-\(what)"
    }

    private func check(_ value: JSONValue, by name: String, blame: [String]) {
        guard let violation = schemas.violation(in: value, by: name) else { return }
        faults.append(Fault(blame, "\(name): \(violation.place) \(violation.reason)", violation))
    }
}
