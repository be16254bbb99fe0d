import FHFuzzyMatch
import FHJSON
import FHRowCollections
import FeatureKit

/// The results for a query and a filter.
///
/// A result is a row, represented by its number in the corpus.
struct Results: Sendable, Equatable {
    /// The maximum number of results that are kept, if the host searches instead of the source.
    static let limit = 10_000

    let question: Question
    var corpus: Corpus
    /// The result rows in display order.
    var rows: [UInt32] = []
    var groups: [Arrangement.Group] = []
    /// For each result, true if it can be accepted; empty if all results can be accepted.
    var enabled: [Bool] = []
    /// The number of matching rows, including rows beyond ``limit``, which are not kept.
    var count = 0
    /// True if all rows of the source were searched.
    var isComplete = false
    /// The ranking, which the next query can continue.
    var ranking = Derived<Ranking?>(value: nil)

    /// The places in the text of the shown groups at which the cells of the results are inserted.
    var ends = Derived<[ShownGroups.End]>(value: [])

    /// A value that comparisons ignore, because it is derived from the other members of the results.
    struct Derived<Value: Sendable>: Sendable, Equatable {
        var value: Value

        static func == (a: Self, b: Self) -> Bool { true }
    }

    subscript(_ place: Int) -> SourceRow { corpus.rows[Int(rows[place])] }

    /// Returns the position of the row with this id among the results; nil if the row is not a result.
    func place(of id: String) -> Int? {
        corpus.rows.place(of: id).flatMap { rows.firstIndex(of: UInt32($0)) }
    }

    func row(id: String) -> SourceRow? { place(of: id).map { self[$0] } }

    /// True if the result at a position can be accepted.
    func isEnabled(_ place: Int) -> Bool { enabled.isEmpty || enabled[place] }

    /// Returns the position of the acceptable result that is `steps` acceptable results away from `place`.
    ///
    /// If there are fewer acceptable results in this direction, returns the position of the last of them. If there are
    /// none, returns `place` if its result is acceptable, otherwise nil.
    ///
    /// - Parameter steps: the number of results to move down; negative to move up.
    func place(_ steps: Int, from place: Int) -> Int? {
        guard !enabled.isEmpty else {
            let (sum, overflow) = place.addingReportingOverflow(steps)
            return overflow ? (steps > 0 ? rows.count - 1 : 0) : min(max(sum, 0), rows.count - 1)
        }
        var found = isEnabled(place) ? place : nil
        var left = steps.magnitude
        var next = place
        while left > 0 {
            next += steps.signum()
            guard rows.indices.contains(next) else { break }
            if isEnabled(next) {
                found = next
                left -= 1
            }
        }
        return found
    }

    /// The position of the first result that can be accepted.
    var firstEnabled: Int? { rows.indices.first { isEnabled($0) } }

    /// Returns the part of a range of results that fits into one snapshot; at least one result of a range with results.
    ///
    /// - Parameter place: the position of a result that the part must include; nil if no result is required.
    func fitting(_ places: Range<Int>, with place: Int?) -> Range<Int> {
        Window.fitting(places, with: place, longest: corpus.rows.longestRow) {
            places.map { self[$0].withTexts { $0.count + $1.count } }
        }
    }

    /// Returns the member `groups` of the state for a range of results.
    func groups(in places: Range<Int>) -> ShownGroups {
        if places.isEmpty { return .none }
        let pattern = Pattern(question.query)
        var ends: [ShownGroups.End] = []
        let text = JSONText.build(capacity: 256 * places.count) { json in
            json.beginArray()
            for (number, group) in groups.enumerated() {
                let end = number + 1 < groups.count ? groups[number + 1].start : rows.count
                let shown = (group.start..<end).clamped(to: places)
                if shown.isEmpty { continue }
                json.beginObject()
                json.field("id", group.id)
                json.field("title", group.title)
                json.key("items")
                json.beginArray()
                for place in shown {
                    write(place, pattern, to: &json)
                    ends.append(ShownGroups.End(place: place, offset: json.count - 1))
                }
                json.endArray()
                json.endObject()
            }
            json.endArray()
        }
        return ShownGroups(text: text, ends: ends)
    }

    private func write(_ place: Int, _ pattern: Pattern, to json: inout JSONWriter) {
        let number = Int(rows[place])
        json.beginObject()
        json.item(self[place])
        if let matches = corpus.matches[number] {
            json.field("matches", matches)
        } else {
            json.key("matches")
            write(corpus.index.highlights(of: pattern, row: number), to: &json)
        }
        json.field("enabled", isEnabled(place))
        json.endObject()
    }

    private func write(_ highlights: [Highlight], to json: inout JSONWriter) {
        json.beginArray()
        for highlight in highlights {
            json.beginObject()
            json.field("key", corpus.keys[highlight.key].key)
            json.key("ranges")
            json.beginArray()
            for range in highlight.ranges {
                json.beginArray()
                json.value(range.lowerBound)
                json.value(range.upperBound)
                json.endArray()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
    }
}
