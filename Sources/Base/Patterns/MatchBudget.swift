internal import CFHPCRE2

/// The properties of a pattern that determine the cost of one step of a search.
///
/// A step is the work between two callouts: PCRE2 calls back before each item of a pattern. Costs are in nanoseconds on
/// a slow machine.
struct PatternCost {
    /// The cost of testing one character, for the most expensive class in the pattern.
    var perCharacter = 1
    /// The maximum number of bytes that a step reads without a callout.
    ///
    /// For example, a lookbehind and the required rounds of a repetition read without a callout.
    var blindBytes = 0
    /// The maximum number of groups that end at the same position without a callout.
    var exits = 0
    /// The number of groups that are stored for back references.
    var groups = 0
}

/// The remaining budget of a search, in nanoseconds on a slow machine.
///
/// PCRE2's match limit restarts at each position of the text, and does not count the characters that a repetition
/// reads. Therefore PCRE2 calls back before each item of a pattern. The callback stops PCRE2 when the budget is
/// exhausted.
struct MatchBudget {
    /// The budget of a whole search.
    private static let total = 6_000_000
    private static let costPerStep = 40
    /// The maximum number of steps that the budget allows.
    static let maxSteps = UInt32(total / costPerStep)

    private var left = total
    private var position = 0
    private let step: Int
    private let perByte: Int

    init(_ cost: PatternCost, for length: Int) {
        let blind = min(cost.blindBytes, length) * cost.perCharacter
        step = Self.costPerStep + blind + 2 * cost.exits + cost.groups
        perByte = cost.perCharacter
    }

    /// Charges the cost of a step; returns false if the budget is exhausted.
    ///
    /// - Parameters:
    ///   - place: the position in the text. The distance from the position of the previous step is charged too.
    ///   - remembered: the length of the longest captured group. A back reference may compare this many bytes and still
    ///     fail.
    fileprivate mutating func spend(at place: Int, remembered: Int) -> Bool {
        left -= step + remembered + abs(place - position) * perByte
        position = place
        return left > 0
    }
}

/// The PCRE2 callout before each item of a pattern.
///
/// A negative result ends the search.
func spendStep(_ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ budget: UnsafeMutableRawPointer?) -> Int32 {
    guard let block, let budget = budget?.assumingMemoryBound(to: MatchBudget.self) else { return PCRE2_ERROR_CALLOUT }
    var remembered = 0
    for group in 1..<max(1, Int(block.pointee.capture_top)) {
        let start = block.pointee.offset_vector[2 * group]
        // The offset of an unset group is the largest number.
        if start != .max { remembered = max(remembered, block.pointee.offset_vector[2 * group + 1] - start) }
    }
    let mayGoOn = budget.pointee.spend(at: block.pointee.current_position, remembered: remembered)
    return mayGoOn ? 0 : PCRE2_ERROR_CALLOUT
}
