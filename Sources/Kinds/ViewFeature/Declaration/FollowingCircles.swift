import FHDeclarations
import FHJSON

/// Finds panes that follow themselves, directly or through others.
enum FollowingCircles {
    /// Reports each child of a view that follows itself.
    static func report(in view: WorkspaceNode) {
        let children = view.value["children"]?.isObject == true ? view.objects("children") : []
        let followed = Dictionary(children.map { ($0, PaneDeclaration.followed(by: $1.value)) }) { first, _ in first }
        for (name, node) in children {
            guard let way = way(from: name, back: name, followed, []) else { continue }
            node.report(
                way.count == 1
                    ? "follows itself; let it follow another child"
                    : "follows itself (\(([name] + way).joined(separator: " → "))); let one of them follow no other",
                at: "params")
        }
    }

    private static func way(
        from name: String, back goal: String, _ followed: [String: [String]], _ seen: [String]
    ) -> [String]? {
        for next in followed[name] ?? [] {
            if next == goal { return [next] }
            if seen.contains(next) { continue }
            if let way = way(from: next, back: goal, followed, seen + [name]) { return [next] + way }
        }
        return nil
    }
}
