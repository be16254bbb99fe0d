import FHDeclarations
import FHJSON

/// Finds panes that follow themselves, directly or through others.
enum FollowingCircles {
    /// Reports each child of a view that follows itself.
    static func report(in view: WorkspaceNode) {
        let children = view.value["children"]?.isObject == true ? view.objects("children") : []
        let followed = Dictionary(children.map { ($0, PaneDeclaration.followed(by: $1.value)) }) { first, _ in first }
        let paths = NamePaths(followed)
        for (name, node) in children {
            let ways = (followed[name] ?? []).lazy.compactMap { paths.path(from: $0, to: name) }
            guard let way = ways.first else { continue }
            node.report(
                way.count == 1
                    ? "follows itself; let it follow another child"
                    : "follows itself (\(([name] + way).joined(separator: " → "))); let one of them follow no other",
                at: "params")
        }
    }
}
