import FHJSON

/// A feature in a store's tree, the root or a child, as functions on the root's state and actions.
///
/// States are always passed as `inout`, so that large states are not copied.
package final class StoreNode<Root: Feature> {
    let path: [String]
    let id: String
    let kind: FeatureKind
    let actionNames: [String]
    /// Decodes an action and checks that the feature accepts it; nil if the feature has no such action.
    let admit: (String, JSONValue, inout Root.State) throws(ActionRefusal) -> Root.Action?
    /// Decodes the action of a binding.
    ///
    /// Returns a function that changes the state and returns the follow-up effect; nil for any other action.
    let setting: (String, JSONValue) throws(ActionRefusal) -> ((inout Root.State) -> Effect<Root.Action>)?
    /// The names of the bound values and of the actions that set them.
    let bindings: [(name: String, action: String)]
    let unavailable: (inout Root.State) -> [Unavailable]
    /// A sentence about an unavailable action; nil if the reason alone is enough.
    let explanation: (Unavailable, inout Root.State) -> String?
    let start: (inout Root.State, String?) -> Root.Action?
    /// Starts the feature and its children.
    let startAll: (inout Root.State, String?) -> Effect<Root.Action>
    let retry: (PresentedError, inout Root.State) -> Root.Action?
    /// Calls the closure with the feature's errors, to read or change them, if the feature has a list of errors.
    let errors: (inout Root.State, (inout ErrorList) -> Void) -> Void
    /// Makes the initial state and returns a function that sets it; nil if the initial state would belong to another
    /// child.
    let reset: (inout Root.State) -> ((inout Root.State) -> Void)?
    /// Writes the state of the feature, without its children and its layout.
    let write: (inout Root.State, inout JSONWriter) -> Void
    let layout: JSONText?
    let children: [(name: String, node: StoreNode)]
    let slots: [AnyDynamicChildren<Root>]
    let branches: [DynamicChildren<Root>]
    /// True if the feature has no children.
    let isSimple: Bool
    /// The feature's modals; nil for a child that is neither presented nor on a stack: it presents through its parent.
    let presentation: PresentationNode<Root>?

    /// Makes the node of a child.
    ///
    /// - Parameter isSame: returns true if two states belong to one child, for parents that identify children by their
    ///   states.
    convenience init<F: Feature>(
        _ feature: F, _ children: [Child<F>], id: String,
        isSame: @escaping (F.State, F.State) -> Bool = { _, _ in true }, _ lens: Lens<Root, F>
    ) {
        self.init(feature, children, id: id, isSame: isSame, lens, presentation: nil)
    }

    /// Makes the node of a feature with its modals.
    convenience init<F: Feature>(_ feature: Presenting<F>, id: String, _ lens: Lens<Root, Presenting<F>>) {
        self.init(
            feature.base, feature.baseChildren, id: id, isSame: { _, _ in true },
            Lens(
                path: lens.path, visit: { root, body in lens.visit(&root) { body(&$0.base) } },
                embed: { [embed = lens.embed] in embed(.base($0)) }),
            presentation: PresentationNode(feature, lens))
    }

    private init<F: Feature>(
        _ feature: F, _ children: [Child<F>], id: String, isSame: @escaping (F.State, F.State) -> Bool,
        _ lens: Lens<Root, F>, presentation: PresentationNode<Root>?
    ) {
        path = lens.path
        self.id = id
        kind = F.kind
        let wire = WireType.of(F.self)
        let actions = wire.actions
        actionNames = wire.actionNames
        admit = { name, params, state throws(ActionRefusal) in
            guard let action = try actions.decode(name, params) else { return nil }
            var refusal: ActionRefusal?
            lens.visit(&state) { refusal = feature.refusal(of: action, in: $0) }
            if let refusal { throw refusal }
            return lens.embed(action)
        }
        let bindings = wire.bindings
        self.bindings = wire.bindingNames
        setting = { name, params throws(ActionRefusal) in
            guard let binding = bindings.first(where: { $0.action == name }) else { return nil }
            let change = try binding.change(params)
            return { root in
                var effect = Effect<F.Action>.none
                lens.visit(&root) { effect = feature.set(change, then: binding.followUp, children, in: &$0) }
                return effect.map(lens.embed)
            }
        }
        unavailable = { state in
            var refused: [Unavailable] = []
            lens.visit(&state) { state in
                refused = feature.unavailable(in: state)
                for binding in bindings where !binding.isEnabled(in: state) {
                    refused.append(Unavailable(binding.action, "disabled"))
                }
            }
            return refused
        }
        explanation = { refused, state in
            if refused.reason == "disabled", let binding = bindings.first(where: { $0.action == refused.action }) {
                return "the value \(binding.name) can't be set in the current state"
            }
            var sentence: String?
            lens.visit(&state) { sentence = feature.explanation(of: refused, in: $0) }
            return sentence
        }
        start = { state, taskID in
            var action: F.Action?
            lens.visit(&state) { action = feature.start(in: $0, taskID: taskID) }
            return action.map(lens.embed)
        }
        startAll = { state, taskID in
            var effect = Effect<F.Action>.none
            lens.visit(&state) { effect = feature.startAll(children, in: $0, taskID: taskID) }
            return effect.map(lens.embed)
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
            // The initial state is read only once, because a second read may generate other keys.
            let first = feature.initialState
            var isOwn = true
            lens.visit(&state) { isOwn = isSame($0, first) }
            if !isOwn { return nil }
            return { state in
                presentation?.clear(&state)
                lens.visit(&state) { state in
                    var fresh = first
                    if let errorPath {
                        // The ids of errors must not be reused.
                        fresh[keyPath: errorPath] = state[keyPath: errorPath]
                        fresh[keyPath: errorPath].removeAll()
                    }
                    feature.hintResetAll(children, of: state, in: &fresh)
                    state = fresh
                }
            }
        }
        write = { state, json in lens.visit(&state) { feature.write($0, to: &json) } }
        layout = wire.layout
        var fixed: [(name: String, node: StoreNode)] = []
        var slots: [AnyDynamicChildren<Root>] = []
        var branches: [DynamicChildren<Root>] = []
        for child in children {
            switch child.definition.node(under: lens) {
            case .fixed(let node): fixed.append((child.name, node))
            case .slot(let slot): slots.append(slot)
            case .branch(let branch): branches.append(branch)
            }
        }
        self.children = fixed
        self.slots = slots
        self.branches = branches
        isSimple = children.isEmpty
        self.presentation = presentation
    }

    /// The node at a path below this one; nil if there is none.
    func descendant(at path: ArraySlice<String>, in state: inout Root.State) -> StoreNode? {
        guard let name = path.first else { return self }
        if let slot = presentation?.slot, slot.name == name {
            return slot.descendant(at: path.dropFirst(), in: &state)
        }
        if let slot = slots.first(where: { $0.name == name }) {
            return slot.descendant(at: path.dropFirst(), in: &state)
        }
        if let branch = branches.first(where: { $0.name == name }) {
            return branch.descendant(at: path.dropFirst(), in: &state)
        }
        return children.first { $0.name == name }?.node.descendant(at: path.dropFirst(), in: &state)
    }
}

/// Converts the state and actions of a store's root feature to the state and actions of a feature, and back.
package struct Lens<Root: Feature, F: Feature> {
    package let path: [String]
    package let visit: (inout Root.State, (inout F.State) -> Void) -> Void
    package let embed: @Sendable (F.Action) -> Root.Action
}

extension Lens where Root == F {
    static var root: Lens {
        Lens(path: [], visit: { $1(&$0) }, embed: { $0 })
    }
}
