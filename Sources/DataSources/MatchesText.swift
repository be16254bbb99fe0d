import JSON

/// Where a row matches, as a source that searches by itself says it.
enum MatchesText {
    /// The text as items show it; nil where the value says something else.
    static func reading(_ value: JSONValue) -> JSONText? {
        guard value.isArray else { return nil }
        for match in value.elements {
            guard match["key"]?.stringValue != nil, let ranges = match["ranges"], ranges.isArray, ranges.count > 0,
                match.count == 2
            else { return nil }
            var last = -1
            for range in ranges.elements {
                let ends = range.elements.compactMap(\.intValue)
                guard range.count == 2, ends.count == 2, ends[0] > last, ends[0] < ends[1] else { return nil }
                last = ends[1]
            }
        }
        return JSONText(value)
    }
}
