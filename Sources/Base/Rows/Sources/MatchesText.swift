import FHJSON

/// The matched ranges in a row's members, as a source with its own search reports them.
package enum MatchesText {
    /// Encodes matched ranges as the items of a snapshot contain them; nil if the value is invalid.
    package static func reading(_ value: JSONValue) -> JSONText? {
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
