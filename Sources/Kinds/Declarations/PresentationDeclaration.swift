import FHJSON
import FHKindParts
import FeatureKit

/// Reads the modals, the toolbar and the reactions to outputs that a workspace declares for a feature.
package struct PresentationDeclaration {
    package private(set) var configuration = PresentationConfiguration()
    /// The declared actions with their nodes.
    ///
    /// They are validated after the feature has been created.
    private var links: [(link: ActionLink, occasion: ActionLink.Occasion, node: WorkspaceNode)] = []

    /// The routes that can be pushed; nil if the feature is not a flow.
    private let routes: Names?
    /// The filters that can be set; nil if the feature is neither a list nor a search.
    private let filters: Names?
    /// The top-level fields; nil if the feature is not a form.
    private let fields: Names?

    package init(_ node: WorkspaceNode, _ context: WorkspaceContext) {
        let names = DeclaredNames(node.value, context.kinds)
        routes = names.routes.map(Names.init)
        filters = names.filters.map(Names.init)
        fields = names.fields.map(Names.init)
        for item in node.member("toolbar")?.elements ?? [] { readToolbarItem(item) }
        // The member `empty` of other kinds has another meaning.
        if filters != nil, let empty = node.member("empty") { readEmpty(empty, of: node) }
        for (name, modal) in node.objects("modals") { readModal(name, modal, context) }
        for (name, output) in node.objects("outputs") {
            output.expect(keys: Self.outputKeys)
            configuration.outputs[name] = link(output, .output(hasID: true))
        }
    }

    /// Reads an action with its params, and adds it to ``links`` for validation.
    private mutating func link(_ node: WorkspaceNode, _ occasion: ActionLink.Occasion) -> ActionLink? {
        guard let link = Self.link(node) else { return nil }
        links.append((link, occasion, node))
        return link
    }

    private static let outputKeys = ["action", "params", "take"]

    /// Reads the members `action`, `params` and `take`.
    private static func link(_ node: WorkspaceNode) -> ActionLink? {
        let params = node.object("params") ?? .emptyObject
        var taken: [String: JSONPointer] = [:]
        for (name, place) in node.objects("take") {
            let pointer = place.value.stringValue.flatMap { try? JSONPointer(parsing: $0) }
            guard let pointer, ["id", "ids", "value"].contains(pointer.tokens.first) else {
                place.report("must be a place in {id, ids, value}, such as /id or /value/name")
                continue
            }
            let inner = name.hasPrefix("/") ? try? JSONPointer(parsing: name) : JSONPointer([name])
            guard let inner else {
                place.report("must be for the name of a param, or for a JSON Pointer into one")
                continue
            }
            if params.value.value(at: inner) != nil { place.report("is among the params too") }
            taken[name] = pointer
        }
        return node.requiredString("action").map { ActionLink($0, params: params, taken: taken) }
    }

    private mutating func readToolbarItem(_ node: WorkspaceNode) {
        if let item = toolbarItem(node) { configuration.toolbar.append(item) }
    }

    /// Reads a button; nil if it has no action or no title.
    private mutating func toolbarItem(_ node: WorkspaceNode) -> ToolbarItem? {
        node.expect(keys: ["action", "params", "title", "role", "key"] + Caption.keys)
        let role = node.oneOf("role", ToolbarItem.Role.self)
        let key = RowActionDeclaration.key(node)
        let link = link(node, .toolbar)
        let caption = node.caption
        guard let title = node.requiredString("title"), let link else { return nil }
        return ToolbarItem(action: link, title: title, caption: caption, role: role ?? .default, key: key)
    }

    /// Reads the member `empty` of a list or a search: a text, or a text with a button.
    private mutating func readEmpty(_ empty: WorkspaceNode, of feature: WorkspaceNode) {
        let text: String?
        var button: ToolbarItem?
        if let given = empty.value.stringValue {
            if given.isEmpty { empty.report("must not be empty") }
            text = given
        } else {
            empty.expect(keys: ["text", "action"])
            if empty.value.isObject, empty.value["text"] == nil { empty.report("lacks text, a string") }
            text = empty.nonEmptyString("text")
            if let action = empty.member("action") { button = self.button(action, of: feature) }
        }
        configuration.whenEmpty = text.map { WhenEmpty(text: $0, button: button) }
    }

    /// Reads the button beside the text about an empty source: a name, or a button like those of the toolbar.
    private mutating func button(_ action: WorkspaceNode, of feature: WorkspaceNode) -> ToolbarItem? {
        guard let name = action.value.stringValue else { return toolbarItem(action) }
        let actions = feature.member("actions")?.elementsIfAny ?? []
        if let named = actions.first(where: { $0.value["id"]?.stringValue == name }) {
            if named.value["on"]?.stringValue != RowAction.Scope.none.rawValue {
                action.report("the action \(name) is about rows, and there are none; name one with on none")
            }
            return ToolbarItem(
                action: ActionLink("accept", params: .object("action", .string(name))),
                title: named.value["title"]?.stringValue ?? name, caption: named.silentCaption,
                key: named.value["key"]?.stringValue)
        }
        if let item = configuration.toolbar.first(where: { isSameText($0.title, name) }) { return item }
        let known =
            actions.filter { $0.value["on"]?.stringValue == RowAction.Scope.none.rawValue }
            .compactMap { $0.value["id"]?.stringValue } + configuration.toolbar.map(\.title)
        let advice = LikelyName.advice(for: name, among: known, whenEmpty: "None is declared.")
        action.report("names neither an action that is about no rows nor a button of the toolbar. \(advice)")
        return nil
    }

    /// Reads the member `onOutput`: the name of an action, or an object of `action`, `params` and `take`.
    package static func onOutput(_ node: WorkspaceNode) -> ActionLink? {
        guard let member = node.member("onOutput") else { return nil }
        if let name = member.value.stringValue { return ActionLink(name) }
        guard member.value.kind == .object else {
            member.report("must be the name of an action, or an object of action and params")
            return nil
        }
        member.expect(keys: outputKeys)
        return link(member)
    }

    // MARK: Modals

    private static let modalKeys = [
        "style", "title", "message", "feature", "params", "target", "dependsOn", "buttons", "onOutput", "dismissible",
    ]

    private mutating func readModal(_ name: String, _ node: WorkspaceNode, _ context: WorkspaceContext) {
        node.expect(keys: Self.modalKeys)
        if node.value.kind == .object, node.value["style"] == nil {
            node.report("lacks style: \(Modal.Style.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let target = node.oneOf("target", Modal.Target.self)
        var modal = Modal(style: node.oneOf("style", Modal.Style.self) ?? .sheet, target: target)
        modal.title = TemplateDeclaration.template(node, "title", hasTarget: target != nil)
        modal.message = TemplateDeclaration.template(node, "message", hasTarget: target != nil)
        modal.dependsOn = TemplateDeclaration.members(node, "dependsOn")
        if node.value["dependsOn"] != nil, node.value["target"] == nil {
            node.report("is for a modal about rows, and this one has no target", at: "dependsOn")
        }
        modal.feature = context.feature(node)
        modal.isAboutOneRow = node.value["feature"]?.stringValue.map(context.updatingForms.contains) == true
        modal.params = node.object("params") ?? .emptyObject
        modal.dismissal = Self.dismissal(node)
        for button in node.member("buttons")?.elements ?? [] {
            if let button = readButton(button, hasTarget: target != nil) { modal.buttons.append(button) }
        }
        if let link = Self.onOutput(node), let place = node.member("onOutput") {
            modal.onOutput = link
            modal.isInput = link.name == "accept"
            links.append((link, .output(hasID: true), place))
        }
        check(modal, node)
        configuration.modals[name] = modal
    }

    /// Reads the member `dismissible`: true, false, or `unchanged`.
    private static func dismissal(_ node: WorkspaceNode) -> Modal.Dismissal {
        guard let member = node.member("dismissible") else { return .always }
        if let isDismissible = member.value.boolValue { return isDismissible ? .always : .never }
        if member.value.stringValue == "unchanged" { return .unchanged }
        member.report("must be true, false or unchanged")
        return .always
    }

    private mutating func readButton(_ node: WorkspaceNode, hasTarget: Bool) -> Modal.Button? {
        node.expect(keys: ["id", "title", "role", "action", "params"])
        let role = node.oneOf("role", Modal.Button.Role.self) ?? .default
        let title = node.requiredString("title")
        let link = node.value["action"] == nil ? nil : link(node, .button(hasTarget: hasTarget))
        if link == nil, role == .destructive { node.report("destroys nothing: it lacks action", at: "role") }
        if link == nil, node.value["params"] != nil { node.report("need an action, which is missing", at: "params") }
        guard let id = node.requiredString("id"), let title else { return nil }
        return Modal.Button(id: id, title: title, role: role, action: link)
    }

    /// Reports members that don't fit the style: an alert needs a title and buttons, a sheet needs a feature.
    private func check(_ modal: Modal, _ node: WorkspaceNode) {
        guard node.value["style"]?.stringValue != nil else { return }
        let style = modal.style.rawValue
        if modal.style.holdsFeature {
            if node.value["feature"] == nil { node.report("lacks feature: a \(style) must contain one") }
        } else {
            if node.value["feature"] != nil { node.report("is for a sheet; \(style) only asks", at: "feature") }
            if node.value["title"] == nil { node.report("lacks title, what the \(style) asks or says") }
            if modal.buttons.isEmpty { node.report("lacks buttons: the user needs one to answer") }
        }
        if modal.onOutput != nil, !modal.style.holdsFeature {
            node.report("is for the output of a feature, and \(style) contains none", at: "onOutput")
        }
        for (index, button) in modal.buttons.enumerated()
        where modal.buttons[..<index].contains(where: { $0.id == button.id }) {
            node.report("has the button \(button.id) twice", at: "buttons")
        }
    }

    // MARK: Actions

    /// Reports each declared action that the feature doesn't have, or that has invalid params.
    ///
    /// - Parameter plural: the plural of the name of the feature's kind.
    package func reportMistakes(of feature: FeatureRegistration, plural: String) {
        let modals = Names(Array(configuration.modals.keys))
        for (link, occasion, node) in links {
            switch feature.mistake(in: link, on: occasion) {
            case nil:
                reportUnknownName(in: link, "present", "modal", modals, node)
                if let routes {
                    reportUnknownName(in: link, "push", "route", routes, node)
                    reportUnknownRoutes(in: link, routes, node)
                }
                if let filters { reportUnknownName(in: link, "setFilter", "filter", filters, node) }
                if let fields { reportUnknownField(in: link, fields, node) }
            case .unknown(let known):
                node.report(
                    "\(plural) have no action \(link.name); they have \(known.joined(separator: ", "))",
                    at: node.value.kind == .object ? "action" : nil)
            case .invalidParams(let fields):
                node.report(fields, of: "params") { "\(link.name) doesn't fit: \($0)" }
            case .unavailable: break
            }
        }
    }

    private func reportUnknownName(
        in link: ActionLink, _ action: String, _ param: String, _ known: Names, _ node: WorkspaceNode
    ) {
        guard link.name == action, let name = link.params.value[param]?.stringValue, !known.contains(name) else {
            return
        }
        reportUnknown(param, name, known, below: ["params", param], node)
    }

    private func reportUnknownField(in link: ActionLink, _ known: Names, _ node: WorkspaceNode) {
        guard let path = link.params.value["path"]?.stringValue,
            let name = try? JSONPointer(parsing: path).tokens.first,
            !known.contains(name)
        else { return }
        reportUnknown("field", name, known, below: ["params", "path"], node)
    }

    private func reportUnknownRoutes(in link: ActionLink, _ known: Names, _ node: WorkspaceNode) {
        guard link.name == "replace", let routes = link.params.value["routes"]?.elements else { return }
        for (index, route) in routes.enumerated() {
            guard let name = route["route"]?.stringValue, !known.contains(name) else { continue }
            reportUnknown("route", name, known, below: ["params", "routes", "\(index)", "route"], node)
        }
    }

    private func reportUnknown(
        _ what: String, _ name: String, _ known: Names, below path: [String], _ node: WorkspaceNode
    ) {
        node.report("there is no \(what) \(name); \(WorkspaceContext.list(known.shown))", below: JSONPointer(path))
    }
}

/// The names to which an action can refer.
///
/// The names are sorted only once, although several diagnostics can list them.
private struct Names {
    /// The first names in sorted order, at most one more than a message lists.
    package let shown: [String]
    private let all: Set<String>

    package init(_ names: [String]) {
        all = Set(names)
        shown = Array(names.sorted().prefix(LikelyName.longestList + 1))
    }

    package func contains(_ name: String) -> Bool { all.contains(name) }
}
