import JSON

/// A child that comes and goes as a part of its parent's state: an optional one, or one case of an enum.
struct OptionalChild<Parent: Feature, F: Feature>: ChildDefinition {
    let name: String
    /// Hands the child's state on where there is one; whether there was.
    let visit: @Sendable (inout Parent.State, (inout F.State) -> Void) -> Bool
    /// Reads the child's state.
    let read: @Sendable (Parent.State) -> F.State?
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

    func census(of state: Parent.State) -> Census? { .optional(read(state) != nil) }

    func changes(since census: Census, in state: Parent.State) -> Effect<Parent.Action> {
        guard case .optional(let was) = census else { return .none }
        let child = read(state)
        if was == (child != nil) { return .none }
        return child == nil ? Effect(.cancelChild(name)) : start(in: state)
    }

    var wireSchema: JSONText {
        .build { $0.raw(#"{"anyOf":[{"type":"null"},{"$ref":"urn:featurehost:schema:1:child"}]}"#) }
    }

    func unsavedChanges(in state: Parent.State) -> [String]? {
        read(state).flatMap { feature.allUnsavedChanges(children, in: $0) }.map { [name] + $0 }
    }

    func isSaving(_ state: Parent.State) -> Bool {
        read(state).map { feature.isSavingAll(children, $0) } ?? false
    }

    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root> {
        let path = lens.path + [name]
        let isThere = { (root: inout Root.State) -> Bool in
            var isThere = false
            lens.visit(&root) { isThere = read($0) != nil }
            return isThere
        }
        let keys = { (root: inout Root.State) -> [String] in isThere(&root) ? [""] : [] }
        return .branch(
            Branch(
                name: name, isKeyed: false, shownKeys: keys, allKeys: keys,
                incarnation: { _, root in isThere(&root) ? 0 : nil },
                make: { _ in
                    StoreNode(
                        feature, children, id: F.id,
                        Lens(
                            path: path,
                            visit: { [visit] root, body in lens.visit(&root) { _ = visit(&$0, body) } },
                            embed: { [embed, outer = lens.embed] in outer(embed($0)) }))
                }))
    }
}
