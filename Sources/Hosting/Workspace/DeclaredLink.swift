import JSON

/// An action as it stands in a workspace, with the modal that it waits in.
struct DeclaredLink {
    /// The modal that has to be presented before it is sent; nil where it needs none.
    let modal: String?
    private let action: String
    private let params: JSONValue
    private let taken: JSONValue

    /// The name of an action, or an object of `action`, `params` and `take`.
    init?(_ value: JSONValue, in modal: String? = nil) {
        guard let action = value.stringValue ?? value["action"]?.stringValue else { return nil }
        self.modal = modal
        self.action = action
        params = value["params"] ?? .emptyObject
        taken = value["take"] ?? .emptyObject
    }

    /// All that a feature's own declaration has it do.
    static func all(of feature: JSONValue) -> [DeclaredLink] {
        ofToolbarAndButtons(of: feature) + ofOutputs(of: feature)
    }

    /// The links of its toolbar, and of its modals' buttons and outputs.
    static func ofToolbarAndButtons(of feature: JSONValue) -> [DeclaredLink] {
        func member(_ key: String, of value: JSONValue) -> JSONValue { value[key] ?? .null }
        var links = member("toolbar", of: feature).elements.compactMap { DeclaredLink($0) }
        for (name, modal) in member("modals", of: feature).members {
            links += member("buttons", of: modal).elements.compactMap { DeclaredLink($0, in: name) }
            if let link = DeclaredLink(member("onOutput", of: modal), in: name) { links.append(link) }
        }
        return links
    }

    /// The links of its own outputs.
    static func ofOutputs(of feature: JSONValue) -> [DeclaredLink] {
        (feature["outputs"] ?? .null).members.compactMap { DeclaredLink($0.value) }
    }

    /// Whether it presents this modal, or may: which it is can be a part of an output.
    func presents(_ modal: String) -> Bool {
        action == "present" && (taken["modal"] != nil || params["modal"]?.stringValue == modal)
    }

    /// Whether it leads to this route, or may.
    func leads(to route: String) -> Bool {
        switch action {
        case "push": taken["route"] != nil || params["route"]?.stringValue == route
        case "replace":
            taken["routes"] != nil
                || params["routes"]?.elements.contains { $0["route"]?.stringValue == route } == true
        default: false
        }
    }
}
