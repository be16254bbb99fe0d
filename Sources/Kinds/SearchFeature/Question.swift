import FHJSON
import FeatureKit

/// The query and the filter that determine the results of a search.
struct Question: Sendable, Equatable {
    /// The query without surrounding white space; empty if the user has entered no query.
    var query = ""
    /// The filter that rows must pass; nil if every row passes.
    var filter: FilterChoice?

    static func == (a: Question, b: Question) -> Bool { isSameText(a.query, b.query) && a.filter == b.filter }

    /// Returns a query without surrounding white space.
    ///
    /// An escaped space at the end is kept.
    static func trimmed(_ query: String) -> String {
        var text = query.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace {
            text.removeLast()
            if last == " ", text.last == "\\" { return "\(text) " }
        }
        return String(text)
    }
}
