/// What an alignment of a term with a field is worth: points as fzf gives them by default.
///
/// Each matched unit gives `match`, and besides a bonus for its place; that of the first one counts twice. In a run a
/// unit gets at least `consecutive`, and at least the bonus of the unit with which the run began: so a run from the
/// start of a word beats the starts of several words, which beat a run within a word. Units that are skipped between
/// matched ones cost a gap, until nothing is left.
enum Scoring {
    static let match = 16
    static let consecutive = 4
    static let gapStart = 3
    static let gapExtension = 1

    /// The start of a field, or after white space.
    static let afterSpace = 10
    /// After one of `/,:;|`.
    static let afterDelimiter = 9
    /// After another sign; what is worth as much or more begins a run of its own.
    static let boundary = 8
    /// An upper-case letter after a lower-case one, or a digit after something else.
    static let camelCase = 7

    /// What a place is worth at most.
    static let best = afterSpace

    /// What is left of a score so many units behind a match.
    static func afterGap(_ score: Int, _ length: Int) -> Int {
        max(0, score &- gapStart &- gapExtension &* (length &- 1))
    }

    /// What the place of a unit is worth, by its class and that of the unit before it: see ``place(_:_:)``.
    static let bonuses: [UInt8] = {
        var bonuses = [UInt8](repeating: 0, count: 64)
        for previous in CharacterClass.allCases {
            for current in CharacterClass.allCases {
                bonuses[place(previous, current)] = UInt8(bonus(previous, current))
            }
        }
        return bonuses
    }()

    /// Where the bonus stands of a unit with a class, behind one of another class.
    static func place(_ previous: CharacterClass, _ current: CharacterClass) -> Int {
        Int(previous.rawValue << 3 | current.rawValue)
    }

    private static func bonus(_ previous: CharacterClass, _ current: CharacterClass) -> Int {
        switch (previous, current) {
        case (_, .white): afterSpace
        case (.white, .symbol), (_, .symbol): boundary
        case (.white, _): afterSpace
        case (.delimiter, _): afterDelimiter
        case (.symbol, _): boundary
        case (.lower, .upper): camelCase
        case (.digit, .digit): 0
        case (_, .digit): camelCase
        default: 0
        }
    }
}
