import FHFuzzyMatch

/// A slow reference for a term, which tries all alignments and scores each by the documented numbers.
///
/// For a fuzzy term, the best score is found as documented by fzf, with a table that has a cell for each unit of the
/// term at each place of the text.
struct ReferenceTerm {
    enum Kind: CaseIterable {
        case fuzzy, exact, prefix, suffix, equal
    }

    /// The places of the term's units, with their score.
    struct Alignment {
        let score: Int
        let ranges: [Range<Int>]
    }

    var kind: Kind
    var isInverse: Bool
    var text: String

    /// The term as users write it.
    var query: String {
        let escaped = text.unicodeScalars.map { $0 == " " ? "\\ " : String($0) }.joined()
        let positive =
            switch kind {
            case .fuzzy: isInverse ? "'" + escaped : escaped
            case .exact: isInverse ? escaped : "'" + escaped
            case .prefix: "^" + escaped
            case .suffix: escaped + "$"
            case .equal: "^" + escaped + "$"
            }
        return (isInverse ? "!" : "") + positive
    }

    /// Returns the best score in a field; nil if the term does not match.
    func score(in field: String) -> Int? {
        kind == .fuzzy ? tableScore(in: field) : alignments(in: field).map(\.score).max()
    }

    private func units(in field: String) -> (wanted: [Character], units: [ReferenceText.Unit]) {
        let foldsCase = !text.contains { "ABEÉ".contains(String($0.unicodeScalars.first ?? " ")) }
        let foldsAccents = !text.unicodeScalars.contains { "éÉßø\u{301}\u{327}".unicodeScalars.contains($0) }
        let wanted = ReferenceText(text, foldsCase: foldsCase, foldsAccents: foldsAccents).units.map(\.character)
        return (wanted, ReferenceText(field, foldsCase: foldsCase, foldsAccents: foldsAccents).units)
    }

    private func tableScore(in field: String) -> Int? {
        let (wanted, units) = units(in: field)
        // For each place, the best score of the units so far, and the length of the run that ends there; nil if these
        // units don't match up to this place.
        var above = [(score: Int, run: Int)?](repeating: (0, 0), count: units.count + 1)
        for (row, character) in wanted.enumerated() {
            var line = [(score: Int, run: Int)?](repeating: nil, count: units.count + 1)
            var isInGap = false
            for place in units.indices {
                let gap = line[place].map { max(0, $0.score - (isInGap ? 1 : 3)) }
                var match: (score: Int, run: Int)?
                if units[place].character == character, let diagonal = above[place] {
                    match = Self.extend(diagonal, isFirst: row == 0, place, units)
                }
                isInGap = match.map { $0.score < gap ?? 0 && row > 0 } ?? (gap ?? 0 > 0)
                line[place + 1] = isInGap || match == nil ? gap.map { ($0, 0) } : match
            }
            above = line
        }
        return above.compactMap { $0?.score }.max()
    }

    private static func extend(
        _ diagonal: (score: Int, run: Int), isFirst: Bool, _ place: Int, _ units: [ReferenceText.Unit]
    ) -> (score: Int, run: Int) {
        let added = bonus(at: place, units)
        if isFirst { return (16 + 2 * added, 1) }
        let run = diagonal.run + 1
        if run == 1 { return (diagonal.score + 16 + added, 1) }
        let first = bonus(at: place - run + 1, units)
        if added >= 8, added > first { return (diagonal.score + 16 + added, 1) }
        return (diagonal.score + 16 + max(added, first, 4), run)
    }

    /// Returns all alignments in a field, whether or not the term is inverse.
    func alignments(in field: String) -> [Alignment] {
        let (wanted, units) = units(in: field)
        var found: [[Int]] = [[]]
        for character in wanted {
            found = found.flatMap { places in
                ((places.last ?? -1) + 1..<units.count).filter { units[$0].character == character }.map {
                    places + [$0]
                }
            }
        }
        return found.filter { places in
            let isRun = places[places.count - 1] - places[0] == places.count - 1
            return switch kind {
            case .fuzzy: true
            case .exact: isRun
            case .prefix: isRun && places[0] == 0
            case .suffix: isRun && places.last == units.count - 1
            case .equal: isRun && places.count == units.count
            }
        }.map { Alignment(score: Self.score(of: $0, units), ranges: $0.map { units[$0].scalars }) }
    }

    private static func score(of places: [Int], _ units: [ReferenceText.Unit]) -> Int {
        var points = 0
        var first = 0
        for (index, place) in places.enumerated() {
            var added = bonus(at: place, units)
            if index > 0, place == places[index - 1] + 1 {
                if added >= 8 { first = max(first, added) }
                added = max(added, first, 4)
            } else {
                if index > 0 { points = max(0, points - 3 - (place - places[index - 1] - 2)) }
                first = added
            }
            points += 16 + (index == 0 ? 2 : 1) * added
        }
        return points
    }

    private static func bonus(at place: Int, _ units: [ReferenceText.Unit]) -> Int {
        let previous = place == 0 ? .white : units[place - 1].kind
        let current = units[place].kind
        switch (previous, current) {
        case (_, .white): return 10
        case (_, .symbol): return 8
        case (.white, _): return 10
        case (.delimiter, _): return 9
        case (.symbol, _): return 8
        case (.digit, .digit): return 0
        case (_, .digit), (.lower, .upper): return 7
        default: return 0
        }
    }
}

/// Groups of alternatives, all of which must match.
struct ReferencePattern {
    var groups: [[ReferenceTerm]]

    var query: String {
        groups.map { $0.map(\.query).joined(separator: " | ") }.joined(separator: " ")
    }

    /// Returns the score of a row; nil if it does not match.
    func score(_ fields: [String], weights: [Int]) -> Int? {
        var sum = 0
        for group in groups {
            let scores = group.compactMap { term -> Int? in
                let scores = zip(fields, weights).compactMap { field, weight in
                    term.score(in: field).map { $0 * weight }
                }
                return term.isInverse ? (scores.isEmpty ? 0 : nil) : scores.max()
            }
            guard let best = scores.max() else { return nil }
            sum += best
        }
        return sum
    }
}
