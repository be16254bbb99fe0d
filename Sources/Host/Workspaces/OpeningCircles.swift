import FHDeclarations
import FHJSON

/// Finds views that can't be opened, because a child of the view leads back to the view.
enum OpeningCircles {
    /// Reports each view that would be opened inside of itself.
    static func report(among features: [(String, WorkspaceNode)], _ kinds: DeclaredKinds) {
        let opened = Dictionary(
            features.map { name, node in (name, kinds.kind(of: node.value)?.opened(with: node.value) ?? []) }
        ) { first, _ in first }
        for (name, node) in features where node.value["children"]?.isObject == true {
            for (_, child) in node.objects("children") {
                guard let first = child.value["feature"]?.stringValue, opened[name]?.contains(first) == true else {
                    continue
                }
                var seen: Set<String> = []
                guard let way = way(from: first, to: name, opened, &seen) else { continue }
                child.report(
                    "leads back to the view itself (\(([name] + way).joined(separator: " → "))); "
                        + "show another feature, or let it follow a row",
                    at: "feature")
            }
        }
    }

    private static func way(
        from name: String, to goal: String, _ opened: [String: [String]], _ seen: inout Set<String>
    ) -> [String]? {
        if name == goal { return [name] }
        guard seen.insert(name).inserted else { return nil }
        for next in opened[name] ?? [] {
            if let way = way(from: next, to: goal, opened, &seen) { return [name] + way }
        }
        return nil
    }
}
