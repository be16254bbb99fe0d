import FHRows
import OrderedCollections

/// The evaluation order of fields after a change.
///
/// A field comes after the fields on which its visibility and its limits depend.
struct FieldOrder: Sendable {
    /// The position of each field in the order, by field index.
    private(set) var ranks: [Int]
    /// Fields whose visibility or limits depend on themselves, and fields that depend on such fields.
    private(set) var cyclic: [Int] = []

    init(_ tree: FieldTree, steps: [FormStep]) {
        var readers: [[Int]] = Array(repeating: [], count: tree.nodes.count)
        var unread = Array(repeating: 0, count: tree.nodes.count)
        for index in tree.nodes.indices {
            let read = Self.read(by: index, tree, steps)
            for other in read {
                readers[other].append(index)
                unread[index] += 1
            }
        }
        ranks = Array(repeating: 0, count: tree.nodes.count)
        var ready = tree.nodes.indices.filter { unread[$0] == 0 }
        var next = 0
        while next < ready.count {
            let index = ready[next]
            ranks[index] = next
            next += 1
            for reader in readers[index] {
                unread[reader] -= 1
                if unread[reader] == 0 { ready.append(reader) }
            }
        }
        for index in tree.nodes.indices where unread[index] > 0 {
            ranks[index] = next
            next += 1
            cyclic.append(index)
        }
    }

    /// The fields evaluated before a field: its parent, and the fields on which its visibility and limits depend.
    static func read(by index: Int, _ tree: FieldTree, _ steps: [FormStep]) -> OrderedSet<Int> {
        let node = tree.nodes[index]
        var read: OrderedSet<Int> = []
        if let parent = node.parent { read.append(parent) }
        let stepNames = node.parent == nil ? steps[node.step].visibleWhen?.references ?? [] : []
        for name in stepNames { if let other = try? tree.find(name, from: nil) { read.append(other) } }
        for name in node.field.readFirst { if let other = try? tree.find(name, from: index) { read.append(other) } }
        return read
    }
}

extension FieldConfiguration {
    /// The names of the fields on which the field's visibility and limits depend.
    fileprivate var readFirst: [String] {
        let limits = constraints.limits.values.compactMap { if case .field(let name) = $0 { name } else { nil } }
        return (visibleWhen?.references ?? []) + limits
    }
}
