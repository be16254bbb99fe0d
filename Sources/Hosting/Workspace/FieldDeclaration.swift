import FormFeature
import JSON

/// A field of a form as a workspace declares it.
enum FieldDeclaration {
    private static let keys =
        ["name", "type", "label", "hints", "required", "trim", "uniqueItems", "const", "equalTo", "options", "step"]
        + ["default", "errorMessages"] + FieldConfiguration.Limit.allCases.map(\.rawValue)

    static func field(_ node: WorkspaceNode) -> FieldConfiguration {
        node.expect(keys: keys)
        if node.value.kind == .object, node.value["type"] == nil {
            node.report("lacks type: \(FieldType.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let type = node.oneOf("type", FieldType.self) ?? .text
        // A name that is missing is noted here; a form has no field twice, so that it gets one of its own.
        let name = node.requiredString("name") ?? node.pointer.description
        var field = FieldConfiguration(name: name, type: type, label: node.string("label"))
        field.required = node.bool("required") ?? false
        field.trim = node.bool("trim") ?? false
        field.uniqueItems = node.bool("uniqueItems") ?? false
        field.const = node.member("const").map { JSONText($0.value) }
        field.equalTo = node.string("equalTo")
        field.default = node.member("default").map { JSONText($0.value) }
        field.options = (node.member("options")?.elements ?? []).compactMap(option)
        field.step = number(node, "step")
        for limit in FieldConfiguration.Limit.allCases { field.limits[limit] = number(node, limit.rawValue) }
        field.hints = texts(node, "hints", FieldConfiguration.Hint.self)
        field.errorMessages = texts(node, "errorMessages", MessageCode.self)
        return field
    }

    private static func number(_ node: WorkspaceNode, _ key: String) -> FieldNumber? {
        guard let member = node.member(key) else { return nil }
        guard let number = FieldNumber(member.value) else {
            member.report("must be a number")
            return nil
        }
        return number
    }

    /// An object of texts whose keys are an enum's names.
    private static func texts<Key: RawRepresentable & CaseIterable & Hashable>(
        _ node: WorkspaceNode, _ key: String, _ type: Key.Type
    ) -> [Key: String] where Key.RawValue == String {
        guard let member = node.member(key) else { return [:] }
        member.expect(keys: Key.allCases.map(\.rawValue))
        var texts: [Key: String] = [:]
        for key in Key.allCases { texts[key] = member.string(key.rawValue) }
        return texts
    }

    /// An option with a title of its own, or a value that is its title.
    private static func option(_ node: WorkspaceNode) -> FieldOption? {
        guard node.value.kind == .object else { return FieldOption(value: JSONText(node.value)) }
        node.expect(keys: ["value", "title"])
        guard let value = node.value["value"] else {
            node.report("lacks value, a string, a number, a Boolean or null")
            return nil
        }
        return FieldOption(value: JSONText(value), title: node.string("title"))
    }
}
