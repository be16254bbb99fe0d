import FHJSON
import FeatureKit

/// The tone of a column or a row under a condition.
public struct ToneRule: Sendable, Equatable {
    /// The condition over the members of the row; nil for all rows.
    public let condition: Condition?
    /// The tone of a row that meets the condition.
    public let tone: Tone

    /// Makes a rule.
    public init(_ tone: Tone, when condition: Condition? = nil) {
        self.tone = tone
        self.condition = condition
    }
}

extension [ToneRule] {
    /// The tone of a row, given as compact JSON: that of the first rule whose condition the row meets.
    func tone(of row: UnsafeRawBufferPointer) -> Tone? {
        first { rule in
            guard let condition = rule.condition else { return true }
            var filter = RowFilter(RowQuery(predicate: condition))
            return filter.matches(row)
        }?.tone
    }
}
