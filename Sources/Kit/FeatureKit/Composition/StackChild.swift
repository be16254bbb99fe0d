import FHJSON

/// The children on a ``FeatureStack``.
struct StackChild<Parent: Feature>: ChildDefinition {
    let name: String
    let state: SendableKeyPath<Parent.State, FeatureStack>
    let embed: @Sendable (KeyedAction) -> Parent.Action
    let onOutput: @Sendable (Output, String, inout Parent.State) -> Effect<Parent.Action>

    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Reduction<Parent.Action> {
        guard let action = payload(KeyedAction.self, of: action, in: name) else { return .notMine }
        var effect = state[keyPath: self.state].reduce(action)
        let outputs = effect.takeOutputs()
        let following = state[keyPath: self.state].follow(action.key).map { place(.send($0.action), key: $0.key) }
        let own: Effect<Parent.Action> = .merge([place(effect, key: action.key)] + following)
        if outputs.isEmpty { return .reduced(own) }
        return .reduced(.merge([own] + outputs.map { onOutput($0, action.key, &state) }))
    }

    private func place(_ effect: Effect<AnyAction>, key: String) -> Effect<Parent.Action> {
        let embed = embed
        return effect.map { embed(KeyedAction(key: key, action: $0)) }.inChild(key).inChild(name)
    }

    func start(in state: Parent.State) -> Effect<Parent.Action> {
        let stack = state[keyPath: self.state]
        return .merge((stack.entries + stack.aside).map { start($0) })
    }

    private func start(_ entry: FeatureStack.Entry) -> Effect<Parent.Action> {
        place(entry.feature.start(in: entry.state), key: entry.key)
    }

    func discardDrafts(in state: Parent.State) -> Effect<Parent.Action> {
        let stack = state[keyPath: self.state]
        return .merge((stack.entries + stack.aside).map { place($0.feature.discardDrafts(in: $0.state), key: $0.key) })
    }

    func unsavedChanges(in state: Parent.State) -> [String]? {
        state[keyPath: self.state].unsavedChanges.map { [name] + $0 }
    }

    func isSaving(_ state: Parent.State) -> Bool {
        let stack = state[keyPath: self.state]
        return stack.entries.contains { $0.isSaving } || stack.aside.contains { $0.isSaving }
    }

    var forgetHints: (@Sendable (inout Parent.State) -> Void)? {
        { [state] in $0[keyPath: state].forgetHints() }
    }

    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root> {
        let state = state
        let embed = embed
        return .slot(
            AnyDynamicChildren(
                name: name, path: lens.path, isKeyed: true,
                occupants: { root in
                    var found: [(String, AnyFeature)] = []
                    lens.visit(&root) { found = $0[keyPath: state].entries.map { ($0.key, $0.feature) } }
                    return found
                },
                hidden: { root in
                    var found: [(String, AnyFeature)] = []
                    lens.visit(&root) { found = $0[keyPath: state].aside.map { ($0.key, $0.feature) } }
                    return found
                },
                occupant: { key, root in
                    var found: AnyFeature?
                    lens.visit(&root) { found = $0[keyPath: state].feature(key) }
                    return found
                },
                visit: { key, root, body in lens.visit(&root) { $0[keyPath: state].visit(key, body) } },
                embed: { [outer = lens.embed] in outer(embed($0)) },
                writeMembers: { key, root, json in
                    lens.visit(&root) { parent in
                        let stack = parent[keyPath: state]
                        if let index = stack.index(of: key) { stack.entries[index].writeMembers(to: &json) }
                    }
                }))
    }
}

extension FeatureStack.Entry {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        json.field("key", key)
        json.field("route", route)
        json.field("title", title)
        json.field("params", feature.params)
        guard let subject, subject.isLost else { return }
        json.key("reason")
        json.beginObject()
        TargetStatus.writeGone([subject.row.id], to: &json)
        json.endObject()
    }
}

extension FeatureStack {
    /// Returns the effect that starts the feature with this key and its children.
    ///
    /// The parent returns this effect after it has pushed the feature.
    ///
    /// - Parameters:
    ///   - key: the key of the entry; nothing starts if there is no such entry.
    ///   - name: the child's name, as in ``Child/stack(_:state:action:onOutput:)``.
    ///   - embed: the case of the parent's action.
    public func start<Action: Sendable>(
        _ key: String, in name: String, _ embed: @escaping @Sendable (KeyedAction) -> Action
    ) -> Effect<Action> {
        guard let entry = index(of: key).map({ entries[$0] }) else { return .none }
        return entry.feature.start(in: entry.state).map { embed(KeyedAction(key: key, action: $0)) }
            .inChild(key).inChild(name)
    }
}

extension FeatureStack {
    /// Returns the effect that deletes the drafts of features on the stack.
    ///
    /// - Parameters:
    ///   - count: the number of features from the top; nil for all features, including those set aside.
    ///   - name: the child's name, as in ``Child/stack(_:state:action:onOutput:)``.
    ///   - embed: the case of the parent's action.
    public func discardDrafts<Action: Sendable>(
        inLast count: Int? = nil, in name: String, _ embed: @escaping @Sendable (KeyedAction) -> Action
    ) -> Effect<Action> {
        let given = count.map { Array(entries.suffix($0)) } ?? entries + aside
        return .merge(
            given.map { entry in
                entry.feature.discardDrafts(in: entry.state)
                    .map { embed(KeyedAction(key: entry.key, action: $0)) }.inChild(entry.key).inChild(name)
            })
    }

    /// The actions that replace the opening params of features.
    ///
    /// - Parameter params: returns the new params of an entry, or nil to keep its params.
    public func follow(_ params: (Entry) -> JSONValue?) -> [KeyedAction] {
        (entries + aside).compactMap { entry in
            guard let params = params(entry) else { return nil }
            return entry.feature.follow(params, in: entry.state).map { KeyedAction(key: entry.key, action: $0) }
        }
    }

    /// The actions that notify features of the loss or the return of the row that they were opened about.
    ///
    /// - Parameters:
    ///   - isGone: true if the row is gone, false if it is back.
    ///   - isAbout: returns true if an entry was opened about that row.
    public func noteRow(isGone: Bool, _ isAbout: (Entry) -> Bool) -> [KeyedAction] {
        (entries + aside).filter(isAbout).compactMap { entry in
            entry.feature.noteRow(isGone: isGone, in: entry.state).map { KeyedAction(key: entry.key, action: $0) }
        }
    }

    /// The answer of the flow's step whose feature has this key.
    ///
    /// Nil if the answer is the feature's output, or if no feature on the stack has this key.
    public func answer(of key: String) -> Answer? {
        index(of: key).flatMap { entries[$0].feature.answer(in: entries[$0].state) }
    }

    /// The action that resumes the top feature after it has ended; nil if the feature resumes without an action.
    public func reenterTop() -> KeyedAction? {
        guard let top = entries.last else { return nil }
        return top.feature.reenter(in: top.state).map { KeyedAction(key: top.key, action: $0) }
    }
}

extension Effect {
    /// Applies an action of the feature with this key, on the stack of the child with this name.
    public static func send(_ action: Action, toChild key: String, in name: String) -> Effect {
        Effect.send(action).inChild(key).inChild(name)
    }

    /// Cancels the effects of features that were removed from a stack, except those that outlive their features.
    public static func cancelChildren(_ keys: [String], in name: String) -> Effect {
        keys.isEmpty ? .none : Effect(.cancelChildren(keys)).inChild(name)
    }
}
