import FeatureKit
import FuzzyMatch
import JSON

/// What matches a query: the best rows, by their numbers in a corpus.
struct Results: Sendable, Equatable {
    /// How many are kept.
    static let limit = 10_000

    let query: String
    let corpus: Corpus
    /// The rows that can be shown, the best first.
    var rows: [UInt32] = []
    /// How many rows match, those included that are not kept.
    var count = 0
    /// Whether all rows of the corpus were looked at.
    var isComplete = false

    subscript(_ place: Int) -> SourceRow { corpus.rows[Int(rows[place])] }

    /// Where the row with this id stands; nil if it is not among the results.
    func place(of id: String) -> Int? {
        rows.firstIndex { corpus.rows[Int($0)].hasID(id) }
    }

    func row(id: String) -> SourceRow? { place(of: id).map { self[$0] } }

    /// The member `groups` of a state that shows these places.
    func groups(in places: Range<Int>) -> JSONText {
        if places.isEmpty { return .emptyArray }
        let pattern = Pattern(query)
        return JSONText.build(capacity: 256 * places.count) { json in
            json.beginArray()
            json.beginObject()
            json.raw(#""id":"results","title":"Results""#)
            json.key("items")
            json.beginArray()
            for place in places { write(place, pattern, to: &json) }
            json.endArray()
            json.endObject()
            json.endArray()
        }
    }

    private func write(_ place: Int, _ pattern: Pattern, to json: inout JSONWriter) {
        let row = self[place]
        json.beginObject()
        row.withTexts { id, value in json.item(id: id, value: value) }
        json.key("matches")
        json.beginArray()
        for highlight in corpus.index.highlights(of: pattern, row: Int(rows[place])) {
            json.beginObject()
            json.field("key", corpus.keys[highlight.key])
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
        json.field("enabled", true)
        json.endObject()
    }
}
