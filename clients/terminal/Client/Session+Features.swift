public import FHJSON

extension Session {
    /// Opens a feature, or uses the instance that is open.
    ///
    /// - Parameters:
    ///   - params: the opening params; with params, the feature is opened even if an instance of it is open.
    ///   - done: called with the name of the instance; with nil after a refusal, whose reason the user sees.
    public func open(_ feature: String, _ params: JSONValue? = nil, done: @escaping (String?) -> Void) {
        if params == nil, let open = instances.last(where: { isSameText($0.snapshot.feature, feature) }) {
            return done(open.name)
        }
        requestOpening(feature, params) { [unowned self] answer in
            switch answer {
            case .result(let result):
                store(result, params)
                done(result["instance"]?.stringValue)
                if let snapshot = instances.last(where: { isSameText($0.name, result.text("instance")) })?.snapshot,
                    !snapshot.isSettled
                {
                    awaitSettling(of: snapshot.instance)
                }
            case .error(let error):
                if end == nil { say(Refusals.explain("Open", error)) }
                done(nil)
            }
        }
    }

    /// Asks the host to open a feature.
    ///
    /// - Parameter name: the name of the instance; nil for one that the host chooses.
    func requestOpening(
        _ feature: String, _ params: JSONValue?, name: String? = nil, answered: @escaping (Answer) -> Void
    ) {
        let members = Params { json in
            json.field("feature", feature)
            if let params { json.field("params", params) }
            if let name { json.field("instance", name) }
        }
        request("feature/open", members, answered: answered)
    }

    /// Stores the snapshot of an instance that was opened.
    func store(_ result: JSONValue, _ params: JSONValue?) {
        guard let snapshot = Snapshot(result.object("snapshot"), generation: generation) else { return }
        let instance = Instance(name: snapshot.instance, snapshot: snapshot, params: params)
        if let index = instances.firstIndex(where: { isSameText($0.name, instance.name) }) {
            instances[index] = instance
        } else {
            instances.append(instance)
        }
    }

    /// Returns an open instance at its newest revision; nil if it is not open.
    public func node(_ instance: String) -> Node? {
        instances.first { isSameText($0.name, instance) }.map { Node(self, $0.snapshot) }
    }

    /// The names of the open instances, in the order in which they were opened.
    public var open: [String] { instances.map(\.name) }

    /// Returns true if an instance of a feature is open.
    public func isOpen(_ feature: String) -> Bool { instances.contains { isSameText($0.snapshot.feature, feature) } }

    /// True if values that the user has entered would be lost if the host ended.
    public var hasUnsavedChanges: Bool {
        let isTyped = (unanswered + pending.values.compactMap(\.sent)).contains { $0.action == "setValue" }
        return isTyped || !unsavedTitles.isEmpty
    }

    /// The titles of the open features with unsaved changes that the host knows.
    var unsavedTitles: [String] { open.compactMap { node($0) }.filter(\.hasUnsavedChanges).map(\.title) }
}
