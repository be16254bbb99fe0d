import FHDeclarations
import FHJSON
import FHKindParts
import FeatureKit

/// Reads the lines of a view's layout.
struct LayoutDeclaration {
    /// The formats in which a line shows its member as a document.
    private static let documentFormats = ["plain", "ansi", "diff", "markdown"]
    private static let keys = ["key", "label", "type", "format", "child", "action", "params", "role", "when", "tone"]

    private(set) var lines: [ViewLine] = []
    /// The texts that show members of the row as documents, by the names of their panes.
    private(set) var documents: [(name: String, source: PaneSource)] = []
    /// The names of the children that lines show.
    private(set) var shown: Set<String> = []
    private let view: WorkspaceNode
    private let children: [String]
    private let context: WorkspaceContext

    /// Reads the member `layout` of a view, and reports its errors.
    init(_ view: WorkspaceNode, children: [String], _ context: WorkspaceContext) {
        self.view = view
        self.children = children
        self.context = context
        for node in view.member("layout")?.elements ?? [] {
            if let line = line(node) { lines.append(line) }
        }
    }

    private mutating func line(_ node: WorkspaceNode) -> ViewLine? {
        node.expect(keys: Self.keys)
        guard node.value.isObject else { return nil }
        let declared = node.oneOf("type", LayoutItem.Kind.self)
        let type = declared ?? (node.value["child"] == nil ? .text : .child)
        let label = node.string("label")
        var line: ViewLine
        switch type {
        case .child:
            guard let child = node.requiredString("child") else { return nil }
            if !children.contains(child) {
                node.report("there is no child \(child); \(WorkspaceContext.list(children))", at: "child")
            }
            shown.insert(child)
            line = ViewLine(.child, label: label ?? "", .pane(child))
        case .section, .button:
            if node.value["key"] != nil { node.report("is for a line that shows a value", at: "key") }
            line = ViewLine(type, label: node.requiredString("label") ?? "")
        default:
            guard let key = node.requiredString("key"), let member = node.rowMember("key") else { return nil }
            if view.value["row"] == nil, view.value.isObject {
                node.report("is a member of the view's row, and the view has no row", at: "key")
            }
            let name = member.pointer.tokens.last ?? key
            line = ViewLine(type, label: label ?? NameLabel.label(of: name), .member(member))
            readFormat(key, label, node, &line)
        }
        if [.child, .section, .button].contains(type) {
            for key in ["format", "tone"] where node.value[key] != nil {
                node.report("is for a line that shows a value", at: key)
            }
        }
        if type != .child, node.value["child"] != nil { node.report("is for a line of the type child", at: "child") }
        readAction(node, &line)
        line.role = node.string("role")
        line.condition = node.member("when").flatMap(FilterDeclaration.condition)
        if node.value["when"] != nil, view.value["row"] == nil {
            node.report("is a condition of the view's row, and the view has no row", at: "when")
        }
        return line
    }

    private func readAction(_ node: WorkspaceNode, _ line: inout ViewLine) {
        line.action = node.string("action")
        line.params = node.object("params")
        if line.type == .button, node.value["action"] == nil { node.report("lacks action, which the button sends") }
        if node.value["action"] == nil, node.value["params"] != nil {
            node.report("need an action, which is missing", at: "params")
        }
        guard let action = line.action else { return }
        switch action {
        case "refresh": break
        case "present":
            let modals = (view.value["modals"] ?? .null).members.map { $0.key }
            if let modal = line.params?.value["modal"]?.stringValue, !modals.contains(modal) {
                node.report(
                    "there is no modal \(modal); \(WorkspaceContext.list(modals))",
                    below: JSONPointer(["params", "modal"]))
            } else if line.params?.value["modal"]?.stringValue == nil {
                node.report("present needs params with modal, the name of a modal", at: "action")
            }
        default: node.report("a view has no action \(action); it has refresh and present", at: "action")
        }
    }

    /// Reads the format and the tones of a line that shows a member.
    private mutating func readFormat(_ key: String, _ label: String?, _ node: WorkspaceNode, _ line: inout ViewLine) {
        let name = node.value["format"]?.stringValue
        if let name, Self.documentFormats.contains(name) {
            if node.value["tone"] != nil { node.report("is for a line that shows a value, not a document", at: "tone") }
            guard let content = document(key, name, label, node) else { return }
            line.content = content
            line.type = .child
            return
        }
        if let name, CellFormat.Kind(rawValue: name) == nil {
            let known = Self.documentFormats + CellFormat.Kind.allCases.map(\.rawValue)
            node.report("must be one of \(known.joined(separator: ", ")), not \(LikelyName.shown(name))", at: "format")
            return
        }
        let format = node.member("format").flatMap(FormatDeclaration.format)
        line.look = CellLook(of: key, format, ToneDeclaration.tones(node))
        if node.value["type"] == nil, let kind = format?.kind { line.type = kind.lineType }
    }

    /// Declares a text about a member of the row, and returns the content of its line.
    private mutating func document(
        _ key: String, _ format: String, _ label: String?, _ node: WorkspaceNode
    ) -> ViewLine.Content? {
        guard let row = view.value["row"], row.isObject else { return nil }
        let name = String(key.drop { $0 == "/" }).replacing("/", with: ".")
        if children.contains(name) || documents.contains(where: { $0.name == name }) {
            node.report("there is a child \(name) already, and a text gets the name of its key", at: "key")
            return nil
        }
        let declaration = JSONText.build { json in
            json.beginObject()
            json.key("feature")
            json.beginObject()
            json.field("kind", "text")
            json.field("title", label ?? NameLabel.label(of: name))
            json.field("format", format)
            json.key("row")
            json.beginObject()
            for (key, value) in row.members {
                json.key(key)
                json.value(value)
            }
            json.field("key", key)
            json.endObject()
            json.endObject()
            json.endObject()
        }
        // A view whose id is a param without a value has no row, and so no text about it.
        if row["id"] != nil {
            let pointer = node.pointer.appending(name)
            node.mistakes.redirect(pointer, to: node.pointer)
            let node = WorkspaceNode(declaration.value, pointer: pointer, mistakes: node.mistakes)
            if let feature = context.feature(node) { documents.append((name, PaneSource(feature))) }
        }
        return .pane(name)
    }
}

extension CellFormat.Kind {
    /// The type of a line that declares only the format, for clients that draw the value themselves.
    fileprivate var lineType: LayoutItem.Kind { LayoutItem.Kind(rawValue: family.rawValue) ?? .text }
}
