import CFHVector
import FHTextFolding

/// An upper bound of the score of an ASCII field for a pattern with one term.
///
/// It is computed without an alignment.
///
/// Most patterns match many rows, but only few of these rows are among the best. If the upper bound of a row is too low
/// for the best rows, the row needs no alignment.
struct Ceiling: Sendable {
    /// The properties of a field that are known without reading its text.
    enum Look {
        /// The field is not ASCII, and has no upper bound.
        case wide
        /// The character mask of the field has a bit of white space.
        case spaced
        /// The field begins with the term's first unit, and has no white space.
        case begun
        /// The field is any other ASCII field.
        case other
    }

    /// The properties of the best positions at which the term's units were found in a field.
    typealias Shape = vector_shape

    /// The upper bounds for all fields with the same ``Look``.
    private struct Level {
        let score: Int
        /// The maximum bonus of a position.
        let bonus: Int
    }

    /// True if the character masks alone decide which ASCII fields match.
    let isToldByMasks: Bool
    private let unit: UInt8
    /// The bit that differs between the lower and upper case of `unit`.
    ///
    /// 0 if `unit` is not a letter, or if the term is case-sensitive.
    private let ignored: UInt8
    /// The number of units.
    ///
    /// `isWord` is true if all units are letters or digits. Only then is the score of a run known.
    private let count: Int
    private let isWord: Bool
    private let spaced: Level
    private let begun: Level
    private let other: Level

    /// Creates the upper bound for a term.
    ///
    /// Nil for an inverse term, and for a term that can't occur in ASCII fields.
    init?(_ term: Term, _ units: [UInt32]) {
        let units = units[term.units]
        guard !term.isInverse, units.allSatisfy({ $0 < 0x80 }), let unit = units.first else { return nil }
        // The masks ignore case, so they can't decide whether a case-sensitive term matches.
        let foldsCase = term.folding.contains(.case)
        self.unit = UInt8(unit)
        ignored = ASCIIText.ignored(unit, foldsCase: foldsCase)
        count = units.count
        isWord = units.allSatisfy { ![.white, .delimiter, .symbol].contains(CharacterClass.ofASCII[Int($0)]) }
        isToldByMasks =
            units.count == 1 && foldsCase && CharacterMask.isAlone(self.unit)
            && (term.kind == .fuzzy || term.kind == .exact)
        let words = CharacterClass.allCases.filter { $0 != .white }
        func best(_ unit: UInt32, behind previous: [CharacterClass]) -> Int {
            let classes = [unit, unit & ~UInt32(ASCIIText.ignored(unit, foldsCase: foldsCase))]
                .map { CharacterClass.ofASCII[Int($0)] }
            let bonuses = previous.flatMap { previous in
                classes.map { Int(Scoring.bonuses[Scoring.place(previous, $0)]) }
            }
            return bonuses.max() ?? 0
        }
        func level(_ begin: [CharacterClass], _ previous: [CharacterClass]) -> Level {
            let bonus = best(unit, behind: begin)
            // The following units of a run inherit the bonus of the first one.
            let others = units.dropFirst().reduce(max(bonus, Scoring.consecutive)) {
                max($0, best($1, behind: previous))
            }
            return Level(
                score: units.count * Scoring.match + 2 * bonus + (units.count - 1) * others, bonus: others)
        }
        spaced = level(CharacterClass.allCases, CharacterClass.allCases)
        begun = level(CharacterClass.allCases, words)
        other = level(words, words)
    }

    /// The upper bound that applies to any ASCII field.
    var highest: Int { spaced.score }

    @inline(__always)
    func look(at field: Int, in fields: Fields) -> Look {
        let mask = fields.masks[field]
        if mask.contains(.wide) { return .wide }
        if !mask.isDisjoint(with: .white) { return .spaced }
        return fields.firsts[field] | ignored == unit ? .begun : .other
    }

    /// Returns the maximum bonus of a position in a field.
    func bonus(_ look: Look) -> Int {
        switch look {
        case .wide: Scoring.best
        case .spaced: spaced.bonus
        case .begun: begun.bonus
        case .other: other.bonus
        }
    }

    /// Returns the upper bound of the score of a matching field; `Int.max` for a field that is not ASCII.
    @inline(__always)
    func score(_ look: Look, _ shape: Shape = Shape()) -> Int {
        switch look {
        case .wide: .max
        case .spaced: spaced.score
        case .begun: max(fromStart(shape), elsewhere(shape))
        case .other: elsewhere(shape)
        }
    }

    /// Returns the upper bound of the score of an alignment that begins at the start of the field.
    @inline(__always)
    private func fromStart(_ shape: Shape) -> Int {
        guard isWord, let others = shape.otherBonus, !shape.isBegin else { return begun.score }
        if count == 1 { return 0 }
        // There is a gap between two of the units. The unit after the gap begins another run, so it doesn't get the
        // bonus of the field's start.
        return begun.score - Scoring.gapStart - (begun.bonus - max(others, Scoring.consecutive))
    }

    /// Returns the upper bound of the score of an alignment that begins after the start of the field.
    @inline(__always)
    private func elsewhere(_ shape: Shape) -> Int {
        guard isWord, let others = shape.otherBonus, shape.run.rank < VECTOR_DELIMITED.rawValue else {
            return other.score
        }
        let bonus = max(others, Scoring.consecutive)
        let run = shape.runBonus.map { count * Scoring.match + 2 * $0 + (count - 1) * max($0, bonus) } ?? 0
        return count == 1 ? run : max(run, other.score - Scoring.gapStart - (other.bonus - bonus))
    }

    /// Returns the sort key of a field whose best alignment is certainly its best run; nil for any other field.
    @inline(__always)
    func order(_ look: Look, _ shape: Shape, length: Int) -> MatchOrder? {
        guard isWord, let bonus = shape.runBonus, count == 1 || shape.run.rank == VECTOR_DELIMITED.rawValue
        else { return nil }
        switch look {
        case .begun where shape.isBegin: return MatchOrder(score: begun.score, length: length, begin: 0)
        // With at most two units, an alignment with a gap after the first position can't score higher than the run.
        case .begun where count > 2: return nil
        case .begun, .other:
            let score = count * (Scoring.match + bonus) + bonus
            return MatchOrder(score: score, length: length, begin: Int(shape.run.place))
        case .wide, .spaced: return nil
        }
    }
}

extension vector_shape {
    /// True if the field begins with a run of the units.
    fileprivate var isBegin: Bool { run.rank == VECTOR_DELIMITED.rawValue && run.place == 0 }

    /// The bonus of the first position of the best run; nil if there is no run, or if the bonus is unknown.
    fileprivate var runBonus: Int? { Self.bonus(run.rank).flatMap { $0 < 0 ? nil : $0 } }

    /// The best bonus of a position of any unit after the first.
    ///
    /// 0 if the field has no such position; nil if the bonus is unknown.
    fileprivate var otherBonus: Int? { Self.bonus(others).map { max($0, 0) } }

    @inline(__always)
    private static func bonus(_ rank: UInt8) -> Int? {
        switch UInt32(rank) {
        case VECTOR_DELIMITED.rawValue: Scoring.afterDelimiter
        case VECTOR_SIGNED.rawValue: Scoring.boundary
        case VECTOR_STARTING.rawValue: Scoring.camelCase
        case VECTOR_INNER.rawValue: 0
        case VECTOR_NOWHERE.rawValue: -1
        default: nil
        }
    }
}
