import FHRows

/// A condition with resolved field references.
typealias PlanCondition = ResolvedCondition<Int>

extension PlanCondition {
    /// Resolves the fields that a condition names.
    ///
    /// - Parameter node: the field that declares the condition; nil if the form or a step declares it.
    init(_ condition: Condition, _ tree: FieldTree, from node: Int?) {
        self.init(condition) { try? tree.find($0, from: node) }
    }
}
