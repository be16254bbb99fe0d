import CFHVector
import FHTextFolding

/// Matches a pattern with the rows of one block.
struct Matcher: ~Copyable {
    /// The best alignment of a term, or of a group of alternatives, in a row.
    private struct Hit {
        let score: Int
        /// The start of the match in its field.
        let begin: Int
        /// The index of the term in its pattern.
        let term: Int
        /// The index of the field; nil for an inverse term, which matches because its text occurs in no field.
        let key: Int?
    }

    private let fields: Fields
    private let weights: UnsafeBufferPointer<Int>
    private let pattern: Terms
    private let folds: FoldTable
    /// The only term of the pattern; nil if there are several terms.
    ///
    /// Also nil if the term is inverse, or if rows have several fields or a weight other than 1.
    private let only: Term?
    /// The upper bound of the scores for ``only``.
    private let ceiling: Ceiling?
    /// The cutoff: for a worse match, ``MatchOrder/poor`` may be returned instead of its sort key.
    var bar = MatchOrder.poor
    /// True if ``endCells`` are needed after each match, in addition to its sort key.
    var keepsCells = false
    /// The number of the term's first units whose alignment was computed for another pattern.
    private let knownUnits: Int
    /// True if ``sift(_:first:of:)`` searches the texts.
    private let isSifting: Bool
    private var aligner: Aligner
    /// The last decoded field; `decoded` is its index and its folding.
    private var wide = WideText()
    private var decoded: (field: Int, folding: Folding)?

    init(
        _ pattern: Terms, _ fields: Fields, weights: UnsafeBufferPointer<Int>, folds: FoldTable, knownUnits: Int = 0
    ) {
        self.pattern = pattern
        self.fields = fields
        self.weights = weights
        self.folds = folds
        self.knownUnits = knownUnits
        let isOnly = pattern.terms.count == 1 && pattern.isRanking && weights.count == 1 && weights[0] == 1
        let only = isOnly ? pattern.terms[0] : nil
        let ceiling = isOnly ? pattern.ceiling : nil
        self.only = only
        self.ceiling = ceiling
        if let only, ceiling != nil, only.kind == .fuzzy {
            isSifting = only.units.count <= VECTOR_MAXIMUM_UNITS
        } else {
            isSifting = false
        }
        aligner = Aligner(bonuses: fields.bonuses, termCount: pattern.terms.count)
    }

    /// The work done so far, in steps of a few nanoseconds.
    var work: Int { aligner.work }

