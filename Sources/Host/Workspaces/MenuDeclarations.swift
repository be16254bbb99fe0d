import FHDeclarations
import FHJSON

/// Reports faults in the members with which features appear in menus.
enum MenuDeclarations {
    /// Reports keys that two features have.
    static func reportMistakes(among features: [(String, WorkspaceNode)]) {
        var known: [String: String] = [:]
        for (name, node) in features where node.value.isObject {
            guard let key = node.value["menuKey"]?.stringValue else { continue }
            if let first = known[key] {
                node.report("is the key of the feature \(first) too; keys of features must differ", at: "menuKey")
            }
            known[key] = known[key] ?? name
        }
    }

    /// Warns about a group with one feature whose name is almost that of a larger group.
    static func reportWarnings(among features: [(String, WorkspaceNode)]) {
        let groups = features.compactMap { $0.1.value["group"]?.stringValue }
        let counts = Dictionary(groups.map { ($0, 1) }, uniquingKeysWith: +)
        let large = counts.filter { $0.value > 1 }.map(\.key).sorted()
        for (_, node) in features {
            guard let group = node.value["group"]?.stringValue, counts[group] == 1,
                let likely = LikelyName.of(group, among: large)
            else { continue }
            node.report(
                "no other feature has the group \(group); did you mean \(likely), the group of several?", at: "group")
        }
    }
}
