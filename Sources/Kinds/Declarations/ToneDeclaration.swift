import FHJSON
import FHKindParts
import FeatureKit

/// Reads the tones of a column, or of the rows of a list or a search.
package enum ToneDeclaration {
    /// Reads the member `tone`: a tone, or rules of which the first one whose condition holds applies.
    package static func tones(_ node: WorkspaceNode) -> [ToneRule] {
        guard let member = node.member("tone") else { return [] }
        if member.value.stringValue != nil { return node.oneOf("tone", Tone.self).map { [ToneRule($0)] } ?? [] }
        guard member.value.isArray else {
            member.report("must be a tone, or an array of objects of tone and when")
            return []
        }
        return member.elements.compactMap { rule in
            rule.expect(keys: ["tone", "when"])
            let condition = rule.member("when").flatMap(FilterDeclaration.condition)
            if rule.value.isObject, rule.value["tone"] == nil { rule.report("lacks tone") }
            guard let tone = rule.oneOf("tone", Tone.self) else { return nil }
            return rule.value["when"] != nil && condition == nil ? nil : ToneRule(tone, when: condition)
        }
    }
}
