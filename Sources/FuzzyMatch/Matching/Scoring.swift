/// What an alignment of a term with a field is worth.
///
/// Each matched unit gives `match`, and besides a bonus for its place: a unit that follows the one before it directly
/// gets `consecutive` if its place gives less. The bonus of the first one counts twice. Units that are skipped between
/// matched ones cost a gap. An alignment that ends in the last component of a path gets `basename`. Among what is
/// equal so far the one that starts earlier wins, by less than a point.
///
/// So a run at the start of a word beats the starts of several words, which beat a run within a word.
enum Scoring {
    /// What the others are multiples of.
    static let point = 16

    static let match = 16 * point
    /// As much as the start of a word, so that a run is worth as much as several starts, and saves the gaps.
    static let consecutive = 8 * point
    static let gapStart = 3 * point
    static let gapExtension = 1 * point
    static let basename = 4 * point

    /// The start of a field, or after white space.
    static let afterSpace = 10 * point
    /// After one of `/\,:;|`.
    static let afterDelimiter = 9 * point
    static let afterSymbol = 8 * point
    /// An upper-case letter after a lower-case one, or a digit after a letter.
    static let camelCase = 7 * point

    /// How much less a start at `position` is worth than one at 0.
    static func delay(_ position: Int) -> Int { min(position, point - 1) }

    /// What the place of a unit is worth, by its class and that of the unit before it.
    struct Bonuses {
        private let table: [Int]

        init() {
            var table = [Int](repeating: 0, count: Self.stride * Self.stride)
            for previous in CharacterClass.allCases {
                for current in CharacterClass.allCases {
                    table[Self.index(previous, current)] = Scoring.bonus(previous, current)
                }
            }
            self.table = table
        }

        subscript(_ text: some FieldText, _ position: Int) -> Int {
            table[Self.index(text.previousClass(at: position), text.characterClass(at: position))]
        }

        private static let stride = 8

        private static func index(_ previous: CharacterClass, _ current: CharacterClass) -> Int {
            Int(previous.rawValue) * stride + Int(current.rawValue)
        }
    }

    private static func bonus(_ previous: CharacterClass, _ current: CharacterClass) -> Int {
        switch (previous, current) {
        case (_, .white), (_, .delimiter), (_, .symbol): 0
        case (.white, _): afterSpace
        case (.delimiter, _): afterDelimiter
        case (.symbol, _): afterSymbol
        case (.lower, .upper), (.lower, .digit), (.upper, .digit), (.letter, .digit): camelCase
        default: 0
        }
    }
}
