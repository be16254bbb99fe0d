import FHJSON

/// The application of actions that clients send.
extension Store {
    /// Sends the start actions.
    public func start() {
        if hasStarted { return }
        hasStarted = true
        turn { startAll(root, .subscribed) }
    }

    private func startAll(_ node: StoreNode<Whole>, _ reason: StoreHistory.Reason) {
        begin(node.startAll(&state, taskIDs[node.path]), at: node, reason)
    }

    private func restart(_ node: StoreNode<Whole>) {
        guard let action = node.start(&state, taskIDs[node.path]) else { return }
        begin(Effect(.lifetime(.send(action))), at: node, .taskID)
    }

    private func begin(
        _ effect: Effect<Whole.Action>, at node: StoreNode<Whole>, _ reason: StoreHistory.Reason = .appeared,
        origin: Cause.Origin = .host
    ) {
        startReason = reason
        defer { startReason = .appeared }
        effects.start(effect, .init(path: node.path, scopes: [], origin: origin))
    }

    /// Applies a client's action.
    public func send(
        _ name: String, _ params: JSONValue, path: [String], from sender: Sender
    ) throws(ActionRefusal) {
        guard let node = path.isEmpty ? root : root.descendant(at: path[...], in: &state) else {
            throw .unavailable("gone")
        }
        if let action = try admit(name, params, at: node) {
            turn { apply(action, named: name, path: path, sender) }
        } else if let setting = try node.setting(name, params) {
            revise(name, at: node, sender) {
                let effect = setting(&state)
                forgetBlocked(onTheWayTo: path)
                if !effect.isNone { begin(effect, at: node, origin: .effect) }
            }
        } else if let action = try node.presentation?.admit(name, params, &state) {
            turn { apply(action, named: name, path: path, sender) }
        } else if let action = try CommonAction.set.decode(name, params) {
            try perform(action, named: name, on: node, sender)
        } else {
            let presentation = node.presentation == nil ? [] : PresentationAction.set.descriptions
            let common = (presentation + CommonAction.set.descriptions).map(\.name)
            throw .unknown(known: node.actionNames + common.filter { !node.actionNames.contains($0) })
        }
    }

    /// Decodes an action that the feature declares, and checks if it is available now.
    ///
    /// Nil if the feature declares no action with this name.
    private func admit(
        _ name: String, _ params: JSONValue, at node: StoreNode<Whole>
    ) throws(ActionRefusal) -> Whole.Action? {
        for entry in node.unavailable(&state) where entry.action == name {
            throw .unavailable(entry.reason, detail: node.explanation(entry, &state))
        }
        return try node.admit(name, params, &state)
    }

    private func perform(
        _ action: CommonAction, named name: String, on node: StoreNode<Whole>, _ sender: Sender
    ) throws(ActionRefusal) {
        switch action {
        case .retry(let id):
            guard let error = find(id, in: node) else { throw gone(id, in: node) }
            guard error.retry != nil, let action = node.retry(error, &state) else {
                let detail = "trying again can't help with the error \(error.id) (\(error.failure.code))"
                throw .unavailable("notRetryable", detail: detail)
            }
            turn { apply(action, named: name, path: node.path, sender) }
        case .dismissError(let id):
            guard find(id, in: node) != nil else { throw gone(id, in: node) }
            revise(name, at: node, sender) { node.errors(&state) { $0.remove(id) } }
        case .cancelEffect(let id):
            let effect = try cancellable(id, at: node.path)
            turn { cancel(effect, at: node.path, sender) }
        case .undoNotice(let id): try end(id, undoes: true, named: name, sender)
        case .dismissNotice(let id): try end(id, undoes: false, named: name, sender)
        case .setTaskId(let id):
            revise(name, at: node, sender) {
                let isNew = taskIDs[node.path] != id
                taskIDs[node.path] = id
                if isNew {
                    effects.cancelLifetime(at: node.path)
                    restart(node)
                }
            }
        case .reset:
            guard let reset = node.reset(&state) else { throw .unavailable("notResettable") }
            revise(name, at: node, sender) {
                effects.cancelAll(at: node.path)
                let taskID = taskIDs[node.path]
                dropQueued(in: Subtrees(at: node.path))
                taskIDs[node.path] = taskID
                reset(&state)
                forgetBlocked(onTheWayTo: node.path)
                startAll(node, .reset)
            }
        }
    }

    /// Drops the blocked actions of the features along a path, if the actions would no longer lose changes.
    private func forgetBlocked(onTheWayTo path: [String]) {
        if blocked == nil { return }
        for length in 0...path.count {
            root.descendant(at: path[..<length], in: &state)?.presentation?.forgetBlocked(&state)
        }
    }

    /// The refusal of an action about an error that doesn't exist.
    private func gone(_ id: String?, in node: StoreNode<Whole>) -> ActionRefusal {
        var known: [String] = []
        node.errors(&state) { known = $0.all.map(\.id) }
        guard let id else { return .unavailable("gone", detail: "there is no error now") }
        let others = known.isEmpty ? "there is none now" : "there are \(LikelyName.list(known))"
        return .unavailable("gone", detail: "there is no error \(LikelyName.shown(id)), or not any more; \(others)")
    }

    private func find(_ id: String?, in node: StoreNode<Whole>) -> PresentedError? {
        var error: PresentedError?
        node.errors(&state) { error = $0.find(id) }
        return error
    }

    private func apply(_ action: Whole.Action, named name: String, path: [String], _ sender: Sender) {
        revise(Cause(action: name, path: path, origin: .front(sender))) { run(action, request: revision + 1) }
    }

    /// Applies an action and starts its effects.
    ///
    /// - Parameters:
    ///   - scopes: the scopes that the action's effects inherit.
    ///   - request: the revision of the client's action that this action is, or is a consequence of; nil for none.
    func run(
        _ action: Whole.Action, scopes: @autoclosure () -> [EffectRuntime<Whole.Action>.Scope] = [], request: Int?
    ) -> Animation? {
        let effect = feature.reduce(into: &state, action)
        if effect.isNone { return nil }
        handOn(effect)
        var context = EffectRuntime<Whole.Action>.Context(path: [], scopes: scopes(), origin: .effect)
        context.request = request
        effects.start(effect, context)
        return effect.animation
    }

    /// Makes a revision for an action that the store applies without the reducer.
    private func revise(_ name: String, at node: StoreNode<Whole>, _ sender: Sender, _ body: () -> Void) {
        turn {
            revise(Cause(action: name, path: node.path, origin: .front(sender))) {
                body()
                return nil
            }
        }
    }
}
