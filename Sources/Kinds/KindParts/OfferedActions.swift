import FHJSON
import FeatureKit

/// The actions on rows that a feature offers, as its state has them.
public struct OfferedActions: Sendable, Equatable {
    private struct Entry: Equatable {
        let action: String
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
        entries = actions.map { Entry(action: $0.id, condition: $0.condition) }
        hasCondition = entries.contains { $0.condition != nil }
    }

    /// The greatest number of rows that are looked at for one snapshot.
    private static let most = 1_000

    /// Returns the ids of the actions that apply to at least one of the rows; nil if no action has a condition.
    ///
    /// Every action counts as applicable to more than 1,000 rows.
    ///
    /// - Parameter rows: the target rows; nil if there are too many.
    public func available(for rows: @autoclosure () -> [SourceRow]?) -> [String]? {
        guard hasCondition else { return nil }
        guard let rows = rows(), rows.count <= Self.most else { return entries.map(\.action) }
        return entries.filter { entry in
            entry.condition.map { condition in rows.contains { $0.matches(condition) } } ?? true
        }.map(\.action)
    }
}

extension SourceRow {
    /// True if the row meets a condition.
    func matches(_ condition: Condition) -> Bool {
        var filter = RowFilter(RowQuery(predicate: condition))
        return withTexts { _, value in filter.matches(value) }
    }
}
