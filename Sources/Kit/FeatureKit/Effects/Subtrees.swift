/// Some features of a store, each with all features below it.
///
/// If many features are removed at once, their effects and queued actions are found in one pass over all effects and
/// actions. A pass for each feature would take quadratic time.
package struct Subtrees {
    private let parent: [String]
    /// The positions of the children by their names; nil if the only subtree is the parent's.
    private let positions: [String: Int]?

    /// Makes the subtree of the feature at a path.
    init(at path: [String]) {
        parent = path
        positions = nil
    }

    /// Makes the subtrees of the named children of the feature at the path `parent`, in the order of `children`.
    init(_ children: [String], of parent: [String]) {
        self.parent = parent
        positions = Dictionary(zip(children, children.indices)) { first, _ in first }
    }

    /// Returns the position of the subtree that contains the feature at a path; nil if no subtree contains it.
    func position(of path: some Collection<String>) -> Int? {
        guard path.starts(with: parent) else { return nil }
        guard let positions else { return 0 }
        return path.dropFirst(parent.count).first.flatMap { positions[$0] }
    }

    /// Returns true if one of the subtrees contains the feature at a path.
    package func contains(_ path: some Collection<String>) -> Bool { position(of: path) != nil }
}
