/// Names that lead to other names, such as features to the features that they open.
package struct NamePaths {
    private let next: [String: [String]]

    /// Makes the paths from the names to which each name leads directly.
    package init(_ next: [String: [String]]) { self.next = next }

    /// A path from a name to another one, with both of them; nil if there is none.
    package func path(from start: String, to goal: String) -> [String]? {
        var seen: Set<String> = []
        return path(from: start, to: goal, &seen)
    }

    private func path(from name: String, to goal: String, _ seen: inout Set<String>) -> [String]? {
        if name == goal { return [name] }
        guard seen.insert(name).inserted else { return nil }
        for other in next[name] ?? [] {
            if let path = path(from: other, to: goal, &seen) { return [name] + path }
        }
        return nil
    }
}
