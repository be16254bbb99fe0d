import Querying

/// A condition whose fields were looked up once.
typealias PlanCondition = ResolvedCondition<Int>

extension PlanCondition {
    /// Looks up the fields that a condition names.
    ///
    /// - Parameter node: the field that has the condition; nil for one of the form or a step.
    init(_ condition: Condition, _ tree: FieldTree, from node: Int?) {
        self.init(condition) { try? tree.find($0, from: node) }
    }
}
