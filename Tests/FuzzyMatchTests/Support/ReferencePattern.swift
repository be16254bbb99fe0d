import FuzzyMatch

/// A term and its slow meaning: all alignments are tried, and each is scored by the documented numbers.
struct ReferenceTerm {
    enum Kind: CaseIterable {
        case fuzzy, exact, prefix, suffix, equal
    }

    /// The places of the term's units, and what they are worth.
    struct Alignment {
        let score: Int
        let ranges: [Range<Int>]
    }

    var kind: Kind
    var isInverse: Bool
    var text: String

    /// The term as people write it.
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

    /// All ways in which it lies in a field, whether inverse or not.
    func alignments(in field: String) -> [Alignment] {
        let foldsCase = !text.contains { "ABEÉ".contains(String($0.unicodeScalars.first ?? " ")) }
        let foldsAccents = !text.unicodeScalars.contains { "éÉßø\u{301}\u{327}".unicodeScalars.contains($0) }
        let wanted = ReferenceText(text, foldsCase: foldsCase, foldsAccents: foldsAccents).units.map(\.character)
        let units = ReferenceText(field, foldsCase: foldsCase, foldsAccents: foldsAccents).units
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
        }.map { Alignment(score: score(of: $0, units), ranges: $0.map { units[$0].scalars }) }
    }

    private func score(of places: [Int], _ units: [ReferenceText.Unit]) -> Int {
        var points = 0
        for (index, place) in places.enumerated() {
            let bonus = bonus(place == 0 ? .white : units[place - 1].kind, units[place].kind)
            points += 16
            if index == 0 {
                points += 2 * bonus
            } else if place == places[index - 1] + 1 {
                points += max(8, bonus)
            } else {
                points += bonus - 3 - (place - places[index - 1] - 2)
            }
        }
        let slash = units.dropLast().lastIndex { $0.character == "/" } ?? -1
        if places[places.count - 1] > slash { points += 4 }
        return 16 * points - min(places[0], 15)
    }

    private func bonus(_ previous: ReferenceText.Kind, _ current: ReferenceText.Kind) -> Int {
        if [.white, .delimiter, .symbol].contains(current) { return 0 }
        switch previous {
        case .white: return 10
        case .delimiter: return 9
        case .symbol: return 8
        case .lower: return current == .lower ? 0 : 7
        case .upper: return current == .digit ? 7 : 0
        case .letter: return current == .digit ? 7 : 0
        case .digit: return 0
        }
    }
}

/// Groups of alternatives, all of which have to match.
struct ReferencePattern {
    var groups: [[ReferenceTerm]]

    var query: String {
        groups.map { $0.map(\.query).joined(separator: " | ") }.joined(separator: " ")
    }

    /// The score of a row; nil if it doesn't match.
    func score(_ fields: [String], weights: [Int]) -> Int? {
        var sum = 0
        for group in groups {
            let scores = group.compactMap { term -> Int? in
                let scores = zip(fields, weights).flatMap { field, weight in
                    term.alignments(in: field).map { $0.score * weight }
                }
                return term.isInverse ? (scores.isEmpty ? 0 : nil) : scores.max()
            }
            guard let best = scores.max() else { return nil }
            sum += best
        }
        return sum
    }
}
