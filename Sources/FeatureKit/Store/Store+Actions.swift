import JSON

/// What a front end asks of a store.
extension Store {
    /// Sends the start actions.
    public func start() {
        if hasStarted { return }
        hasStarted = true
        turn {
            for node in root.all { start(node) }
        }
    }

    private func start(_ node: StoreNode<F>) {
        guard let action = node.start(&state, taskIDs[node.path]) else { return }
        let lifetime = EffectRuntime<F.Action>.Scope(id: "task", path: node.path, isLifetime: true)
        enqueue(
            Queued(action: action, context: .init(path: node.path, scopes: [lifetime], origin: .host), applied: {}))
    }

    /// Applies a front end's action.
    public func send(
        _ name: String, _ params: JSONValue, path: [String], from sender: Sender
    ) throws(ActionRefusal) {
        guard let node = path.isEmpty ? root : root.descendant(at: path[...]) else {
            throw .unavailable("gone")
        }
        for entry in node.unavailable(&state) where entry.action == name { throw .unavailable(entry.reason) }
        if let action = try node.admit(name, params, &state) {
            turn { apply(action, named: name, path: path, sender) }
        } else if let action = try CommonAction.set.decode(name, params) {
            try perform(action, named: name, on: node, sender)
        } else {
            throw .unknown(known: node.actionNames + CommonAction.set.descriptions.map(\.name))
        }
    }

    private func perform(
        _ action: CommonAction, named name: String, on node: StoreNode<F>, _ sender: Sender
    ) throws(ActionRefusal) {
        switch action {
        case .retry(let id):
            guard let error = find(id, in: node) else { throw .unavailable("gone") }
            guard error.retry != nil, let action = node.retry(error, &state) else {
                throw .unavailable("notRetryable")
            }
            turn { apply(action, named: name, path: node.path, sender) }
        case .dismissError(let id):
            guard find(id, in: node) != nil else { throw .unavailable("gone") }
            turn {
                node.errors(&state) { $0.remove(id) }
                finish(Cause(action: name, path: node.path, origin: .front(sender)))
            }
        case .setTaskId(let id):
            turn {
                let isNew = taskIDs[node.path] != id
                taskIDs[node.path] = id
                if isNew {
                    effects.cancelLifetime(at: node.path)
                    start(node)
                }
                finish(Cause(action: name, path: node.path, origin: .front(sender)))
            }
        case .reset:
            turn {
                effects.cancelAll(at: node.path)
                node.reset(&state)
                for node in node.all { start(node) }
                finish(Cause(action: name, path: node.path, origin: .front(sender)))
            }
        }
    }

    private func find(_ id: String?, in node: StoreNode<F>) -> PresentedError? {
        var error: PresentedError?
        node.errors(&state) { error = $0.find(id) }
        return error
    }

    private func apply(_ action: F.Action, named name: String, path: [String], _ sender: Sender) {
        let effect = feature.reduceAll(children, into: &state, action)
        if !effect.isNone { effects.start(effect, .init(path: [], scopes: [], origin: .effect)) }
        finish(Cause(action: name, path: path, origin: .front(sender)))
    }
}
