import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A field of a form at one revision.
struct FormField {
    /// A field's state, with the form that it belongs to.
    struct Shown {
        let node: Node
        let json: JSONValue
    }

    let node: Node
    let interface: Interface
    let path: String
    let json: JSONValue
    /// The keys of the repeated fields that contain the field, the innermost first.
    let around: [Binding]
    let entry: FieldEntry
    /// The id of the field's target.
    let id: String
    /// The type, such as `text`.
    ///
    /// Later editions of the protocol may add types.
    let type: String

    /// Makes a field.
    ///
    /// - Parameter identity: the identity of the node, which is the same for all fields of a form.
    init(
        _ node: Node, _ identity: String, _ interface: Interface, _ path: String, _ json: JSONValue, around: [Binding]
    ) {
        self.node = node
        self.interface = interface
        self.path = path
        self.json = json
        self.around = around
        id = Self.id(identity, path)
        let type = json.text("type")
        self.type = type
        entry = interface.memory.object("\(id)\u{1F}\(type)") { FieldEntry(type: type) }
    }

    /// Returns this field with the state that was drawn in another frame.
    func at(_ shown: Shown) -> FormField {
        FormField(shown.node, shown.node.identity, interface, path, shown.json, around: around)
    }

    /// Returns the id of the target of a form's field.
    static func id(_ identity: String, _ path: String) -> String { "\(identity)\u{1F}\(path)" }

    /// True if the user can change the value.
    var isEnabled: Bool { json["enabled"]?.boolValue != false }
    /// True if the options of the field come from a source, which the user can search.
    var isSearched: Bool { json.value("optionsFrom") != nil }
    /// The options.
    var options: [JSONValue] { json.objects("options") }

    /// The label for users.
    var label: String {
        let label = json.value("label").map(FieldText.plain) ?? ""
        return label.isEmpty ? path : label
    }

    /// The mark after the label: `…` while the value is being validated, otherwise `*` if the field is required.
    var mark: String { json.isTrue("validating") ? " …" : json.isTrue("required") ? " *" : "" }

    /// The messages that are shown: all if the host has set `showMessages`, otherwise none.
    var messages: [JSONValue] { json.isTrue("showMessages") ? json.objects("messages") : [] }

    /// True if there is an error among the shown messages.
    var hasErrors: Bool { messages.contains { $0.text("severity") != "warning" } }

    /// Returns true if a target with this id is in the field: its value, its buttons or a field within it.
    func contains(_ target: String?) -> Bool {
        guard let target, target.hasExactPrefix(id) else { return false }
        return isSameText(target, id) || ["/", "\u{1F}"].contains { target.hasExactPrefix(id + $0) }
    }

    // MARK: The value

    /// True if the user has entered a value that the snapshot does not have yet.
    var isTyped: Bool { entry.pending.isNewer(than: node.snapshot) }
    /// The entered value until the host has answered, otherwise the host's value.
    var value: JSONValue { isTyped ? entry.value : json["value"] ?? .null }

    /// Enters a value.
    func enter(_ value: JSONValue, _ action: String = "setValue") {
        // Only the editor keeps a secret.
        if action == "setValue" { entry.value = value }
        entry.pending.sent()
        interface.needsFrame()
        let params = Params { json in
            json.field("path", path)
            json.field("value", value)
        }
        node.send(action, title: label, params) { [entry, interface] revision in
            entry.pending.answered(revision)
            interface.needsFrame()
        }
    }

    /// Sends an action about the field.
    func send(_ action: String, isQuiet: Bool = false, _ more: @escaping (inout JSONWriter) -> Void = { _ in }) {
        node.send(action, isQuiet: isQuiet, Params { $0.field("path", path) }.and(more))
    }

    // MARK: The target

    /// Returns a target of the field.
    ///
    /// - Parameter id: the id of the target; nil for the target of the field's value.
    func target(
        _ area: Rect, id: String? = nil, _ bindings: [Binding] = [], editor: TextEditor? = nil,
        edited: @escaping () -> Void = {}, typed: ((Character) -> Void)? = nil
    ) -> Target {
        Target(id ?? self.id, area, bindings + around, editor: editor, edited: edited, typed: typed) { hasFocus in
            entry.digits = ""
            send(hasFocus ? "focus" : "blur", isQuiet: true)
        }
    }
}
