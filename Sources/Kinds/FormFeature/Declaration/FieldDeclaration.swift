import FHDeclarations
import FHJSON
import FeatureKit

/// Reads the fields that a workspace declares for a form.
struct FieldDeclaration {
    private static let keys =
        ["name", "type", "label", "hints", "required", "requiredWhen", "visibleWhen", "enabledWhen", "trim", "integer"]
        + ["options", "step", "default", "empty", "warnings", "rules", "validateWith", "fields"]
        + Caption.keys + ConstraintsDeclaration.keys

    /// The sources and features of the workspace, in which names are resolved.
    let context: WorkspaceContext

    /// Reads the member `fields`; returns an empty array if the member is absent.
    ///
    /// - Parameter depth: the nesting depth of these fields; 1 for top-level fields.
    func fields(_ node: WorkspaceNode, depth: Int = 1) -> [FieldConfiguration] {
        (node.member("fields")?.elements ?? []).map { field($0, depth: depth) }
    }

    private func field(_ node: WorkspaceNode, depth: Int) -> FieldConfiguration {
        node.expect(keys: Self.keys)
        if node.value.kind == .object, node.value["type"] == nil {
            node.report("lacks type: \(FieldType.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let type = node.oneOf("type", FieldType.self) ?? .text
        // A missing name is reported here. Then the pointer is used as the name, because it is unique.
        let name = node.requiredString("name") ?? node.pointer.description
        var field = FieldConfiguration(name: name, type: type, label: node.string("label"))
        field.caption = node.caption
        field.hints = node.texts("hints", FieldConfiguration.Hint.self)
        field.required = node.bool("required") ?? false
        field.requiredWhen = ConditionReader.fields.condition(node, "requiredWhen")
        field.visibleWhen = ConditionReader.fields.condition(node, "visibleWhen")
        field.enabledWhen = ConditionReader.fields.condition(node, "enabledWhen")
        field.trim = node.bool("trim") ?? false
        field.empty = node.oneOf("empty", FormConfiguration.EmptyValues.self)
        field.isInteger = node.bool("integer") ?? false
        field.constraints = ConstraintsDeclaration.constraints(node)
        if let warnings = node.member("warnings") {
            warnings.expect(keys: ConstraintsDeclaration.keys)
            field.warnings = ConstraintsDeclaration.constraints(warnings)
        }
        field.rules = RuleDeclaration.rules(node)
        field.validation = node.member("validateWith").flatMap(validation)
        readOptions(node, into: &field)
        field.step = step(node)
        field.default = node.member("default").map { JSONText($0.value) }
        // Deeper fields are an error, regardless of their content.
        if depth <= FormConfiguration.deepestField { field.fields = fields(node, depth: depth + 1) }
        return field
    }

    private func validation(_ node: WorkspaceNode) -> FieldValidation? {
        node.expect(keys: ["source", "operation", "debounceMs"])
        let debounce = node.integer("debounceMs", in: 0...60_000)
        let source = context.source(node)
        guard let operation = node.requiredString("operation") else { return nil }
        var validation = FieldValidation(source: source, operation: operation)
        if let debounce { validation.debounce = debounce }
        return validation
    }

    /// Reads the options of a field: a literal list, or the rows of a source.
    private func readOptions(_ node: WorkspaceNode, into field: inout FieldConfiguration) {
        guard let options = node.member("options") else { return }
        guard options.value.isObject else {
            field.options = options.elements.compactMap(option)
            return
        }
        options.expect(keys: ["source", "value", "title"])
        field.optionsSource = OptionsSource(
            source: context.source(options), value: options.string("value"), title: options.string("title"))
    }

    /// Reads an option.
    ///
    /// An option is an object with a value and a title, or a value that is also the title.
    private func option(_ node: WorkspaceNode) -> FieldOption? {
        guard node.value.kind == .object else { return FieldOption(value: JSONText(node.value)) }
        node.expect(keys: ["value", "title"] + Caption.keys)
        guard let value = node.value["value"] else {
            node.report("lacks value, a string, a number, a Boolean or null")
            return nil
        }
        return FieldOption(value: JSONText(value), title: node.string("title"), caption: node.caption)
    }

    private func step(_ node: WorkspaceNode) -> FieldNumber? {
        guard let member = node.member("step") else { return nil }
        let number = FieldNumber(member.value)
        if number == nil { member.report("must be a number") }
        return number
    }
}
