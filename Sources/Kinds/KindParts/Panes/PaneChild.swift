import FHJSON
import FeatureKit

/// The feature in a pane of its parent.
struct PaneChild<Parent: Feature>: ChildDefinition {
    let name: String
    let state: SendableKeyPath<Parent.State, Pane>
    let embed: @Sendable (KeyedAction) -> Parent.Action
    /// The pane's action in an action of the parent; nil for any other action.
    let extract: @Sendable (Parent.Action) -> KeyedAction?

    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Reduction<Parent.Action> {
        guard let action = extract(action) else { return .notMine }
        let reduced = state[keyPath: self.state].change(action.key) { occupant in
            (occupant.feature.reduce(into: &occupant.state, action.action), occupant.subject)
        }
        guard let (effect, subject) = reduced else { return .gone }
        var own = effect
        // An output of a feature about a row of the parent is about that row, also if another one is active by now.
        let outputs = own.takeOutputs().map { Effect<Parent.Action>.output($0.about(subject)) }
        let former = state[keyPath: self.state].advance()
        return .reduced(
            .merge(
                [place(own, action.key), .cancelChildren(former.map { [$0] } ?? [], in: name)] + outputs))
    }

    private func place(_ effect: Effect<AnyAction>, _ key: String) -> Effect<Parent.Action> {
        let embed = embed
        return effect.map { embed(KeyedAction(key: key, action: $0)) }.inChild(key).inChild(name)
    }

    func start(in state: Parent.State) -> Effect<Parent.Action> {
        .merge(state[keyPath: self.state].occupants.map { place($0.feature.start(in: $0.state), $0.key) })
    }

    func discardDrafts(in state: Parent.State) -> Effect<Parent.Action> {
        .merge(state[keyPath: self.state].occupants.map { place($0.feature.discardDrafts(in: $0.state), $0.key) })
    }

    func unsavedChanges(in state: Parent.State) -> [String]? {
        for occupant in state[keyPath: self.state].occupants {
            if let path = occupant.feature.unsavedChanges(in: occupant.state) { return [name, occupant.key] + path }
        }
        return nil
    }

    func isSaving(_ state: Parent.State) -> Bool {
        state[keyPath: self.state].occupants.contains { $0.feature.isSaving($0.state) }
    }

    var forgetHints: (@Sendable (inout Parent.State) -> Void)? {
        { [state] in $0[keyPath: state].forgetHints() }
    }

    var wireSchema: JSONText {
        .build { $0.raw(#"{"type":"array","items":{"$ref":"urn:featurehost:schema:1:pane-child"},"maxItems":1}"#) }
    }

    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root> {
        let state = state
        let embed = embed
        func features(
            _ part: @escaping (Pane) -> Pane.Occupant?
        ) -> (inout Root.State) -> [(key: String, feature: AnyFeature)] {
            { root in
                var found: [(key: String, feature: AnyFeature)] = []
                lens.visit(&root) { found = part($0[keyPath: state]).map { [($0.key, $0.feature)] } ?? [] }
                return found
            }
        }
        return .slot(
            AnyDynamicChildren(
                name: name, path: lens.path, isKeyed: true, occupants: features(\.shown), hidden: features(\.next),
                occupant: { key, root in
                    var found: AnyFeature?
                    lens.visit(&root) { found = $0[keyPath: state].occupants.first { $0.key == key }?.feature }
                    return found
                },
                visit: { key, root, body in
                    lens.visit(&root) { parent in _ = parent[keyPath: state].change(key) { body(&$0.state) } }
                },
                embed: { [outer = lens.embed] in outer(embed($0)) },
                writeMembers: { key, root, json in
                    lens.visit(&root) { parent in
                        let pane = parent[keyPath: state]
                        guard let shown = pane.shown, shown.key == key else { return }
                        json.field("id", key)
                        json.field("title", shown.feature.title)
                        json.field("params", shown.feature.params)
                        json.field("isStale", pane.isStale)
                    }
                }))
    }
}

extension Child {
    /// A feature in a pane, which is opened again when its params change; see ``PaneSource``.
    ///
    /// The path of the feature is the name and the key of the feature. The feature's outputs become outputs of the
    /// parent.
    /// - Parameters:
    ///   - name: the name on the wire.
    ///   - state: the parent's property with the pane.
    ///   - embed: makes the parent's action from an action of the feature.
    ///   - extract: returns the feature's action in an action of the parent; nil for any other action.
    public static func pane(
        _ name: String, state: SendableKeyPath<Parent.State, Pane>,
        embed: @escaping @Sendable (KeyedAction) -> Parent.Action,
        extract: @escaping @Sendable (Parent.Action) -> KeyedAction?
    ) -> Child {
        Child(name: name, definition: PaneChild(name: name, state: state, embed: embed, extract: extract))
    }
}