    /// Returns the positions (``Piece/places``) within one block that may match according to the character masks.
    ///
    /// - Parameters:
    ///   - places: the positions to test.
    ///   - first: the block's first row.
    ///   - known: the data of the positions.
    ///   - candidates: the only rows that may match; nil if all rows may match.
    func places(in places: Range<Int>, first: Int, of known: Piece.Places, candidates: RowSet?) -> [Int] {
        if known.isList { return places.filter { mayMatch(row: known.text(at: $0) - first) } }
        let start = (places.lowerBound - first) & ~63
        let count = places.upperBound - first - start
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (count + 63) / 64) { held in
            findHeld(rows: start..<start + count, held)
            return Array(unsafeUninitializedCapacity: places.count) { found, count in
                for word in held.indices {
                    let place = first + start + 64 * word
                    var bits = held[word] & RowSet.bits(of: places, at: place)
                    if let candidates { bits &= candidates.word(of: place) }
                    while bits != 0 {
                        found[count] = place + bits.trailingZeroBitCount
                        count &+= 1
                        bits &= bits - 1
                    }
                }
            }
        }
    }

    /// Finds the rows that may match according to the character masks, and writes them to `held` as a bit set.
    private func findHeld(rows: Range<Int>, _ held: UnsafeMutableBufferPointer<UInt64>) {
        if weights.count == 1, let masks = fields.masks.baseAddress {
            return masks.withMemoryRebound(to: UInt64.self, capacity: fields.masks.count) {
                vector_supersets($0 + rows.lowerBound, rows.count, pattern.mask.rawValue, held.baseAddress)
            }
        }
        held.initialize(repeating: 0)
        for (place, row) in rows.enumerated() where mayMatch(row: row) { held[place / 64] |= 1 << UInt64(place % 64) }
    }

    /// A position that may match, according to ``sift(_:first:of:)``.
    struct Sifted {
        let place: UInt32
        /// The properties of the best positions at which the term's units were found in the text.
        let shape: Ceiling.Shape
    }

    /// Searches the texts at the given positions of one block for the units of the term in this order.
    ///
    /// - Parameters:
    ///   - places: the positions.
    ///   - first: the block's first row.
    ///   - known: the data of the positions.
    /// - Returns: the positions that may match, and the number of positions that were examined. If the texts are long,
    ///   that number is limited.
    func sift(_ places: [Int], first: Int, of known: Piece.Places) -> (held: [Sifted], count: Int) {
        guard isSifting, let only, let ceiling, !places.isEmpty else {
            for place in places { fetch(row: known.text(at: place) - first) }
            return (places.map { Sifted(place: UInt32($0), shape: Ceiling.Shape()) }, places.count)
        }
        let units = pattern.units(of: only)
        let total = places.count
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * total) { room in
            withUnsafeTemporaryAllocation(of: vector_shape.self, capacity: total) { shapes in
                guard let texts = room.baseAddress else { return ([], 0) }
                let held = texts + total
                for (number, place) in places.enumerated() {
                    let row = known.text(at: place) - first
                    let look = ceiling.look(at: row, in: fields)
                    // A text is not read if it has no upper bound, or if its mask alone shows that it matches below the
                    // cutoff.
                    let isUnsure = look == .wide || ceiling.isToldByMasks && isPoor(row, ceiling.score(look))
                    texts[number] = UInt32(row) | (isUnsure ? VECTOR_UNSURE : 0)
                }
                var count = total
                let heldCount = vector_holders(
                    fields.bytes.baseAddress, fields.starts.baseAddress, fields.ends.baseAddress, texts, &count,
                    units.baseAddress, units.count, only.folding.contains(.case), Self.siftedWords, held,
                    shapes.baseAddress)
                let found = (0..<heldCount).map { number in
                    Sifted(place: UInt32(places[Int(held[number])]), shape: shapes[number])
                }
                return (found, count)
            }
        }
    }

    /// The approximate maximum number of 64-byte blocks that ``sift(_:first:of:)`` searches in one call.
    private static let siftedWords = 1 << 13

    /// True if a field with this score is below the cutoff.
    @inline(__always)
    private func isPoor(_ field: Int, _ score: Int) -> Bool {
        let least = Int(bar.score)
        // If two fields have the same score, the shorter one is better.
        return score < least || score == least && fields.length(of: field) > bar.length
    }

    /// Prefetches the text of a row that is matched soon.
    ///
    /// Does nothing if the row's upper bound is below the cutoff.
    private func fetch(row: Int) {
        if let ceiling, isPoor(row, ceiling.score(ceiling.look(at: row, in: fields))) { return }
        guard let bytes = fields.bytes(of: row * weights.count).baseAddress else { return }
        vector_prefetch(bytes)
    }

    /// Returns the sort key of a row's match; nil if the row doesn't match.
    ///
    /// - Parameters:
    ///   - known: the stored cells of the row (see ``EndCells``); empty if there are none.
    ///   - sifted: the result of ``sift(_:first:of:)`` for the row.
    mutating func match(
        row: Int, _ known: UnsafeBufferPointer<EndCells.Cell> = unknown, _ sifted: Sifted? = nil
    ) -> MatchOrder? {
        if let only { return match(only, field: row, known, sifted) }
        var score = 0
        var begin = Int.max
        for group in pattern.groups {
            guard let hit = best(of: group, row: row) else { return nil }
            score += hit.score
            begin = min(begin, hit.begin)
        }
        guard pattern.isRanking else { return MatchOrder.none }
        return MatchOrder(score: score, length: fields.length(of: row * weights.count), begin: begin)
    }

    /// The cells of the term's last unit in the latest match; empty if they are incomplete.
    var endCells: UnsafeBufferPointer<AlignmentCell> {
        only == nil ? UnsafeBufferPointer(start: nil, count: 0) : aligner.endCells
    }

    private static var unknown: UnsafeBufferPointer<EndCells.Cell> { UnsafeBufferPointer(start: nil, count: 0) }

    /// Matches ``only`` with the only field of a row.
    ///
    /// Most queries need no other matching.
    private mutating func match(
        _ term: Term, field: Int, _ known: UnsafeBufferPointer<EndCells.Cell>, _ sifted: Sifted?
    ) -> MatchOrder? {
        var bar = Aligner.Bar.none
        if !keepsCells, let sifted, let ceiling {
            let look = ceiling.look(at: field, in: fields)
            let isHeld = look != .wide && (isSifting || ceiling.isToldByMasks)
            if isHeld, isPoor(field, ceiling.score(look, sifted.shape)) { return .poor }
            if let order = ceiling.order(look, sifted.shape, length: fields.length(of: field)) { return order }
            let bonus = ceiling.bonus(look)
            let score = Int(self.bar.score)
            bar = Aligner.Bar(score: isPoor(field, score) ? score + 1 : score, bonus: bonus)
            if isHeld, !known.isEmpty,
                isPoor(field, aligner.bound(known, by: term.units.count - knownUnits, bonus))
            {
                return .poor
            }
        }
        guard let alignment = align(term, field: field, bar: bar, known) else { return nil }
        if alignment.score < 0 { return .poor }
        return MatchOrder(score: alignment.score, length: fields.length(of: field), begin: alignment.begin)
    }

    /// Returns the matching ranges of scalars in a row, with their fields; empty if the row doesn't match.
    mutating func positions(row: Int) -> [(key: Int, range: Range<Int>)] {
        var positions: [(key: Int, range: Range<Int>)] = []
        for group in pattern.groups {
            guard let hit = best(of: group, row: row) else { return [] }
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

    private func mayMatch(row: Int) -> Bool {
        var mask = fields.masks[row * weights.count]
        for key in 1..<max(1, weights.count) { mask.formUnion(fields.masks[row * weights.count + key]) }
        return mask.isSuperset(of: pattern.mask)
    }

    private mutating func best(of group: Range<Int>, row: Int) -> Hit? {
        var best: Hit?
        for term in group {
            guard let hit = hit(of: term, row: row) else { continue }
            if let best, best.score >= hit.score { continue }
            best = hit
        }
        return best
    }

    private mutating func hit(of index: Int, row: Int) -> Hit? {
        let term = pattern.terms[index]
        var best: Hit?
        for key in 0..<weights.count {
            guard let alignment = align(term, field: row * weights.count + key) else { continue }
            if term.isInverse { return nil }
            let score = alignment.score * weights[key]
            if let best, best.score >= score { continue }
            best = Hit(score: score, begin: alignment.begin, term: index, key: key)
        }
        return term.isInverse ? Hit(score: 0, begin: .max, term: index, key: nil) : best
    }

    private mutating func align(
        _ term: Term, field: Int, bar: Aligner.Bar = .none, _ known: UnsafeBufferPointer<EndCells.Cell> = unknown
    ) -> Alignment? {
        let mask = fields.masks[field]
        guard mask.isSuperset(of: term.mask) else { return nil }
        let bytes = fields.bytes(of: field)
        let units = pattern.units(of: term)
        guard mask.contains(.wide) else {
            let text = ASCIIText(bytes: bytes, foldsCase: term.folding.contains(.case), classes: fields.classes)
            return align(term, units, text, bar: bar, known)
        }
        if decoded.map({ $0 != (field, term.folding) }) ?? true {
            wide.removeAll()
            // Invalid UTF-8 was replaced when the field was appended to the index.
            var scalars = UTF8Span(unchecked: bytes.span).makeUnicodeScalarIterator()
            while let scalar = scalars.next() { folds.fold(scalar, term.folding, into: &wide) }
            decoded = (field, term.folding)
        }
        return align(term, units, wide, bar: bar, known)
    }

    private mutating func align(
        _ term: Term, _ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText, bar: Aligner.Bar,
        _ known: UnsafeBufferPointer<EndCells.Cell>
    ) -> Alignment? {
        guard !known.isEmpty, knownUnits > 0, aligner.isBounded(units.count, text) else {
            return aligner.align(term, units, text, bar: bar)
        }
        return aligner.extend(known, by: UnsafeBufferPointer(rebasing: units[knownUnits...]), text)
    }
}
