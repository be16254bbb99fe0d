import FHJSON
import FHTerminalClient

/// A visible field of a form, with the words that name it.
struct PlainField {
    let node: Node
    let path: String
    let json: JSONValue
    /// The label, with the labels of the groups and items that contain the field.
    let name: String

    /// The way in which the user answers.
    var kind: AnswerKind { AnswerKind(type: json.text("type")) }
    /// True if the user can change the value.
    var isEnabled: Bool { json["enabled"]?.boolValue != false }
    /// True if the user is asked for the value.
    var isAsked: Bool { isEnabled && kind.isAsked }
    /// The messages that are shown.
    var messages: [JSONValue] { json.isTrue("showMessages") ? json.objects("messages") : [] }
    /// True if there is an error among the shown messages.
    var hasErrors: Bool { messages.contains { $0.text("severity") != "warning" } }
    /// The value that others have written; nil if the field is in no conflict.
    var theirs: JSONValue? { json.value("conflict").flatMap { $0.isObject ? $0["theirs"] ?? .null : nil } }

    /// Sends an action about the field.
    func send(
        _ action: String, isQuiet: Bool = false, _ more: @escaping (inout JSONWriter) -> Void = { _ in }
    ) {
        node.send(action, title: name, isQuiet: isQuiet, Params { $0.field("path", path) }.and(more))
    }
}

/// The visible fields of a form in the order in which the user is asked for them.
struct FormOrder {
    /// A heading, a remark or a field.
    enum Part {
        case text(id: String, String)
        case field(PlainField)
    }

    /// The parts, in order.
    private(set) var parts: [Part] = []
    private let node: Node
    private let fields: JSONValue
    /// The paths of the fields that were added, because a faulty host may list a field twice.
    private var seen: Set<ExactText> = []

    init(_ node: Node) {
        self.node = node
        fields = node.state.object("fields")
        for (index, section) in node.state.objects("sections").enumerated() {
            let (header, footer) = (section.text("header"), section.text("footer"))
            let count = parts.count
            add(section.texts("fields"), within: "")
            guard parts.count > count else { continue }
            if !header.isEmpty {
                parts.insert(.text(id: "header \(index)", "\(PlainText.line(header)):"), at: count)
            }
            if !footer.isEmpty { parts.append(.text(id: "footer \(index)", PlainText.indented(footer))) }
        }
    }

    /// The fields.
    var all: [PlainField] {
        parts.compactMap { part in
            if case .field(let field) = part { return field }
            return nil
        }
    }

    /// Returns the visible field at a path; nil if there is none.
    subscript(_ path: String) -> PlainField? { all.first { isSameText($0.path, path) } }

    private mutating func add(_ paths: [String], within outer: String) {
        for path in paths {
            guard let json = fields.value(path), json["visible"]?.boolValue != false, seen.insert(path)
            else { continue }
            let label = json.value("label").map(FieldText.plain) ?? ""
            let own = PlainText.line(label.isEmpty ? path : label)
            let name = outer.isEmpty ? own : "\(outer), \(own)"
            let field = PlainField(node: node, path: path, json: json, name: name)
            // Items come before their field, so that the user can add another one behind the last one.
            for (index, item) in json.objects("items").enumerated() {
                add(item.texts("fields"), within: "\(name) \(index + 1)")
            }
            parts.append(.field(field))
            add(json.texts("fields"), within: name)
        }
    }
}
