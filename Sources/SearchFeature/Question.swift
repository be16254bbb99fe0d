import FeatureKit
import JSON

/// What is asked of a search: for which words, and among which rows.
struct Question: Sendable, Equatable {
    /// The query without the white space around it; empty where nothing is asked.
    var query = ""
    /// The filter that rows must pass; nil lets every row through.
    var filter: FilterChoice?

    static func == (a: Question, b: Question) -> Bool { isSameText(a.query, b.query) && a.filter == b.filter }

    /// A query without the white space around it; an escaped space at its end belongs to it.
    static func trimmed(_ query: String) -> String {
        var text = query.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace {
            text.removeLast()
            if last == " ", text.last == "\\" { return "\(text) " }
        }
        return String(text)
    }
}
