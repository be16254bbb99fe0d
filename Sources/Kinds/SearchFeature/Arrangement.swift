import FHJSON
import FHRowCollections
import FeatureKit

/// The grouping of results, and the condition under which a result can be accepted.
struct Arrangement: Sendable {
    /// Results under one header.
    struct Group: Sendable, Equatable {
        let id: String
        let title: String
        /// The position of the group's first result.
        let start: Int
    }

    /// The name of the member by which results are grouped; nil for a single group.
    let groupBy: String?
    /// The condition under which a user can accept a row; nil if the user can accept every row.
    let enabledWhen: Condition?

    /// Groups results, and records which of them can be accepted.
    ///
    /// The groups are in the order of their best results.
    func arrange(_ results: inout Results) {
        group(&results)
        guard let enabledWhen else { return }
        var filter = RowFilter(RowQuery(predicate: enabledWhen))
        results.enabled = results.rows.map { row in
            results.corpus.rows[Int(row)].withTexts { _, value in filter.matches(value) }
        }
    }

    /// True if all of the given rows can be accepted.
    func enables(_ rows: [SourceRow]) -> Bool {
        guard let enabledWhen, !rows.isEmpty else { return true }
        var filter = RowFilter(RowQuery(predicate: enabledWhen))
        return rows.allSatisfy { row in row.withTexts { _, value in filter.matches(value) } }
    }

    private func group(_ results: inout Results) {
        guard let groupBy else {
            results.groups = results.rows.isEmpty ? [] : [Group(id: "results", title: "Results", start: 0)]
            return
        }
        var texts = MemberTexts([groupBy])
        var places: [ExactText: Int] = [:]
        var groups: [(title: String, rows: [UInt32])] = []
        for row in results.rows {
            let title = results.corpus.rows[Int(row)].withTexts { _, value in texts.label(of: value) }
            if let place = places[title] {
                groups[place].rows.append(row)
            } else {
                places[title] = groups.count
                groups.append((title, [row]))
            }
        }
        results.rows = groups.flatMap(\.rows)
        var start = 0
        results.groups = groups.map { group in
            defer { start += group.rows.count }
            return Group(id: group.title, title: group.title, start: start)
        }
    }
}
