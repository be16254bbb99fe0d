import CVector
import TextFolding

/// What a plain field is worth at most to a pattern with one term, as far as that is known without aligning them.
///
/// Many rows match most patterns, and hardly any of them is among the best.
struct Ceiling: Sendable {
    /// What counts of a field before its text is looked at.
    enum Look {
        /// It is not plain: more has to be known of it.
        case wide
        case spaced
        /// It begins with the first unit.
        case begun
        case other
    }

    /// How the units lie in a field, as far as that is known.
    typealias Shape = vector_shape

    /// The most that is reached in fields of one look.
    private struct Level {
        let score: Int
        /// What a place is worth.
        let bonus: Int
    }

    /// Whether masks alone tell for certain which plain fields match.
    let isToldByMasks: Bool
    private let unit: UInt8
    /// The bit that tells its lower case from its upper case.
    private let ignored: UInt8
    /// How many units there are, and whether all are letters and digits: only of such terms it is known what a run is worth.
    private let count: Int
    private let isWord: Bool
    private let spaced: Level
    private let begun: Level
    private let other: Level

    /// Nil for a term that no plain field holds, or whose absence counts.
    init?(_ term: Term, _ units: [UInt32]) {
        let units = units[term.units]
        guard !term.isInverse, units.allSatisfy({ $0 < 0x80 }), let unit = units.first else { return nil }
        // Masks don't mind the case.
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
            // A run hands on what its places are worth.
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

    /// What any plain field is worth at most.
    var highest: Int { spaced.score }

    @inline(__always)
    func look(at field: Int, in fields: Fields) -> Look {
        let mask = fields.masks[field]
        if mask.contains(.wide) { return .wide }
        if !mask.isDisjoint(with: .white) { return .spaced }
        return fields.firsts[field] | ignored == unit ? .begun : .other
    }

    /// What a place in a field is worth at most.
    func bonus(_ look: Look) -> Int {
        switch look {
        case .wide: Scoring.best
        case .spaced: spaced.bonus
        case .begun: begun.bonus
        case .other: other.bonus
        }
    }

    /// What a field is worth at most if it matches.
    @inline(__always)
    func score(_ look: Look, _ shape: Shape = Shape()) -> Int {
        switch look {
        case .wide: .max
        case .spaced: spaced.score
        case .begun: max(fromStart(shape), elsewhere(shape))
        case .other: elsewhere(shape)
        }
    }

    /// What an alignment is worth at most that begins with the field.
    @inline(__always)
    private func fromStart(_ shape: Shape) -> Int {
        guard isWord, let others = shape.otherBonus, !shape.isBegin else { return begun.score }
        if count == 1 { return 0 }
        // There is a gap, and behind it a run that begins with another unit.
        return begun.score - Scoring.gapStart - (begun.bonus - max(others, Scoring.consecutive))
    }

    /// What one is worth at most that begins elsewhere.
    @inline(__always)
    private func elsewhere(_ shape: Shape) -> Int {
        guard isWord, let others = shape.otherBonus, shape.run.rank < VECTOR_DELIMITED.rawValue else {
            return other.score
        }
        let bonus = max(others, Scoring.consecutive)
        let run = shape.runBonus.map { count * Scoring.match + 2 * $0 + (count - 1) * max($0, bonus) } ?? 0
        return count == 1 ? run : max(run, other.score - Scoring.gapStart - (other.bonus - bonus))
    }

    /// What a field is worth if no alignment excels its best run; nil if that isn't known.
    @inline(__always)
    func order(_ look: Look, _ shape: Shape, length: Int) -> MatchOrder? {
        guard isWord, let bonus = shape.runBonus, count == 1 || shape.run.rank == VECTOR_DELIMITED.rawValue
        else { return nil }
        switch look {
        case .begun where shape.isBegin: return MatchOrder(score: begun.score, length: length, begin: 0)
        // From the first place on, a gap and all, it is worth no more as long as there are but two.
        case .begun where count > 2: return nil
        case .begun, .other:
            let score = count * (Scoring.match + bonus) + bonus
            return MatchOrder(score: score, length: length, begin: Int(shape.run.place))
        case .wide, .spaced: return nil
        }
    }
}

extension vector_shape {
    /// Whether a field begins with a run of the units.
    fileprivate var isBegin: Bool { run.rank == VECTOR_DELIMITED.rawValue && run.place == 0 }

    /// What the first place of the best run is worth; nil if there is none, or it isn't known.
    fileprivate var runBonus: Int? { Self.bonus(run.rank).flatMap { $0 < 0 ? nil : $0 } }

    /// What the best place of another unit is worth, nothing where there is none; nil if that isn't known.
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
