/// A place of a node where features of one type come and go: an optional child, or elements by their ids.
///
/// Belongs to the core thread, like the nodes.
final class Branch<Root: Feature> {
    let name: String
    /// Whether the id is a part of the path, after the name.
    let isKeyed: Bool
    /// Those that a snapshot shows, in their order.
    private let shownKeys: (inout Root.State) -> [String]
    /// All that are there, in their order.
    private let allKeys: (inout Root.State) -> [String]
    /// Tells one that is there from another that was there under its key; nil where there is none.
    private let incarnation: (String, inout Root.State) -> Any?
    private let isSame: (Any, Any) -> Bool
    private let make: (String) -> StoreNode<Root>
    /// The nodes of those that were asked for.
    private var nodes: [String: (incarnation: Any, node: StoreNode<Root>)] = [:]

    init<Incarnation: Equatable>(
        name: String, isKeyed: Bool, shownKeys: @escaping (inout Root.State) -> [String],
        allKeys: @escaping (inout Root.State) -> [String],
        incarnation: @escaping (String, inout Root.State) -> Incarnation?, make: @escaping (String) -> StoreNode<Root>
    ) {
        self.name = name
        self.isKeyed = isKeyed
        self.shownKeys = shownKeys
        self.allKeys = allKeys
        self.incarnation = { incarnation($0, &$1) }
        isSame = { $0 as? Incarnation == $1 as? Incarnation }
        self.make = make
    }

    /// The node of the feature with this key; nil if it is not there.
    private func node(_ key: String, in state: inout Root.State) -> StoreNode<Root>? {
        guard let incarnation = incarnation(key, &state) else {
            nodes[key] = nil
            return nil
        }
        if let known = nodes[key], isSame(known.incarnation, incarnation) { return known.node }
        let node = make(key)
        nodes[key] = (incarnation, node)
        return node
    }

    /// Those that a snapshot shows, with their nodes.
    func shown(in state: inout Root.State) -> [(key: String, node: StoreNode<Root>)] {
        nodes(shownKeys(&state), in: &state)
    }

    /// The nodes of all that are there, also of those that no snapshot shows.
    func all(in state: inout Root.State) -> [StoreNode<Root>] {
        nodes(allKeys(&state), in: &state).map(\.node)
    }

    private func nodes(_ keys: [String], in state: inout Root.State) -> [(key: String, node: StoreNode<Root>)] {
        // What came and went is not kept for ever.
        if nodes.count > 2 * keys.count + 64 {
            nodes = nodes.filter { key, known in
                incarnation(key, &state).map { isSame(known.incarnation, $0) } ?? false
            }
        }
        return keys.compactMap { key in node(key, in: &state).map { (key, $0) } }
    }

    /// The node at a path that begins behind the branch's name; nil if there is none.
    func descendant(at path: ArraySlice<String>, in state: inout Root.State) -> StoreNode<Root>? {
        guard isKeyed else { return node("", in: &state)?.descendant(at: path, in: &state) }
        guard let key = path.first else { return nil }
        return node(key, in: &state)?.descendant(at: path.dropFirst(), in: &state)
    }
}
