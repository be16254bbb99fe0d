import FHPatterns

/// Finds a text, or the matches of a regular expression, in lines.
///
/// A text without upper-case letters is found in any case.
struct Finder: Sendable {
    private enum Kind: Sendable {
        case scalars([Unicode.Scalar], isCaseSensitive: Bool)
        case pattern(Pattern)
    }

    private let kind: Kind

    /// Makes a finder of a text.
    init(text: String) {
        let isCaseSensitive = text.unicodeScalars.contains { $0.properties.isUppercase }
        kind = .scalars(Array(text.unicodeScalars), isCaseSensitive: isCaseSensitive)
    }

    /// Makes a finder of a regular expression.
    ///
    /// - Throws: `PatternError` for an invalid expression.
    init(pattern: String) throws(PatternError) { kind = .pattern(try Pattern(pattern)) }

    /// True if a line has a match.
    ///
    /// A line in which the search for a match of an expression takes too long has none.
    func matches(_ text: String) -> Bool {
        switch kind {
        case .scalars(let needle, let isCaseSensitive):
            if isCaseSensitive, let first = needle.first, first.value < 0x80,
                !text.utf8.contains(UInt8(truncatingIfNeeded: first.value))
            {
                return false
            }
            return Self.first(needle, isCaseSensitive, in: text)
        case .pattern(let pattern): return pattern.match(text) == .found
        }
    }

    /// The ranges of all matches, in Unicode scalars; none of a match without text.
    func ranges(in text: String) -> [Range<Int>] {
        switch kind {
        case .scalars(let needle, let isCaseSensitive):
            let scalars = Array(text.unicodeScalars)
            guard let first = needle.first, scalars.count <= LineScanner.longestLine else { return [] }
            var ranges: [Range<Int>] = []
            var place = 0
            while place + needle.count <= scalars.count {
                if Self.isSame(scalars[place], first, isCaseSensitive),
                    zip(scalars[place...], needle).allSatisfy({ Self.isSame($0, $1, isCaseSensitive) })
                {
                    ranges.append(place..<place + needle.count)
                    place += needle.count
                } else {
                    place += 1
                }
            }
            return ranges
        case .pattern(let pattern): return pattern.ranges(in: text)
        }
    }

    private static func first(_ needle: [Unicode.Scalar], _ isCaseSensitive: Bool, in text: String) -> Bool {
        guard let first = needle.first else { return false }
        let scalars = text.unicodeScalars
        var place = scalars.startIndex
        while place < scalars.endIndex {
            if isSame(scalars[place], first, isCaseSensitive) {
                var next = place
                var matched = 0
                while matched < needle.count, next < scalars.endIndex,
                    isSame(scalars[next], needle[matched], isCaseSensitive)
                {
                    matched += 1
                    next = scalars.index(after: next)
                }
                if matched == needle.count { return true }
            }
            place = scalars.index(after: place)
        }
        return false
    }

    @inline(__always)
    private static func isSame(_ a: Unicode.Scalar, _ b: Unicode.Scalar, _ isCaseSensitive: Bool) -> Bool {
        if a == b { return true }
        if isCaseSensitive { return false }
        if a.value < 0x80 { return (0x41...0x5A).contains(a.value) && a.value | 0x20 == b.value }
        return a.properties.lowercaseMapping.unicodeScalars.elementsEqual(CollectionOfOne(b))
    }
}
