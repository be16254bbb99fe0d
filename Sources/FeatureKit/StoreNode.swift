import JSON

/// One feature in a store's tree, the root or a child, with its types erased to the root's.
struct StoreNode<Root: Feature> {
    let path: [String]
    let id: String
    let kind: FeatureKind
    let actionNames: [String]
    let decode: (String, JSONValue) throws(ActionRefusal) -> DecodedAction?
    let unavailable: (Root.State) -> [Unavailable]
    let start: (Root.State, String?) -> Root.Action?
    let retry: (PresentedError, Root.State) -> Root.Action?
    let errors: (Root.State) -> ErrorList?
    let modifyErrors: (inout Root.State, (inout ErrorList) -> Void) -> Void
    let reset: (inout Root.State) -> Void
    /// Writes the node's own members, and asks for each child's.
    let write: (Root.State, inout JSONWriter) -> Void
    let layout: JSONText?
    let children: [(name: String, node: StoreNode)]

    struct DecodedAction {
        let action: Root.Action
        let refusal: (Root.State) -> String?
    }

    init<F: Feature>(_ feature: F, _ children: [Child<F>], path: [String], _ lens: Lens<Root, F>) {
        self.path = path
        id = F.id
        kind = F.kind
        let wire = WireType.of(F.self)
        let actions = wire.actions
        actionNames = wire.actionNames
        decode = { name, params throws(ActionRefusal) in
            guard let action = try actions.decode(name, params) else { return nil }
            return DecodedAction(action: lens.embed(action)) { feature.refusal(of: action, in: lens.get($0)) }
        }
        unavailable = { feature.unavailable(in: lens.get($0)) }
        start = { state, taskID in feature.start(in: lens.get(state), taskID: taskID).map(lens.embed) }
        retry = { error, state in feature.retry(error, in: lens.get(state)).map(lens.embed) }
        let errorPath = feature.errors
        errors = { state in errorPath.map { lens.get(state)[keyPath: $0] } }
        modifyErrors = { state, body in
            if let errorPath { lens.modify(&state) { body(&$0[keyPath: errorPath]) } }
        }
        reset = { state in
            lens.modify(&state) { state in
                var fresh = feature.initialState
                if let errorPath {
                    // Their ids must not come again.
                    fresh[keyPath: errorPath] = state[keyPath: errorPath]
                    fresh[keyPath: errorPath].removeAll()
                }
                state = fresh
            }
        }
        write = { state, json in feature.write(lens.get(state), to: &json) }
        layout = wire.layout
        self.children = children.map { ($0.name, $0.definition.node(under: lens)) }
    }

    /// The node at a path below this one; nil if there is none.
    func descendant(at path: ArraySlice<String>) -> StoreNode? {
        guard let name = path.first else { return self }
        return children.first { $0.name == name }?.node.descendant(at: path.dropFirst())
    }

    /// This node and those below it, parents first.
    var all: [StoreNode] { [self] + children.flatMap { $0.node.all } }
}

/// How to reach a feature's state and actions from the root's.
struct Lens<Root: Feature, F: Feature> {
    let path: [String]
    let get: (Root.State) -> F.State
    let modify: (inout Root.State, (inout F.State) -> Void) -> Void
    let embed: (F.Action) -> Root.Action
}

extension Lens where Root == F {
    static var root: Lens {
        Lens(path: [], get: { $0 }, modify: { $1(&$0) }, embed: { $0 })
    }
}
