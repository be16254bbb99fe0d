import JSON

/// A place of a node where features come and go: a stack, or what is presented.
///
/// Belongs to the core thread, like the nodes.
final class Slot<Root: Feature> {
    let name: String
    /// Whether the key is a part of the path, after the name.
    let isKeyed: Bool
    /// The features that are there now, the one that is shown last.
    let occupants: (inout Root.State) -> [(key: String, feature: AnyFeature)]
    /// Writes what an entry has beside its child.
    let writeMembers: (String, inout Root.State, inout JSONWriter) -> Void
    private let path: [String]
    private let visit: (String, inout Root.State, (inout AnyState) -> Void) -> Void
    private let embed: @Sendable (KeyedAction) -> Root.Action
    /// The nodes of those that are there, as far as they were asked for.
    private var nodes: [String: StoreNode<Root>] = [:]

    /// Makes a slot.
    ///
    /// - Parameters:
    ///   - path: the path of the node that it is of.
    ///   - visit: hands the state of the feature with this key on, if it is there.
    init(
        name: String, path: [String], isKeyed: Bool,
        occupants: @escaping (inout Root.State) -> [(key: String, feature: AnyFeature)],
        visit: @escaping (String, inout Root.State, (inout AnyState) -> Void) -> Void,
        embed: @escaping @Sendable (KeyedAction) -> Root.Action,
        writeMembers: @escaping (String, inout Root.State, inout JSONWriter) -> Void
    ) {
        self.name = name
        self.path = path + [name]
        self.isKeyed = isKeyed
        self.occupants = occupants
        self.visit = visit
        self.embed = embed
        self.writeMembers = writeMembers
    }

    /// The node of a feature that is there.
    func node(_ key: String, _ feature: AnyFeature) -> StoreNode<Root> {
        if let node = nodes[key] { return node }
        let embed = embed
        let visit = visit
        let node = feature.node(
            under: AnyLens<Root>(
                path: isKeyed ? path + [key] : path,
                visit: { visit(key, &$0, $1) },
                embed: { embed(KeyedAction(key: key, action: $0)) }))
        nodes[key] = node
        return node
    }

    /// The nodes of all that are there.
    func all(in state: inout Root.State) -> [StoreNode<Root>] {
        let occupants = occupants(&state)
        forget(allBut: occupants)
        return occupants.map { node($0.key, $0.feature) }
    }

    /// The node at a path that begins behind the slot's name; nil if there is none.
    func descendant(at path: ArraySlice<String>, in state: inout Root.State) -> StoreNode<Root>? {
        let occupants = occupants(&state)
        forget(allBut: occupants)
        guard let occupant = isKeyed ? occupants.first(where: { $0.key == path.first }) : occupants.last else {
            return nil
        }
        return node(occupant.key, occupant.feature).descendant(at: isKeyed ? path.dropFirst() : path, in: &state)
    }

    /// Keys never come again, so that a node is right as long as its key is there.
    private func forget(allBut occupants: [(key: String, feature: AnyFeature)]) {
        if nodes.count > occupants.count {
            nodes = nodes.filter { key, _ in occupants.contains { $0.key == key } }
        }
    }
}
