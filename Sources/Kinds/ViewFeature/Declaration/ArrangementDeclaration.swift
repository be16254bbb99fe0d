import FHDeclarations
import FHJSON
import FeatureKit

/// Reads the arrangement of a view's children: splits, tabs and grids, one in the other.
final class ArrangementDeclaration {
    private enum Form: String, CaseIterable {
        case split, tabs, grid, child, layout
    }

    private enum Direction: String, CaseIterable {
        case columns, rows
    }

    private let children: [String]
    private var arranged: Set<String> = []
    private var hasLayout = false

    init(children: [String]) { self.children = children }

    /// Reads an arrangement, and reports its errors.
    func arrangement(_ node: WorkspaceNode) -> JSONText {
        .build { write(node, inSplit: false, to: &$0) }
    }

    /// Reports what the arrangement doesn't show.
    func reportMissing(_ node: WorkspaceNode, _ layout: LayoutDeclaration) {
        for child in children where !arranged.contains(child) && !layout.shown.contains(child) {
            node.report("doesn't show the child \(child)")
        }
        if !layout.lines.isEmpty, !hasLayout {
            node.report("doesn't show the layout; add {\"type\": \"layout\"} where its lines are to be drawn")
        }
    }

    private func write(_ node: WorkspaceNode, inSplit: Bool, to json: inout JSONWriter) {
        json.beginObject()
        defer { json.endObject() }
        guard node.value.isObject else { return node.report("must be an object with type, or with child") }
        let form = node.oneOf("type", Form.self) ?? (node.value["child"] == nil ? nil : .child)
        guard let form else {
            if node.value["type"] == nil { node.report("lacks type: split, tabs, grid, child or layout") }
            return
        }
        let own: [String] =
            switch form {
            case .split: ["direction", "children"]
            case .grid: ["columns", "children"]
            case .tabs: ["children"]
            case .child: ["child"]
            case .layout: []
            }
        node.expect(keys: ["type", "title"] + own + (inSplit ? ["size", "hide"] : []))
        json.field("type", form.rawValue)
        if let title = node.string("title") { json.field("title", title) }
        switch form {
        case .child: writeChild(node, to: &json)
        case .layout: hasLayout = true
        case .split: json.field("direction", (node.oneOf("direction", Direction.self) ?? .columns).rawValue)
        case .grid: json.field("columns", node.integer("columns", in: 1...12) ?? 2)
        case .tabs: break
        }
        if inSplit {
            json.field("size", node.integer("size", in: 1...1_000) ?? 1)
            if let hide = node.integer("hide", in: 1...1_000) { json.field("hide", hide) }
        }
        if ![.child, .layout].contains(form) { writeChildren(node, isSplit: form == .split, to: &json) }
    }

    private func writeChild(_ node: WorkspaceNode, to json: inout JSONWriter) {
        guard let child = node.requiredString("child") else { return }
        if !children.contains(child) {
            node.report("there is no child \(child); \(WorkspaceContext.list(children))", at: "child")
        }
        if !arranged.insert(child).inserted { node.report("the child \(child) is shown twice", at: "child") }
        json.field("child", child)
    }

    private func writeChildren(_ node: WorkspaceNode, isSplit: Bool, to json: inout JSONWriter) {
        let children = node.member("children")?.elements ?? []
        if children.count < 2 {
            node.report("needs at least two children", at: node.value["children"] == nil ? nil : "children")
        }
        json.key("children")
        json.beginArray()
        for child in children { write(child, inSplit: isSplit, to: &json) }
        json.endArray()
    }
}
