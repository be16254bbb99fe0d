import FeatureKit
import JSON
import Querying

/// How results are shown beyond their order: in which groups, and which of them can be accepted.
struct Arrangement: Sendable {
    /// Results under one header.
    struct Group: Sendable, Equatable {
        let id: String
        let title: String
        /// The place of its first result.
        let start: Int
    }

    /// The member that results are grouped by; nil makes one group of them.
    let groupBy: String?
    /// What a row that can be accepted passes; nil means every row.
    let enabledWhen: Condition?

    /// Puts results in groups, which stand in the order of their best results, and says which are enabled.
    func arrange(_ results: inout Results) {
        group(&results)
        guard let enabledWhen else { return }
        var filter = RowFilter(RowQuery(predicate: enabledWhen))
        results.enabled = results.rows.map { row in
            results.corpus.rows[Int(row)].withTexts { _, value in filter.matches(value) }
        }
    }

    /// Whether all of these rows can be accepted.
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
