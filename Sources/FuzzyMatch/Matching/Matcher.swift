import TextFolding

/// Matches patterns with the rows of one block.
struct Matcher {
    /// The best that a term, or a group of alternatives, does in a row.
    private struct Hit {
        let score: Int
        /// The place of the term in its pattern.
        let term: Int
        /// The field; nil if the term is not in the row and shouldn't be.
        let key: Int?
    }

    private let fields: Fields
    private let weights: [Int]
    private let folds: FoldTable
    private let aligner = Aligner()
    /// The field that was decoded last, and how.
    private var wide = WideText()
    private var decoded: (field: Int, folding: Folding)?

    init(_ fields: Fields, weights: [Int], folds: FoldTable) {
        self.fields = fields
        self.weights = weights
        self.folds = folds
    }

    /// The length of a row's first field in bytes.
    func length(row: Int) -> Int { fields.bytes(of: row * weights.count).count }

    /// How well a row matches; nil if it doesn't.
    mutating func score(of pattern: Pattern, row: Int) -> Int32? {
        guard mayMatch(pattern, row: row) else { return nil }
        var score = 0
        for group in pattern.groups {
            guard let hit = best(of: group, of: pattern, row: row) else { return nil }
            score += hit.score
        }
        return Int32(clamping: score)
    }

    /// The scalars that a pattern matches in a row, by field; none if the row doesn't match.
    mutating func positions(of pattern: Pattern, row: Int) -> [(key: Int, range: Range<Int>)] {
        var positions: [(key: Int, range: Range<Int>)] = []
        for group in pattern.groups {
            guard let hit = best(of: group, of: pattern, row: row) else { return [] }
            guard let key = hit.key else { continue }
            let term = pattern.terms[hit.term]
            let field = row * weights.count + key
            guard let alignment = align(term, field: field) else { continue }
            let isWide = fields.masks[field].contains(.wide)
            for position in aligner.positions(of: term, alignment) {
                positions.append((key, isWide ? wide.scalars(at: position) : position..<(position + 1)))
            }
        }
        return positions
    }

    private func mayMatch(_ pattern: Pattern, row: Int) -> Bool {
        var mask = fields.masks[row * weights.count]
        for key in 1..<max(weights.count, 1) { mask.formUnion(fields.masks[row * weights.count + key]) }
        return mask.isSuperset(of: pattern.mask)
    }

    private mutating func best(of group: Range<Int>, of pattern: Pattern, row: Int) -> Hit? {
        var best: Hit?
        for term in group {
            guard let hit = hit(of: term, of: pattern, row: row) else { continue }
            if let best, best.score >= hit.score { continue }
            best = hit
        }
        return best
    }

    private mutating func hit(of index: Int, of pattern: Pattern, row: Int) -> Hit? {
        let isInverse = pattern.terms[index].isInverse
        var best: Hit?
        for key in 0..<weights.count {
            guard let alignment = align(pattern.terms[index], field: row * weights.count + key) else { continue }
            if isInverse { return nil }
            let score = alignment.score * weights[key]
            if let best, best.score >= score { continue }
            best = Hit(score: score, term: index, key: key)
        }
        return isInverse ? Hit(score: 0, term: index, key: nil) : best
    }

    private mutating func align(_ term: Term, field: Int) -> Alignment? {
        let mask = fields.masks[field]
        guard mask.isSuperset(of: term.mask) else { return nil }
        let bytes = fields.bytes(of: field)
        guard mask.contains(.wide) else {
            let text = ASCIIText(
                bytes: bytes, foldsCase: term.folding.contains(.case), classes: fields.classes)
            return aligner.align(term, text)
        }
        if decoded.map({ $0 != (field, term.folding) }) ?? true {
            wide.removeAll()
            // Fields were made correct when they were appended.
            var scalars = UTF8Span(unchecked: bytes.span).makeUnicodeScalarIterator()
            while let scalar = scalars.next() { folds.fold(scalar, term.folding, into: &wide) }
            decoded = (field, term.folding)
        }
        return aligner.align(term, wide)
    }
}
