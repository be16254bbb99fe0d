/// A word that the user can type, with its effect.
struct Command {
    /// The word.
    let name: String
    /// The words that follow, for the help, such as `NUMBER`; empty if there are none.
    let arguments: String
    /// The effect, for the help.
    let effect: String
    /// The reason, for users, why the word has no effect now; nil if it has one.
    let reason: String?
    /// Performs the effect.
    ///
    /// Its argument is the rest of the line, without blanks at its ends.
    let run: (String) -> Void

    /// Makes a command.
    init(
        _ name: String, _ arguments: String = "", _ effect: String, unless reason: String? = nil,
        run: @escaping (String) -> Void
    ) {
        self.name = name
        self.arguments = arguments
        self.effect = effect
        self.reason = reason
        self.run = run
    }

    /// The line of the help.
    var help: String { (arguments.isEmpty ? name : "\(name) \(arguments)") + ": \(effect)" }
}

/// The numbers in a line, such as `1 3-5`.
enum Numbers {
    /// The largest number of numbers that a range may have.
    private static let longestRange = 10_000

    /// Reads numbers and ranges, separated by blanks or commas; nil if the line has anything else, or nothing.
    static func parse(_ line: String) -> [Int]? {
        let words = line.split { $0 == " " || $0 == "," }
        var numbers: [Int] = []
        for word in words {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
            guard let first = Int(ends[0]), let last = Int(ends[ends.count - 1]), ends.count <= 2, 0 <= first,
                first <= last, last - first < longestRange
            else { return nil }
            numbers += first...last
        }
        return numbers.isEmpty ? nil : numbers
    }
}
