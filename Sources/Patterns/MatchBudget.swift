internal import CPCRE2

/// What the steps of a pattern cost, in nanoseconds of a slow machine.
struct PatternCost {
    /// To look at one character, by the costliest class.
    var perCharacter = 1
    /// How many bytes a step can read without being seen to: what it repeats at least, or goes back.
    var blindBytes = 0
    /// How many groups may end at once, without being seen to.
    var exits = 0
    /// How many groups are remembered for back references.
    var groups = 0
}

/// How much a search may still do.
///
/// The library's own match limit counts anew from every place of the text, and not what a repetition reads.
/// So the library calls before each item of a pattern, and is told to stop when the budget is spent.
struct MatchBudget {
    /// What a whole search may cost.
    private static let total = 6_000_000
    private static let costPerStep = 40
    /// More steps than these no search can make.
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

    /// Charges a step, and the way from where the last one was made.
    ///
    /// - Parameter remembered: how long the longest group is: a back reference may compare as much, and fail.
    fileprivate mutating func spend(at place: Int, remembered: Int) -> Bool {
        left -= step + remembered + abs(place - position) * perByte
        position = place
        return left > 0
    }
}

/// What the library calls before each item of a pattern; anything below zero ends the search.
func spendStep(_ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ budget: UnsafeMutableRawPointer?) -> Int32 {
    guard let block, let budget = budget?.assumingMemoryBound(to: MatchBudget.self) else { return PCRE2_ERROR_CALLOUT }
    var remembered = 0
    for group in 1..<max(1, Int(block.pointee.capture_top)) {
        let start = block.pointee.offset_vector[2 * group]
        // A group that holds nothing yet has the largest number for a place.
        if start != .max { remembered = max(remembered, block.pointee.offset_vector[2 * group + 1] - start) }
    }
    let mayGoOn = budget.pointee.spend(at: block.pointee.current_position, remembered: remembered)
    return mayGoOn ? 0 : PCRE2_ERROR_CALLOUT
}
