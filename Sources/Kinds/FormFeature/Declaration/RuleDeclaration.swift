import FHDeclarations
import FHJSON
import FHRows

/// Reads the rules that a workspace declares for a form.
enum RuleDeclaration {
    static func rules(_ node: WorkspaceNode) -> [FormRule] {
        (node.member("rules")?.elements ?? []).map { node in
            node.expect(keys: ["holds", "message", "code", "severity"])
            if node.value.isObject, node.value["holds"] == nil {
                node.report("lacks holds: \(ConditionReader.fields.description)")
            }
            // A missing condition is already reported. A rule that always holds takes its place, so that the indices of
            // the other rules stay correct.
            var rule = FormRule(
                ConditionReader.fields.condition(node, "holds") ?? .all([]),
                message: node.requiredString("message") ?? "?")
            if let code = node.string("code") { rule.code = code }
            if let severity = node.oneOf("severity", FormRule.Severity.self) { rule.severity = severity }
            return rule
        }
    }
}
