import FHFuzzyMatch

/// Makes an index of rows with one field.
func makeIndex(_ rows: [String]) -> SearchIndex {
    var index = SearchIndex()
    for row in rows { index.append([row]) }
    return index
}

/// Returns all matches, best first.
func ranked(_ query: String, in index: SearchIndex) -> [Match] {
    Scan(Pattern(query), in: index).flatMap { $0 }.sorted()
}

/// Returns the matching rows, best first.
func ranked(_ query: String, _ rows: [String]) -> [String] {
    ranked(query, in: makeIndex(rows)).map { rows[Int($0.row)] }
}

/// Returns a text with its matches in brackets; nil if it does not match.
func marked(_ query: String, _ text: String) -> String? {
    let index = makeIndex([text])
    guard !ranked(query, in: index).isEmpty else { return nil }
    let ranges = index.highlights(of: Pattern(query), row: 0).flatMap(\.ranges)
    var marked = String.UnicodeScalarView()
    for (offset, scalar) in text.unicodeScalars.enumerated() {
        if ranges.contains(where: { $0.upperBound == offset }) { marked.append("]") }
        if ranges.contains(where: { $0.lowerBound == offset }) { marked.append("[") }
        marked.append(scalar)
    }
    if ranges.contains(where: { $0.upperBound == text.unicodeScalars.count }) { marked.append("]") }
    return String(marked)
}
