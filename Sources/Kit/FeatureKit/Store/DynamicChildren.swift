/// Children of one type that are added and removed at run time: an optional child, or elements with ids.
///
/// Isolated to the core thread, like each ``StoreNode``.
package final class DynamicChildren<Root: Feature> {
    let name: String
    /// True if the path of a child contains the child's id after ``name``.
    let isKeyed: Bool
    /// The keys of the children that a snapshot shows, in their order.
    private let shownKeys: (inout Root.State) -> [String]
    /// The keys of all children, in their order.
    private let allKeys: (inout Root.State) -> [String]
    /// The identity of the child with a key, which changes when the child is replaced; nil if there is none.
    private let incarnation: (String, inout Root.State) -> Any?
    private let isSame: (Any, Any) -> Bool
    private let make: (String) -> StoreNode<Root>
    /// The nodes that have been made so far, by the key of the child.
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

    /// The node of the child with this key; nil if there is none.
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

    /// The children that a snapshot shows, with their nodes.
    func shown(in state: inout Root.State) -> [(key: String, node: StoreNode<Root>)] {
        nodes(shownKeys(&state), in: &state)
    }

    /// The nodes of all children, including the children that no snapshot shows.
    func all(in state: inout Root.State) -> [StoreNode<Root>] {
        nodes(allKeys(&state), in: &state).map(\.node)
    }

    private func nodes(_ keys: [String], in state: inout Root.State) -> [(key: String, node: StoreNode<Root>)] {
        // Removes the nodes of former children.
        if nodes.count > 2 * keys.count + 64 {
            nodes = nodes.filter { key, known in
                incarnation(key, &state).map { isSame(known.incarnation, $0) } ?? false
            }
        }
        return keys.compactMap { key in node(key, in: &state).map { (key, $0) } }
    }

    /// The node at a path that begins after the name of the children; nil if there is none.
    func descendant(at path: ArraySlice<String>, in state: inout Root.State) -> StoreNode<Root>? {
        guard isKeyed else { return node("", in: &state)?.descendant(at: path, in: &state) }
        guard let key = path.first else { return nil }
        return node(key, in: &state)?.descendant(at: path.dropFirst(), in: &state)
    }
}
