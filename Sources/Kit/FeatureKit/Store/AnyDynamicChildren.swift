import FHJSON

/// Children of any type that are added and removed at run time: the features on a stack, or the presented feature.
///
/// Isolated to the core thread, like each ``StoreNode``.
package final class AnyDynamicChildren<Root: Feature> {
    let name: String
    /// True if the path of a child contains the child's key after ``name``.
    let isKeyed: Bool
    private let occupants: (inout Root.State) -> [(key: String, feature: AnyFeature)]
    /// The features that were set aside: they continue to run without being shown.
    private let hidden: (inout Root.State) -> [(key: String, feature: AnyFeature)]
    /// Writes the members of the entry with a key, except the member with the feature's state.
    let writeMembers: (String, inout Root.State, inout JSONWriter) -> Void
    private let path: [String]
    private let occupant: (String, inout Root.State) -> AnyFeature?
    private let visit: (String, inout Root.State, (inout AnyState) -> Void) -> Void
    private let embed: @Sendable (KeyedAction) -> Root.Action
    /// The nodes that have been made so far, by the key of the child.
    private var nodes: [String: StoreNode<Root>] = [:]

    /// Makes dynamic children.
    ///
    /// - Parameters:
    ///   - path: the path of the enclosing node.
    ///   - occupant: returns the feature with this key; nil if there is none.
    ///   - visit: calls the closure with the state of the feature with this key, if there is one.
    package init(
        name: String, path: [String], isKeyed: Bool,
        occupants: @escaping (inout Root.State) -> [(key: String, feature: AnyFeature)],
        hidden: @escaping (inout Root.State) -> [(key: String, feature: AnyFeature)] = { _ in [] },
        occupant: @escaping (String, inout Root.State) -> AnyFeature?,
        visit: @escaping (String, inout Root.State, (inout AnyState) -> Void) -> Void,
        embed: @escaping @Sendable (KeyedAction) -> Root.Action,
        writeMembers: @escaping (String, inout Root.State, inout JSONWriter) -> Void
    ) {
        self.name = name
        self.path = path + [name]
        self.isKeyed = isKeyed
        self.occupants = occupants
        self.hidden = hidden
        self.occupant = occupant
        self.visit = visit
        self.embed = embed
        self.writeMembers = writeMembers
    }

    /// The node of a feature that has this key.
    func node(_ key: String, _ feature: AnyFeature) -> StoreNode<Root> {
        if let node = nodes[key] { return node }
        let (visit, embed) = (visit, embed)
        let node = feature.node(
            under: AnyLens<Root>(
                path: isKeyed ? path + [key] : path,
                visit: { visit(key, &$0, $1) },
                embed: { embed(KeyedAction(key: key, action: $0)) }))
        nodes[key] = node
        return node
    }

    /// The features that were not set aside; the last of them is shown.
    func features(in state: inout Root.State) -> [(key: String, feature: AnyFeature)] {
        let occupants = occupants(&state)
        // Keys are never reused, so a node is valid as long as its key exists.
        if nodes.count > occupants.count {
            let keys = Set((occupants + hidden(&state)).map(\.key))
            nodes = nodes.filter { keys.contains($0.key) }
        }
        return occupants
    }

    /// The nodes of all features, including the features that were set aside.
    func all(in state: inout Root.State) -> [StoreNode<Root>] {
        (hidden(&state) + features(in: &state)).map { node($0.key, $0.feature) }
    }

    /// The node at a path that begins after the name of the children; nil if there is none.
    func descendant(at path: ArraySlice<String>, in state: inout Root.State) -> StoreNode<Root>? {
        if isKeyed {
            guard let key = path.first, let feature = occupant(key, &state) else { return nil }
            return node(key, feature).descendant(at: path.dropFirst(), in: &state)
        }
        guard let shown = features(in: &state).last else { return nil }
        return node(shown.key, shown.feature).descendant(at: path, in: &state)
    }
}
