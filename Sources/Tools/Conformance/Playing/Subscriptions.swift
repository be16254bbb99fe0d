import FHJSON

/// Keeps the updates of a session's subscriptions, and checks that each update follows from the previous one.
struct Subscriptions {
    /// A subscribed instance, or a child of it.
    struct Target: Hashable {
        let instance: String
        let path: JSONValue

        init(_ params: JSONValue) {
            instance = params["instance"]?.stringValue ?? ""
            let path: JSONValue = params["path"] ?? .emptyArray
            self.path = path.isNull ? .emptyArray : path
        }

        init(instance: String) {
            self.instance = instance
            path = .emptyArray
        }
    }

    /// The newest received revision, by target.
    private(set) var revisions: [Target: Int] = [:]
    /// The snapshot of the newest received revision, by target.
    private(set) var snapshots: [Target: JSONValue] = [:]
    /// The targets that have had a patch since their last complete snapshot.
    private var patched: Set<Target> = []
    /// The maximum number of times that an instance can have been opened, by instance.
    private var openings: [String: Int] = [:]
    /// The number of `state/closed` notifications, by instance.
    private var closings: [String: Int] = [:]

    /// The params of the `feature/snapshot` requests that check the results of patches, one for each patched target.
    var toldByPatches: [JSONValue] {
        let params = patched.map { target in
            JSONText.build { json in
                json.beginObject()
                json.field("instance", target.instance)
                if target.path.count > 0 { json.field("path", target.path) }
                json.endObject()
            }
        }
        return params.sorted { $0.string < $1.string }.map { JSONValue($0) }
    }

    // MARK: Beginning and end

    private static let beginnings: Set = ["feature/open", "feature/run", "state/subscribe"]

    /// Records a request, or a member of a batch.
    mutating func noteAsked(_ method: String, _ params: JSONValue) {
        guard Self.beginnings.contains(method), let instance = params["instance"]?.stringValue else { return }
        openings[instance, default: 0] += 1
    }

    /// Records a `state/closed` notification.
    ///
    /// - Parameter isCounted: true if all requests were counted, so that superfluous notifications are detected.
    mutating func noteClosed(_ params: JSONValue, isCounted: Bool, _ findings: inout Findings) {
        let target = Target(params)
        forgetInstance(of: params)
        guard isCounted, target.path.count == 0 else { return }
        closings[target.instance, default: 0] += 1
        findings.tried.insert("C-68")
        if closings[target.instance, default: 0] > openings[target.instance, default: 0] {
            findings.add("C-68", "\(target.instance) is told to be closed once more than it was subscribed to")
        }
    }

    /// Forgets an instance with all its children.
    ///
    /// If the params have a path, forgets only the child.
    mutating func forgetInstance(of params: JSONValue) {
        let target = Target(params)
        guard target.path.count == 0 else { return forget(target) }
        for known in revisions.keys where known.instance == target.instance { forget(known) }
    }

    mutating func forget(_ target: Target) {
        revisions[target] = nil
        snapshots[target] = nil
        patched.remove(target)
    }

    // MARK: Snapshots

    mutating func note(_ snapshot: JSONValue, isUpdate: Bool, _ findings: inout Findings) {
        let target = Target(snapshot)
        guard let revision = snapshot["revision"]?.intValue else { return }
        if isUpdate, let last = revisions[target] {
            let count = snapshot["conflated"]?.intValue ?? 1
            if revision <= last {
                findings.add("S-11", "\(target.instance): revision \(revision) comes after \(last)")
            } else if last >= 0 && revision - last != count {
                let reason = "revision \(revision) comes after \(last), and stands for \(count)"
                findings.add([Fault(["S-8", "S-9", "T-65"], "\(target.instance): \(reason)")])
            } else if count == 1, let old = snapshots[target] {
                compareEffects(old, snapshot, &findings)
            }
            findings.tried.formUnion(count > 1 ? ["S-11", "T-65"] : ["S-8", "S-9", "S-11"])
        }
        // The name of an instance may be generated, so its first snapshot counts as an opening too.
        let closed = closings[target.instance, default: 0]
        if openings[target.instance, default: 0] <= closed { openings[target.instance] = closed + 1 }
        revisions[target] = revision
        // A snapshot that results from a patch has no `conflated`, so the member is removed for comparisons.
        snapshots[target] = JSONValue(snapshot.merged(with: Self.withoutConflated))
        patched.remove(target)
    }

    private static let withoutConflated = JSONValue(JSONText.object("conflated", .null))

    /// Checks that an effect disappears only after its action or its cancellation.
    private func compareEffects(_ old: JSONValue, _ new: JSONValue, _ findings: inout Findings) {
        let ids = Set((new["effects"] ?? .emptyArray).elements.map { $0["id"] })
        let cancelled = new["cause"]?["cancelled"] ?? .emptyArray
        let isBrought = ["effect", "clock", "host"].contains(new["cause"]?["origin"]?.stringValue)
        for effect in (old["effects"] ?? .emptyArray).elements where !ids.contains(effect["id"]) {
            guard let id = effect["id"] else { continue }
            if cancelled.elements.contains(id) {
                findings.tried.insert("S-33")
            } else if !isBrought {
                findings.add(
                    "S-33",
                    "the effect \(id) is gone, which has no result and was not cancelled: "
                        + (new["cause"] ?? .null).shortened)
            }
        }
    }

    // MARK: Patches

    /// Applies a patch.
    ///
    /// - Returns: the resulting snapshot; nil if the patch is invalid or outdated, or if the old snapshot is unknown.
    mutating func notePatch(_ params: JSONValue, _ findings: inout Findings) -> JSONValue? {
        let target = Target(params)
        guard let base = params["base"]?.intValue, let revision = params["revision"]?.intValue else { return nil }
        if let last = revisions[target] {
            // An earlier answer already had this revision.
            if revision <= last { return nil }
            if base != last { findings.add("D-4", "\(target.instance): a patch of \(base) comes after \(last)") }
            findings.tried.insert("D-4")
        }
        if base == .max || revision != base + 1 {
            findings.add("D-5", "\(target.instance): a patch leads from \(base) to \(revision)")
        }
        findings.tried.insert("D-5")
        revisions[target] = revision
        guard let old = snapshots[target], let patch = params["patch"] else { return nil }
        do throws(JSONPatch.Fault) {
            let new = try JSONPatch.apply(patch, to: old)
            let (length, whole) = (JSONText(params).bytes.count, JSONText(new).bytes.count)
            if length >= whole { findings.add("D-6", "a patch of \(length) bytes stands for a snapshot of \(whole)") }
            findings.tried.formUnion(["D-2", "D-6"])
            compareEffects(old, new, &findings)
            snapshots[target] = new
            patched.insert(target)
            return new
        } catch {
            findings.add("D-2", "\(target.instance): a patch to \(revision) does not apply: \(error)")
            snapshots[target] = nil
            return nil
        }
    }

    /// Compares the result of patches with a complete snapshot.
    func compare(_ snapshot: JSONValue, _ findings: inout Findings) {
        let target = Target(snapshot)
        guard patched.contains(target), let held = snapshots[target], held["revision"] == snapshot["revision"] else {
            return
        }
        findings.tried.insert("D-3")
        if held != snapshot {
            var names: Names = [:]
            let difference = Expectation(snapshot).mismatch(held, &names).map { ": \($0)" } ?? ""
            findings.add(
                "D-3",
                "\(target.instance): patches have led to another state than feature/snapshot tells\(difference)")
        }
    }
}
