import FHDeclarations
import FHJSON

/// Finds views that can't be opened, because a child of the view leads back to the view.
enum OpeningCircles {
    /// Reports each view that would be opened inside of itself.
    static func report(among features: [(String, WorkspaceNode)], _ kinds: DeclaredKinds) {
        let opened = Dictionary(
            features.map { name, node in (name, kinds.kind(of: node.value)?.opened(with: node.value) ?? []) }
        ) { first, _ in first }
        let paths = NamePaths(opened)
        for (name, node) in features where node.value["children"]?.isObject == true {
            for (_, child) in node.objects("children") {
                guard let first = child.value["feature"]?.stringValue, opened[name]?.contains(first) == true,
                    let way = paths.path(from: first, to: name)
                else { continue }
                child.report(
                    "leads back to the view itself (\(([name] + way).joined(separator: " → "))); "
                        + "show another feature, or let it follow a row",
                    at: "feature")
            }
        }
    }
}
