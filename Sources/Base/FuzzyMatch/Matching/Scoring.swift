/// The rules for the score of an alignment, with the points that fzf uses by default.
///
/// Each matched unit scores `match` and a bonus for its position; the bonus of the first unit counts twice. A unit in a
/// run gets at least `consecutive`, and at least the bonus of the run's first unit. Therefore a run at the start of a
/// word scores higher than the starts of several words, which score higher than a run within a word. Skipped units
/// between matched ones are a gap, which lowers the score, but not below 0.
enum Scoring {
    static let match = 16
    static let consecutive = 4
    static let gapStart = 3
    static let gapExtension = 1

    /// The bonus of white space, and of a letter, a digit or a delimiter after white space or at the start of a field.
    static let afterSpace = 10
    /// The bonus of a letter, a digit or a delimiter after one of the delimiters `/,:;|`.
    static let afterDelimiter = 9
    /// The bonus of a symbol that is not a delimiter, and of a letter, a digit or a delimiter after such a symbol.
    ///
    /// A position with at least this bonus begins a new run if its bonus is higher than the bonus of the current
    /// run's start.
    static let boundary = 8
    /// The bonus of an upper-case letter after a lower-case letter, and of a digit after a letter.
    static let camelCase = 7

    /// The highest bonus.
    static let best = afterSpace

    /// Returns the score after a gap of `length` units.
    static func afterGap(_ score: Int, _ length: Int) -> Int {
        max(0, score &- gapStart &- gapExtension &* (length &- 1))
    }

    /// The bonus of a unit's position, by the classes of the unit and of the preceding unit; see ``place(_:_:)``.
    static let bonuses: [UInt8] = {
        var bonuses = [UInt8](repeating: 0, count: 64)
        for previous in CharacterClass.allCases {
            for current in CharacterClass.allCases {
                bonuses[place(previous, current)] = UInt8(bonus(previous, current))
            }
        }
        return bonuses
    }()

    /// Returns the index in ``bonuses`` for a unit of class `current` after a unit of class `previous`.
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
