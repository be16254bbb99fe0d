/// Features of a store, with all features below them.
///
/// If many features are removed at once, their effects and queued actions are found in one pass. A pass for each feature
/// would take quadratic time.
package struct Subtrees {
    private let parent: [String]
    /// The positions of the children by their names; nil if the subtree of the parent itself is meant.
    private let positions: [String: Int]?

    /// Makes the subtree of the feature at a path.
    init(at path: [String]) {
        parent = path
        positions = nil
    }

    /// Makes the subtrees of children of the feature at a path, in the order of their names.
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
