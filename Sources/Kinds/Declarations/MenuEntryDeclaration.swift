import FHJSON
import FeatureKit

/// Reads the texts and marks with which menus list a feature.
enum MenuEntryDeclaration {
    static let keys = Caption.keys + ["group", "keywords", "hidden", "menuKey"]

    static func entry(_ node: WorkspaceNode) -> MenuEntry {
        var entry = MenuEntry()
        entry.caption = node.caption
        entry.group = node.nonEmptyString("group")
        entry.keywords = node.strings("keywords") ?? []
        if entry.keywords.contains("") { node.report("a keyword must not be empty", at: "keywords") }
        entry.isHidden = node.bool("hidden") ?? false
        entry.key = key(node)
        return entry
    }

    private static func key(_ node: WorkspaceNode) -> String? {
        guard let key = node.string("menuKey") else { return nil }
        if RowActionDeclaration.isCharacter(key) { return key }
        node.report("must be one character; Enter opens the chosen feature of a menu", at: "menuKey")
        return nil
    }
}

extension Caption {
    /// The members of a declaration that are the caption.
    package static let keys = ["description", "icon"]
}

extension WorkspaceNode {
    /// Reads the members `description` and `icon`.
    package var caption: Caption { Caption(description: string("description"), icon: icon) }

    /// The members `description` and `icon`, without a report of errors, for a value that is also read elsewhere.
    var silentCaption: Caption {
        Caption(
            description: value["description"]?.stringValue,
            icon: value["icon"]?.stringValue.flatMap(Icon.init(rawValue:)))
    }

    /// Reads the member `icon`, the name of an icon.
    private var icon: Icon? {
        guard let name = string("icon") else { return nil }
        if let icon = Icon(rawValue: name) { return icon }
        report(unknownIcon: name, below: JSONPointer(["icon"]))
        return nil
    }

    /// Reports a name that no icon has.
    func report(unknownIcon name: String, below pointer: JSONPointer) {
        let known = Icon.allCases.map(\.rawValue)
        report("there is no icon \(LikelyName.shown(name)). \(advice(for: name, among: known))", below: pointer)
    }

    /// The likely name and all names, because users can't find the names elsewhere in the editor.
    private func advice(for name: String, among known: [String]) -> String {
        let likely = LikelyName.of(name, among: known).map { "Did you mean \($0)? " } ?? ""
        return "\(likely)Known: \(known.joined(separator: ", "))"
    }
}
