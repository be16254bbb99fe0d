import JSON

/// A feature in sheets over sheets that was taken out of the tree, because a front end goes on acting in it.
///
/// A walk to it passes through all that is under it, several times for each action; here it is reached at once.
/// What is under it is not looked at meanwhile: whoever reads or changes the store's state puts it back first.
final class Cursor<Root: Feature> {
    /// A feature of any type as the root of nodes of its own.
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

    /// Its node in the tree, by which it is known.
    let place: StoreNode<Root>
    /// The same as a root.
    let node: StoreNode<Detached>
    /// Makes its actions the root's.
    let embed: @Sendable (AnyAction) -> Root.Action
    /// Its state; while that is here there is something else in its place.
    var state: AnyState
    /// How many actions were applied here.
    private(set) var servedCount = 0
    private let feature: AnyFeature
    private let slot: Slot<Root>
    private let key: String
    /// Whether what is under it may say something of the newest revision alone.
    private var mayHintBelow = true

    /// Takes what is presented at a path out of a state; nil where it is nothing that is presented.
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
        // Nobody looks at it: it is only there while this one isn't.
        state = AnyState(false)
        exchange(in: &whole)
    }

    /// Puts the state back, or takes it out again.
    func exchange(in whole: inout Root.State) {
        slot.visit(key, &whole) { swap(&$0, &state) }
    }

    func reduce(_ action: AnyAction) -> Effect<AnyAction> {
        servedCount += 1
        return feature.reduce(into: &state, action)
    }

    /// Lets all of the tree forget its hints; what is under the cursor has none from then on.
    func forgetHints(in whole: inout Root.State, _ forgetAll: (inout Root.State) -> Void) {
        guard mayHintBelow else { return feature.forgetHints(in: &state) }
        mayHintBelow = false
        exchange(in: &whole)
        forgetAll(&whole)
        exchange(in: &whole)
    }
}
