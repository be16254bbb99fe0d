import FHJSON
import FeatureKit

/// Expands the actions on rows of a list or a search into the modals, outputs and toolbar items that they stand for.
///
/// So an action that asks, presents or sends something is read and checked as if its author had written these members.
/// Errors in them are reported at the action.
package struct ActionExpansion {
    private let feature: WorkspaceNode
    private let kinds: DeclaredKinds
    /// The ids of the actions that the toolbar, a button or an output of the feature sends.
    private let sent: Set<String>
    private var modals: [(name: String, modal: JSONText)] = []
    private var outputs: [(name: String, link: JSONText)] = []
    private var toolbar: [JSONText] = []

    /// The members of the question before an action that are members of its modal.
    static let questionKeys = ["title", "message", "dependsOn"]

    /// True if an action asks the user before it is done.
    static func asks(_ action: JSONValue) -> Bool { action["confirm"] != nil || action["input"] != nil }

    /// Returns the declaration of a feature with the expanded actions; the same declaration if there are none.
    package static func expanded(_ feature: WorkspaceNode, _ kinds: DeclaredKinds) -> WorkspaceNode {
        guard feature.value["actions"]?.isArray == true, let actions = feature.member("actions")?.elements else {
            return feature
        }
        var expansion = ActionExpansion(feature, kinds)
        for action in actions where action.value.isObject { expansion.add(action) }
        return expansion.whole
    }

    private init(_ feature: WorkspaceNode, _ kinds: DeclaredKinds) {
        self.feature = feature
        self.kinds = kinds
        sent = Self.sentActions(of: feature.value)
    }

    private mutating func add(_ action: WorkspaceNode) {
        guard let id = action.value["id"]?.stringValue, !id.isEmpty else { return }
        let value = action.value
        let link = link(of: value, id)
        // A question without a form repeats the action, so that its condition is checked again.
        let answer = value["input"] == nil ? Self.confirmed(id) : link
        reportCircle(id)
        if let present = value["present"], present.isObject {
            let modal = JSONText.build { Self.writePresented(present, value, to: &$0) }
            addModal(id, modal, for: action, at: "present")
        } else if Self.asks(value) {
            let modal = JSONText.build { writeQuestion(value, id, answer, to: &$0) }
            addModal(id, modal, for: action, at: value["confirm"] == nil ? "input" : "confirm")
        }
        if value["send"] != nil || value["present"] != nil {
            report(taken: id, in: "outputs", action)
            feature.mistakes.redirect(
                feature.pointer.appending("outputs").appending(id),
                to: action.pointer.appending(value["send"] == nil ? "present" : "send"))
            outputs.append((id, link))
        }
        if kinds.kind(of: feature.value)?.hasActionButtons == true, !sent.contains(id) { addToolbarItem(id, action) }
    }

    /// The action on rows as it is sent after the user's answer.
    private static func confirmed(_ id: String) -> JSONText {
        .link(
            "accept",
            .build { json in
                json.beginObject()
                json.field("action", id)
                json.field("confirmed", true)
                json.endObject()
            })
    }

    /// Reports an output of an action that starts an action, because two of them could start each other for ever.
    private func reportCircle(_ id: String) {
        guard let output = feature.member("outputs")?.member(id) else { return }
        let action = output.value["action"]?.stringValue
        if action == "accept" || action == "openItem" {
            output.report("the output of an action on rows can't start an action on rows", at: "action")
        }
    }

    /// The action that is sent when the user has chosen the action on rows, and has confirmed it.
    private func link(of action: JSONValue, _ id: String) -> JSONText {
        if let send = action["send"] { return JSONText(send) }
        guard let present = action["present"] else { return Self.confirmed(id) }
        let modal: JSONText = .object("modal", .string(present.stringValue ?? id))
        guard let taken = present["take"], taken.isObject else { return .link("present", modal) }
        return .build { json in
            json.beginObject()
            json.field("action", "present")
            json.field("params", modal)
            json.key("take")
            json.beginObject()
            for (name, place) in taken.members {
                json.key(name.hasPrefix("/") ? "/params\(name)" : "\(JSONPointer(["params", name]))")
                json.value(place)
            }
            json.endObject()
            json.endObject()
        }
    }

    // MARK: Modals

    private mutating func addModal(_ id: String, _ modal: JSONText, for action: WorkspaceNode, at key: String) {
        report(taken: id, in: "modals", action)
        let place = feature.pointer.appending("modals").appending(id)
        let origin = action.pointer.appending(key)
        let form = key == "present" ? origin.appending("feature") : action.pointer.appending("input")
        let link = action.value["send"] == nil ? action.pointer : action.pointer.appending("send")
        for (part, origin) in [
            ([], origin), (["feature"], form), (["feature", "sections", "0"], form), (["buttons", "0"], link),
            (["onOutput"], link),
        ] {
            feature.mistakes.redirect(JSONPointer(place.tokens + part), to: origin)
        }
        modals.append((id, modal))
    }

    /// Writes the modal with the feature that an action presents.
    private static func writePresented(
        _ present: JSONValue, _ action: JSONValue, to json: inout JSONWriter
    ) {
        json.beginObject()
        if present["style"] == nil { json.field("style", "sheet") }
        for (key, value) in present.members where key != "take" {
            json.key(key)
            json.value(value)
        }
        writeTarget(of: action, to: &json)
        json.endObject()
    }

    /// Writes the sheet with the form of an action, or the question before it.
    private func writeQuestion(
        _ action: JSONValue, _ id: String, _ link: JSONText, to json: inout JSONWriter
    ) {
        let confirm: JSONValue = action["confirm"] ?? .emptyObject
        json.beginObject()
        json.field("style", action["input"] == nil ? "confirmation" : "sheet")
        for (key, value) in confirm.members where Self.questionKeys.contains(key) {
            json.key(key)
            json.value(value)
        }
        Self.writeTarget(of: action, to: &json)
        if let input = action["input"] {
            if confirm["title"] == nil, let title = action["title"] {
                json.key("title")
                json.value(title)
            }
            json.key("feature")
            writeForm(input, title: action["title"], to: &json)
            json.key("onOutput")
            json.value(link)
        } else {
            json.key("buttons")
            Self.writeButtons(action, id, link, to: &json)
        }
        json.endObject()
    }

    /// Writes the name of a form, or the declaration of a form from its fields.
    private func writeForm(_ input: JSONValue, title: JSONValue?, to json: inout JSONWriter) {
        guard let fields = input["fields"] else { return json.value(input) }
        json.beginObject()
        json.field("kind", kinds.input?.kind.rawValue)
        if input["title"] == nil, let title {
            json.key("title")
            json.value(title)
        }
        for (key, value) in input.members where key != "fields" {
            json.key(key)
            json.value(value)
        }
        json.key("sections")
        json.beginArray()
        json.beginObject()
        json.key("fields")
        json.value(fields)
        json.endObject()
        json.endArray()
        json.endObject()
    }

    private static func writeButtons(
        _ action: JSONValue, _ id: String, _ link: JSONText, to json: inout JSONWriter
    ) {
        json.beginArray()
        json.beginObject()
        json.field("id", id)
        json.key("title")
        json.value(action["confirm"]?["button"] ?? action["title"] ?? .emptyObject)
        if let role = action["role"] {
            json.key("role")
            json.value(role)
        }
        for (key, value) in link.value.members {
            json.key(key)
            json.value(value)
        }
        json.endObject()
        json.beginObject()
        json.field("id", id == "cancel" ? "cancel-\(id)" : "cancel")
        json.field("title", "Cancel")
        json.field("role", "cancel")
        json.endObject()
        json.endArray()
    }

    private static func writeTarget(of action: JSONValue, to json: inout JSONWriter) {
        switch action["on"]?.stringValue {
        case "none": break
        case "active": json.field("target", "activeItem")
        default: json.field("target", "selection")
        }
    }

    private func report(taken id: String, in key: String, _ action: WorkspaceNode) {
        guard feature.value[key]?[id] != nil else { return }
        action.report("\(key) has \(id) already, which this action stands for; rename one of the two", at: "id")
    }

    // MARK: Toolbar

    /// Returns the ids of the actions that the toolbar, a button or an output of a feature sends.
    private static func sentActions(of feature: JSONValue) -> Set<String> {
        var sent: Set<String> = []
        func collect(_ value: JSONValue) {
            if value["action"]?.stringValue == "accept", let id = value["params"]?["action"]?.stringValue {
                sent.insert(id)
            }
            for element in value.elements { collect(element) }
            for (_, member) in value.members { collect(member) }
        }
        for key in ["toolbar", "modals", "outputs", "actions"] { feature[key].map(collect) }
        return sent
    }

    /// Adds a button for the marked rows, so that every client offers the action.
    private mutating func addToolbarItem(_ id: String, _ action: WorkspaceNode) {
        guard let title = action.value["title"]?.stringValue else { return }
        let number = (feature.value["toolbar"]?.count ?? 0) + toolbar.count
        feature.mistakes.redirect(feature.pointer.appending("toolbar").appending("\(number)"), to: action.pointer)
        toolbar.append(
            .build { json in
                json.beginObject()
                json.field("action", "accept")
                json.key("params")
                json.beginObject()
                json.field("action", id)
                if action.value["on"] == nil { json.field("selection", true) }
                json.endObject()
                json.field("title", title)
                for key in Caption.keys + ["role"] {
                    guard let member = action.value[key] else { continue }
                    json.key(key)
                    json.value(member)
                }
                // The key Enter opens a row.
                if let key = action.value["key"], key.stringValue != "Enter" {
                    json.key("key")
                    json.value(key)
                }
                json.endObject()
            })
    }

    // MARK: The whole

    private var whole: WorkspaceNode {
        if modals.isEmpty, outputs.isEmpty, toolbar.isEmpty { return feature }
        let text = JSONText.build { json in
            json.beginObject()
            for (key, value) in feature.value.members where !isExtended(key) {
                json.key(key)
                json.value(value)
            }
            write("modals", modals, to: &json)
            write("outputs", outputs, to: &json)
            if isExtended("toolbar") {
                json.key("toolbar")
                json.beginArray()
                for item in feature.value["toolbar"]?.elements.map({ JSONText($0) }) ?? [] { json.value(item) }
                for item in toolbar { json.value(item) }
                json.endArray()
            }
            json.endObject()
        }
        return WorkspaceNode(text.value, pointer: feature.pointer, mistakes: feature.mistakes)
    }

    /// True if members are added to the member with this key; false if its value has the wrong type.
    private func isExtended(_ key: String) -> Bool {
        let own = feature.value[key]
        switch key {
        case "modals": return !modals.isEmpty && own?.isObject != false
        case "outputs": return !outputs.isEmpty && own?.isObject != false
        case "toolbar": return !toolbar.isEmpty && own?.isArray != false
        default: return false
        }
    }

    private func write(_ key: String, _ added: [(String, JSONText)], to json: inout JSONWriter) {
        guard isExtended(key) else { return }
        let own = feature.value[key]
        json.key(key)
        json.beginObject()
        for (name, value) in own?.members.map({ ($0, $1) }) ?? [] {
            json.key(name)
            json.value(value)
        }
        for (name, value) in added where own?[name] == nil {
            json.key(name)
            json.value(value)
        }
        json.endObject()
    }
}

extension JSONText {
    /// An action with its params, as a declaration.
    fileprivate static func link(_ action: String, _ params: JSONText) -> JSONText {
        build { json in
            json.beginObject()
            json.field("action", action)
            json.field("params", params)
            json.endObject()
        }
    }
}
