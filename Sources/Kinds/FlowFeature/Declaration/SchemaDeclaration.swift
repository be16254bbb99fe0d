import FHDeclarations
import FHJSON
import FHTextFormats

/// Reads a JSON Schema of a workspace.
///
/// Only the supported keywords are permitted.
///
/// References (`$ref`) are not supported, because each schema in the catalog must be self-contained.
enum SchemaDeclaration {
    /// The type of a keyword's value.
    private enum Form {
        case type, schema, schemas, choices, names, values, value, number, unit, count, flag, text, pattern
    }

    private static let keywords: [(name: String, form: Form)] = [
        ("title", .text), ("description", .text), ("type", .type), ("enum", .values), ("const", .value),
        ("anyOf", .choices), ("properties", .schemas), ("required", .names), ("additionalProperties", .schema),
        ("items", .schema), ("minItems", .count), ("maxItems", .count), ("uniqueItems", .flag),
        ("minLength", .count), ("maxLength", .count), ("pattern", .pattern), ("format", .text),
        ("minimum", .number), ("maximum", .number), ("exclusiveMinimum", .number), ("exclusiveMaximum", .number),
        ("multipleOf", .unit),
    ]

    private static let types = ["null", "boolean", "integer", "number", "string", "array", "object"]

    static func schema(_ node: WorkspaceNode) -> JSONText? {
        check(node)
        return node.value.isObject ? JSONText(node.value) : nil
    }

    private static func check(_ node: WorkspaceNode) {
        node.expect(keys: keywords.map(\.name))
        for keyword in keywords {
            if let value = node.member(keyword.name) { check(value, keyword, in: node) }
        }
    }

    private static func check(_ value: WorkspaceNode, _ keyword: (name: String, form: Form), in node: WorkspaceNode) {
        switch keyword.form {
        case .type: checkType(value)
        case .schema: if value.value.boolValue == nil { check(value) }
        case .schemas: for (_, schema) in value.members { check(schema) }
        case .choices:
            if value.value.isArray, value.value.count == 0 { value.report("holds at least one schema") }
            for schema in value.elements { check(schema) }
        case .names: checkNames(node.strings(keyword.name), value)
        case .values:
            if !value.value.isArray || value.value.count == 0 { value.report("must be an array of at least one value") }
        case .value: break
        case .number: if value.value.doubleValue == nil { value.report("must be a number") }
        case .unit: if value.value.doubleValue.map({ $0 > 0 }) != true { value.report("must be a number above 0") }
        case .count: if value.value.intValue.map({ $0 >= 0 }) != true { value.report("must be an integer from 0 on") }
        case .flag: _ = node.bool(keyword.name)
        case .text: _ = node.string(keyword.name)
        case .pattern:
            if let text = node.string(keyword.name), !TextFormat.regex.matches(text) {
                value.report("is no regular expression")
            }
        }
    }

    private static func checkType(_ node: WorkspaceNode) {
        let isList = node.value.isArray
        let names = isList ? node.value.elements.map(\.stringValue) : [node.value.stringValue]
        let isKnown = !names.isEmpty && names.allSatisfy { $0.map(types.contains) == true }
        if !isKnown || Set(names).count < names.count {
            node.report("must be one of \(types.joined(separator: ", ")), or an array of some of them")
        }
    }

    private static func checkNames(_ names: [String]?, _ node: WorkspaceNode) {
        if let names, Set(names).count < names.count { node.report("names a member twice") }
    }
}
