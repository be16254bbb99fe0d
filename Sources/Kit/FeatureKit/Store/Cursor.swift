import FHJSON

/// Focus (zipper): a feature in nested sheets, with its state taken out of the tree, because a client keeps sending it
/// actions.
///
/// Access through the tree would pass through all features below this one, several times for each action; access to the
/// focus is direct. The features below are not visited meanwhile: every other access to the store's state first puts
/// the feature back.
final class Cursor<Root: Feature> {
    /// A feature of any type as the root of a tree of its own.
    struct Detached: Feature {
        static var id: String { "" }
        static var actions: ActionSet<AnyAction> { .none }
        static var stateSchema: JSONText { .emptyObject }

        let feature: AnyFeature

        var initialState: AnyState { feature.initialState }

        func reduce(into state: inout AnyState, _ action: AnyAction) -> Effect<AnyAction> {
            feature.reduce(into: &state, action)
        }

        func write(_ state: AnyState, to json: inout JSONWriter) {}
    }

    /// The feature's node in the tree, which identifies it.
    let place: StoreNode<Root>
    /// The feature's node as a root.
    let node: StoreNode<Detached>
    /// Converts the feature's actions to the root's.
    let embed: @Sendable (AnyAction) -> Root.Action
    /// The state of the feature.
    ///
    /// Meanwhile, a placeholder replaces the state in the tree.
    var state: AnyState
    /// The number of actions applied through this cursor.
    private(set) var servedCount = 0
    private let feature: AnyFeature
    private let slot: AnyDynamicChildren<Root>
    private let key: String
    /// True if features below this one may still have hints.
    private var mayHintBelow = true

    /// Takes the presented feature at a path out of a state; fails if another kind of feature is at the path.
    init?(_ path: [String], below root: StoreNode<Root>, in whole: inout Root.State) {
        guard path.allSatisfy({ $0 == Presented.pathName }),
            let slot = root.descendant(at: path.dropLast()[...], in: &whole)?.presentation?.slot,
            let (key, feature) = slot.features(in: &whole).last
        else { return nil }
        self.slot = slot
        self.key = key
        self.feature = feature
        place = slot.node(key, feature)
        node = feature.node(under: AnyLens<Detached>(path: path, visit: { $1(&$0) }, embed: { $0 }))
        embed = slot.embedding(key)
        // A placeholder that is never read: it is in the tree only while the state is here.
        state = AnyState(false)
        exchange(in: &whole)
    }

    /// Exchanges the state and the placeholder, which puts the state back into the tree or takes it out again.
    func exchange(in whole: inout Root.State) {
        slot.visit(key, &whole) { swap(&$0, &state) }
    }

    func reduce(_ action: AnyAction) -> Effect<AnyAction> {
        servedCount += 1
        return feature.reduce(into: &state, action)
    }

    /// Clears the hints of the whole tree; afterwards the features below the focus have none.
    func forgetHints(in whole: inout Root.State, _ forgetAll: (inout Root.State) -> Void) {
        guard mayHintBelow else { return feature.forgetHints(in: &state) }
        mayHintBelow = false
        exchange(in: &whole)
        forgetAll(&whole)
        exchange(in: &whole)
    }
}
