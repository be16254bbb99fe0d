/// A permanent child, whose state is a property of the parent's state.
struct ScopeChild<Parent: Feature, F: Feature>: ChildDefinition {
    let name: String
    let state: SendableKeyPath<Parent.State, F.State>
    let embed: @Sendable (F.Action) -> Parent.Action
    let feature: F
    let children: [Child<F>]

    init(
        name: String, state: SendableKeyPath<Parent.State, F.State>,
        embed: @escaping @Sendable (F.Action) -> Parent.Action, feature: F
    ) {
        self.name = name
        self.state = state
        self.embed = embed
        self.feature = feature
        children = feature.children
    }

    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Reduction<Parent.Action> {
        guard let action = payload(F.Action.self, of: action, in: name) else { return .notMine }
        return .reduced(place(feature.reduceAll(children, into: &state[keyPath: self.state], action)))
    }

    private func place(_ effect: Effect<F.Action>) -> Effect<Parent.Action> {
        effect.map(embed).inChild(name)
    }

    func census(of state: Parent.State) -> IdentityDiff? {
        let parts = feature.census(children, in: state[keyPath: self.state])
        return parts.isEmpty ? nil : .parts(parts)
    }

    func changes(since census: IdentityDiff, in state: Parent.State) -> Effect<Parent.Action> {
        guard case .parts(let parts) = census else { return .none }
        return place(feature.changes(children, since: parts, in: state[keyPath: self.state]))
    }

    func start(in state: Parent.State) -> Effect<Parent.Action> {
        place(feature.startAll(children, in: state[keyPath: self.state]))
    }

    func discardDrafts(in state: Parent.State) -> Effect<Parent.Action> {
        place(feature.discardAllDrafts(children, in: state[keyPath: self.state]))
    }

    func unsavedChanges(in state: Parent.State) -> [String]? {
        feature.allUnsavedChanges(children, in: state[keyPath: self.state]).map { [name] + $0 }
    }

    func isSaving(_ state: Parent.State) -> Bool {
        feature.isSavingAll(children, state[keyPath: self.state])
    }

    var forgetHints: (@Sendable (inout Parent.State) -> Void)? {
        guard let forget = feature.forgetAllHints(children) else { return nil }
        return { [state] in forget(&$0[keyPath: state]) }
    }

    func hintReset(of old: Parent.State, in state: inout Parent.State) {
        feature.hintResetAll(children, of: old[keyPath: self.state], in: &state[keyPath: self.state])
    }

    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root> {
        let state = state
        let embed = embed
        return .fixed(
            StoreNode(
                feature, children, id: F.id,
                Lens(
                    path: lens.path + [name],
                    visit: { root, body in lens.visit(&root) { body(&$0[keyPath: state]) } },
                    embed: { [outer = lens.embed] in outer(embed($0)) })))
    }
}
