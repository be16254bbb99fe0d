import FHJSON

/// An action that a workspace file declares.
///
/// The toolbar or an output of a feature sends the action, or a button or the output of a modal.
package struct DeclaredLink {
    /// The name of the modal whose button or output sends the action; nil for a link of the toolbar or of `outputs`.
    package let modal: String?
    private let action: String
    private let params: JSONValue
    private let taken: JSONValue

    /// Parses the name of an action, or an object of `action`, `params` and `take`.
    package init?(_ value: JSONValue, in modal: String? = nil) {
        guard let action = value.stringValue ?? value["action"]?.stringValue else { return nil }
        self.modal = modal
        self.action = action
        params = value["params"] ?? .emptyObject
        taken = value["take"] ?? .emptyObject
    }

    /// All links in the declaration of one feature: toolbar, modals and outputs.
    package static func all(of feature: JSONValue) -> [DeclaredLink] {
        ofToolbarAndButtons(of: feature) + ofOutputs(of: feature)
    }

    /// The links of a feature's toolbar, and of the buttons and outputs of its modals.
    package static func ofToolbarAndButtons(of feature: JSONValue) -> [DeclaredLink] {
        func member(_ key: String, of value: JSONValue) -> JSONValue { value[key] ?? .null }
        var links = member("toolbar", of: feature).elements.compactMap { DeclaredLink($0) }
        for (name, modal) in member("modals", of: feature).members {
            links += member("buttons", of: modal).elements.compactMap { DeclaredLink($0, in: name) }
            if let link = DeclaredLink(member("onOutput", of: modal), in: name) { links.append(link) }
        }
        return links + ofActions(of: feature)
    }

    /// The modals that the actions on rows of a feature present to ask the user.
    private static func ofActions(of feature: JSONValue) -> [DeclaredLink] {
        (feature["actions"] ?? .null).elements.filter(ActionExpansion.asks).compactMap { action in
            action["id"].flatMap { DeclaredLink(presenting: $0) }
        }
    }

    private init(presenting modal: JSONValue) {
        self.modal = nil
        action = "present"
        params = JSONText.object("modal", JSONText(modal)).value
        taken = .emptyObject
    }

    /// The links under a feature's `outputs`.
    package static func ofOutputs(of feature: JSONValue) -> [DeclaredLink] {
        (feature["outputs"] ?? .null).members.compactMap { DeclaredLink($0.value) }
    }

    /// True if the link specifies the rows on which it acts.
    package var namesRows: Bool {
        let inner: JSONValue = params["params"] ?? .null
        return params["ids"] != nil || inner["id"] != nil || taken["ids"] != nil || taken["params"] != nil
            || action == "replace"
    }

    /// The modals that the link can present.
    package var presented: Names {
        guard action == "present" else { return Names() }
        return Names(isAny: taken["modal"] != nil, params["modal"]?.stringValue)
    }

    /// The routes that the link can open.
    package var routes: Names {
        switch action {
        case "push": Names(isAny: taken["route"] != nil, params["route"]?.stringValue)
        case "replace":
            Names(
                isAny: taken["routes"] != nil,
                params["routes"].map { $0.elements.compactMap { $0["route"]?.stringValue } } ?? [])
        default: Names()
        }
    }

    /// The names of the modals or routes to which a link can refer.
    ///
    /// `isAny` is true if the name comes from the value of an output, and so can be any name.
    package struct Names {
        package private(set) var isAny = false
        package private(set) var names: Set<String> = []

        package init() {}

        init(isAny: Bool, _ names: some Sequence<String>) {
            self.isAny = isAny
            self.names = Set(names)
        }

        init(isAny: Bool, _ name: String?) {
            self.isAny = isAny
            if let name { names = [name] }
        }

        package func contains(_ name: String) -> Bool { isAny || names.contains(name) }

        mutating func formUnion(_ other: Names) {
            isAny = isAny || other.isAny
            names.formUnion(other.names)
        }

        /// The union of several sets of names.
        package static func union(_ all: some Sequence<Names>) -> Names {
            all.reduce(into: Names()) { $0.formUnion($1) }
        }
    }
}
