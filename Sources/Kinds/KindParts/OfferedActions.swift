import FHJSON
import FeatureKit

/// The actions on rows that a feature offers, as its state has them.
public struct OfferedActions: Sendable, Equatable {
    private struct Entry: Equatable {
        let action: String
        let scope: RowAction.Scope
        /// The condition of a row; nil if the action always applies.
        let condition: Condition?
    }

    /// The actions as JSON, an array.
    public let text: JSONText
    private let entries: [Entry]
    /// False if every action always applies.
    private let hasCondition: Bool

    /// True if there are no actions.
    public var isEmpty: Bool { entries.isEmpty }

    /// Creates the offer of declared actions.
    public init(_ actions: [RowAction]) {
        text = actions.text
        entries = actions.map { Entry(action: $0.id, scope: $0.scope, condition: $0.condition) }
        hasCondition = entries.contains { $0.condition != nil }
    }

    /// The greatest number of rows that are looked at for one snapshot.
    public static let maximumRows = 1_000

    /// Returns the ids of the actions that apply to at least one of the rows; nil if no action has a condition.
    ///
    /// Every action counts as applicable to more than 1,000 rows.
    ///
    /// - Parameters:
    ///   - rows: the marked rows or, if none is marked, the active row; nil if there are too many.
    ///   - active: the active row; nil for none.
    public func available(
        for rows: @autoclosure () -> [SourceRow]?, active: @autoclosure () -> SourceRow?
    ) -> [String]? {
        guard hasCondition else { return nil }
        let marked = rows()
        let own = active()
        return entries.filter { entry in
            guard let condition = entry.condition else { return true }
            if entry.scope == .active { return own.map { !$0.isDropped && $0.matches(condition) } ?? false }
            guard let marked, marked.count <= Self.maximumRows else { return true }
            return marked.contains { $0.matches(condition) }
        }.map(\.action)
    }
}

extension SourceRow {
    /// True if the row meets a condition.
    package func matches(_ condition: Condition) -> Bool {
        var filter = RowFilter(RowQuery(predicate: condition))
        return withTexts { _, value in filter.matches(value) }
    }
}
