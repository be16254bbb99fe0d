public import FHJSON

/// A part of the arrangement of a view's children.
public struct PaneArrangement {
    /// The way in which parts are arranged, or the content of a part.
    public enum Form {
        /// Parts side by side.
        case columns([PaneArrangement])
        /// Parts one below the other.
        case rows([PaneArrangement])
        /// Parts of which one is shown.
        case tabs([PaneArrangement])
        /// The feature in the pane with this name.
        case child(String)
        /// The lines of the view's layout.
        case layout
    }

    /// The form of the part.
    public let form: Form
    /// The title; empty for none.
    public let title: String
    /// The share of a split.
    public let size: Int
    /// The order in which parts of a split are hidden, the lowest first; nil for a part that is never hidden.
    public let hide: Int?

    /// Makes a part.
    public init(_ form: Form, title: String = "", size: Int = 1, hide: Int? = nil) {
        self.form = form
        self.title = title
        self.size = size
        self.hide = hide
    }

    /// Reads the member `panes` of a view's state; a part of an unknown type shows its children side by side.
    public init(_ json: JSONValue) {
        let children = json.objects("children").map { PaneArrangement($0) }
        let form: Form =
            switch json.text("type") {
            case "child": .child(json.text("child"))
            case "layout": .layout
            case "tabs": .tabs(children)
            case "grid": .rows(Self.lines(children, of: max(1, Int(json.boundedNumber("columns")))))
            default: json.text("direction") == "rows" ? .rows(children) : .columns(children)
            }
        self.init(
            form, title: json.text("title"), size: max(1, json.boundedNumber("size")),
            hide: json.value("hide") == nil ? nil : json.boundedNumber("hide"))
    }

    private static func lines(_ children: [PaneArrangement], of count: Int) -> [PaneArrangement] {
        stride(from: 0, to: children.count, by: count).map { start in
            PaneArrangement(.columns(Array(children[start..<min(start + count, children.count)])))
        }
    }

    /// The parts that have no parts of their own, in their order.
    public var leaves: [PaneArrangement] {
        switch form {
        case .columns(let parts), .rows(let parts), .tabs(let parts): parts.flatMap(\.leaves)
        case .child, .layout: [self]
        }
    }

    /// The name of the pane, or `layout`; nil for a part with parts of its own.
    public var name: String? {
        switch form {
        case .child(let name): name
        case .layout: "layout"
        default: nil
        }
    }

    /// True if the part, or a part of it, has this name.
    public func contains(_ name: String?) -> Bool { leaves.contains { isSameText($0.name, name) } }
}

extension Node {
    /// The arrangement of the panes of this feature; nil if it has none.
    ///
    /// A list or a search with a detail shows its rows beside the detail.
    public var arrangement: PaneArrangement? {
        if let panes = state["panes"], panes.isObject { return PaneArrangement(panes) }
        guard ["list", "search"].contains(kind), state["detail"]?.isArray == true else { return nil }
        return PaneArrangement(
            .columns([PaneArrangement(.layout, size: 1), PaneArrangement(.child("detail"), size: 1, hide: 1)]))
    }

    /// The lines of a view's layout, and a line for each child that is shown only in a pane.
    public var layoutWithPanes: [LayoutLine] {
        let lines = layout
        guard kind == "view", let arrangement else { return lines }
        let shown = Set<ExactText>(texts: lines.filter { $0.type == "child" }.map(\.key))
        return lines
            + arrangement.leaves.compactMap { part in
                guard case .child(let name) = part.form, !shown.contains(name),
                    let id = state.objects(name).first?["id"]?.stringValue
                else { return nil }
                let line = JSONText.build { json in
                    json.beginObject()
                    json.field("type", "child")
                    json.field("key", name)
                    json.field("label", part.title)
                    json.endObject()
                }
                return LayoutLine(json: line.value, childId: id)
            }
    }

    /// The feature in a pane; nil if the pane is empty.
    public func pane(_ name: String) -> Node? {
        guard let id = state.objects(name).first?["id"]?.stringValue else { return nil }
        return child([name, id])
    }

    /// True if another feature is about to take the place of the feature in a pane.
    public func isPaneStale(_ name: String) -> Bool { state.objects(name).first?.isTrue("isStale") == true }
}
