import FHDeclarations
import FHJSON
import FHTextFormats

/// Reads the constraints that a workspace declares for a field, or for its warnings.
enum ConstraintsDeclaration {
    static let keys =
        FieldConstraints.Limit.allCases.map(\.rawValue)
        + ["pattern", "format", "enum", "const", "uniqueItems", "equalTo", "errorMessages"]

    static func constraints(_ node: WorkspaceNode) -> FieldConstraints {
        var constraints = FieldConstraints()
        for limit in FieldConstraints.Limit.allCases {
            constraints.limits[limit] = node.member(limit.rawValue).flatMap(self.limit)
        }
        constraints.pattern = node.string("pattern")
        constraints.format = node.oneOf("format", TextFormat.self)
        constraints.values = node.member("enum")?.elements.map { JSONText($0.value) }
        constraints.const = node.member("const").map { JSONText($0.value) }
        constraints.uniqueItems = node.bool("uniqueItems") ?? false
        constraints.equalTo = node.string("equalTo")
        constraints.messages = node.texts("errorMessages", MessageCode.self)
        return constraints
    }

    private static func limit(_ node: WorkspaceNode) -> FieldConstraints.LimitValue? {
        if node.value.isObject, node.value["field"] != nil {
            return ConditionReader.field(node).map { .field($0) }
        }
        if let number = FieldNumber(node.value) { return .number(number) }
        node.report("must be a number, or an object with field")
        return nil
    }
}
