import JSON

/// One feature in a store's tree, the root or a child, with its types erased to the root's.
///
/// The state is always handed through `inout`: that is how a large one gets here without being copied.
final class StoreNode<Root: Feature> {
    let path: [String]
    let id: String
    let kind: FeatureKind
    let actionNames: [String]
    /// Reads an action and asks the feature whether it is welcome; nil if it has no such action.
    let admit: (String, JSONValue, inout Root.State) throws(ActionRefusal) -> Root.Action?
    let unavailable: (inout Root.State) -> [Unavailable]
    let start: (inout Root.State, String?) -> Root.Action?
    let retry: (PresentedError, inout Root.State) -> Root.Action?
    /// Reads or changes the errors; doesn't call the closure where the feature keeps none.
    let errors: (inout Root.State, (inout ErrorList) -> Void) -> Void
    let reset: (inout Root.State) -> Void
    /// Writes the feature's own members, without its children and its layout.
    let write: (inout Root.State, inout JSONWriter) -> Void
    let layout: JSONText?
    let children: [(name: String, node: StoreNode)]

    init<F: Feature>(_ feature: F, _ children: [Child<F>], path: [String], _ lens: Lens<Root, F>) {
        self.path = path
        id = F.id
        kind = F.kind
        let wire = WireType.of(F.self)
        let actions = wire.actions
        actionNames = wire.actionNames
        admit = { name, params, state throws(ActionRefusal) in
            guard let action = try actions.decode(name, params) else { return nil }
            var reason: String?
            lens.visit(&state) { reason = feature.refusal(of: action, in: $0) }
            if let reason { throw .unavailable(reason) }
            return lens.embed(action)
        }
        unavailable = { state in
            var refused: [Unavailable] = []
            lens.visit(&state) { refused = feature.unavailable(in: $0) }
            return refused
        }
        start = { state, taskID in
            var action: F.Action?
            lens.visit(&state) { action = feature.start(in: $0, taskID: taskID) }
            return action.map(lens.embed)
        }
        retry = { error, state in
            var action: F.Action?
            lens.visit(&state) { action = feature.retry(error, in: $0) }
            return action.map(lens.embed)
        }
        let errorPath = feature.errors
        errors = { state, body in
            if let errorPath { lens.visit(&state) { body(&$0[keyPath: errorPath]) } }
        }
        reset = { state in
            lens.visit(&state) { state in
                var fresh = feature.initialState
                if let errorPath {
                    // Their ids must not come again.
                    fresh[keyPath: errorPath] = state[keyPath: errorPath]
                    fresh[keyPath: errorPath].removeAll()
                }
                state = fresh
            }
        }
        write = { state, json in lens.visit(&state) { feature.write($0, to: &json) } }
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
    let visit: (inout Root.State, (inout F.State) -> Void) -> Void
    let embed: (F.Action) -> Root.Action
}

extension Lens where Root == F {
    static var root: Lens {
        Lens(path: [], visit: { $1(&$0) }, embed: { $0 })
    }
}
