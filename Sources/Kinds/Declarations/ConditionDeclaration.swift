import FHJSON
import FHRows

/// Reads the conditions over fields and answers that a workspace declares.
package enum ConditionDeclaration {
    /// The condition under a key; nil if it is absent.
    package static func condition(_ node: WorkspaceNode, _ key: String) -> Condition? {
        ConditionReader.fields.condition(node, key)
    }
}
