import TextFolding

/// The only character of a pattern, if masks tell for certain which plain fields hold it.
///
/// Most rows match such a pattern and hardly any of them is among the best: what one is worth at most is known without its
/// text, which takes longer to fetch than to compare.
struct LoneUnit: Sendable {
    private let unit: UInt8
    /// The bit that tells its lower case from its upper case.
    private let ignored: UInt8
    /// Where no white space is, the first place of a field is the only one that can be worth this much.
    private let first: Int
    private let others: Int

    /// Nil if a mask or the best place can't be told for this term.
    init?(_ term: Term, _ units: [UInt32]) {
        guard term.units.count == 1, let unit = UInt8(exactly: units[term.units.lowerBound]), unit < 0x80,
            !term.isInverse, term.kind == .fuzzy || term.kind == .exact, CharacterMask.isAlone(unit),
            // Masks don't mind the case.
            term.folding.contains(.case)
        else { return nil }
        self.unit = unit
        let ignored = ASCIIText.ignored(UInt32(unit), foldsCase: true)
        self.ignored = ignored
        let classes = [unit, unit & ~ignored].map { CharacterClass.ofASCII[Int($0)] }
        func best(behind previous: [CharacterClass]) -> Int {
            let bonuses = previous.flatMap { previous in
                classes.map { Int(Scoring.bonuses[Scoring.place(previous, $0)]) }
            }
            return Scoring.match + 2 * (bonuses.max() ?? 0)
        }
        first = best(behind: [.white])
        others = best(behind: CharacterClass.allCases.filter { $0 != .white })
    }

    /// What a field that holds the character is worth at most; nil if more has to be known of it.
    func bound(_ field: Int, in fields: Fields) -> MatchOrder? {
        let mask = fields.masks[field]
        if mask.contains(.wide) { return nil }
        let length = fields.length(of: field)
        if fields.firsts[field] | ignored == unit { return MatchOrder(score: first, length: length, begin: 0) }
        let isSpaced = !mask.isDisjoint(with: .white)
        return MatchOrder(score: isSpaced ? max(first, others) : others, length: length, begin: 1)
    }
}
