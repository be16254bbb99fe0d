import FHJSON

/// A child whose state is the value of an optional in the parent's state, or the payload of one case of the state.
struct OptionalChild<Parent: Feature, F: Feature, Identity: Equatable>: ChildDefinition {
    let name: String
    /// Calls the function with the child's state.
    ///
    /// Returns false if there is no child.
    let visit: @Sendable (inout Parent.State, (inout F.State) -> Void) -> Bool
    /// Returns the child's state; nil if there is no child.
    let read: @Sendable (Parent.State) -> F.State?
    /// Returns the identity of a child, which changes when another child replaces the child.
    let identify: @Sendable (F.State) -> Identity
    let embed: @Sendable (F.Action) -> Parent.Action
    let feature: F
    let children: [Child<F>]

    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Reduction<Parent.Action> {
        guard let action = payload(F.Action.self, of: action, in: name) else { return .notMine }
        var effect = Effect<F.Action>.none
        let isThere = visit(&state) { effect = feature.reduceAll(children, into: &$0, action) }
        return isThere ? .reduced(place(effect)) : .gone
    }

    private func place(_ effect: Effect<F.Action>) -> Effect<Parent.Action> {
        effect.map(embed).inChild(name)
    }

    func start(in state: Parent.State) -> Effect<Parent.Action> {
        read(state).map { place(feature.startAll(children, in: $0)) } ?? .none
    }

    func census(of state: Parent.State) -> IdentityDiff? { .optional(read(state).map(identify)) }

    func changes(since census: IdentityDiff, in state: Parent.State) -> Effect<Parent.Action> {
        guard case .optional(let was) = census else { return .none }
        if was as? Identity == read(state).map(identify) { return .none }
        return was == nil ? start(in: state) : .merge(Effect(.cancelChildren([name])), start(in: state))
    }

    var wireSchema: JSONText {
        .build { $0.raw(#"{"anyOf":[{"type":"null"},{"$ref":"urn:featurehost:schema:1:child"}]}"#) }
    }

    func discardDrafts(in state: Parent.State) -> Effect<Parent.Action> {
        read(state).map { place(feature.discardAllDrafts(children, in: $0)) } ?? .none
    }

    func unsavedChanges(in state: Parent.State) -> [String]? {
        read(state).flatMap { feature.allUnsavedChanges(children, in: $0) }.map { [name] + $0 }
    }

    func isSaving(_ state: Parent.State) -> Bool {
        read(state).map { feature.isSavingAll(children, $0) } ?? false
    }

    var forgetHints: (@Sendable (inout Parent.State) -> Void)? {
        guard let forget = feature.forgetAllHints(children) else { return nil }
        return { [visit] in _ = visit(&$0, forget) }
    }

    func hintReset(of old: Parent.State, in state: inout Parent.State) {
        guard let old = read(old) else { return }
        _ = visit(&state) { if identify(old) == identify($0) { feature.hintResetAll(children, of: old, in: &$0) } }
    }

    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root> {
        let path = lens.path + [name]
        let identity = { (root: inout Root.State) -> Identity? in
            var identity: Identity?
            lens.visit(&root) { identity = read($0).map(identify) }
            return identity
        }
        let keys = { (root: inout Root.State) -> [String] in identity(&root) == nil ? [] : [""] }
        return .branch(
            DynamicChildren(
                name: name, isKeyed: false, shownKeys: keys, allKeys: keys,
                incarnation: { _, root in identity(&root) },
                make: { _ in
                    StoreNode(
                        feature, children, id: F.id, isSame: { identify($0) == identify($1) },
                        Lens(
                            path: path,
                            visit: { [visit] root, body in lens.visit(&root) { _ = visit(&$0, body) } },
                            embed: { [embed, outer = lens.embed] in outer(embed($0)) }))
                }))
    }
}
