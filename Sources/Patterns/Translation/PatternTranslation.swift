/// A pattern in the words of the library that matches it.
///
/// The library's own dialect has more than ECMA-262 — recursion, verbs that steer the search, comments — and gives
/// some of its letters another meaning. So a pattern is read by ECMA-262's grammar, and written anew with nothing but
/// what both understand.
struct PatternTranslation {
    /// How many groups may stand within each other.
    static let maxDepth = 100
    /// More groups than these no pattern has room for.
    static let maxGroupNumber = maxLength
    /// How long a pattern may be, in bytes.
    private static let maxLength = 4_096

    private(set) var text: String
    private(set) var cost: PatternCost
    private let marks: [PatternParser.Mark]

    /// Reads a pattern twice: a back reference may stand before its group.
    init(of pattern: String) throws(PatternError) {
        guard pattern.utf8.count <= Self.maxLength else {
            throw PatternError("a pattern has at most \(Self.maxLength) bytes", at: 0)
        }
        let scalars = Array(pattern.unicodeScalars)
        var survey = PatternParser(scalars, groups: GroupNumbers())
        try survey.parse()
        try survey.groups.resolve()
        var parser = PatternParser(scalars, groups: survey.groups)
        try parser.parse()
        text = parser.output
        cost = parser.cost
        cost.groups = survey.groups.kept.count
        marks = parser.marks
    }

    /// Where in the pattern a place of the translation comes from, in scalars.
    func offset(ofOutput place: Int) -> Int {
        marks.last { $0.output <= place }?.input ?? 0
    }
}

/// The capturing groups of a pattern: how many there are, and which of them are referred to.
struct GroupNumbers {
    private enum Reference: Hashable {
        case number(Int)
        case name(String)
    }

    private(set) var count = 0
    private var names: [String: Int] = [:]
    private var references: [(Reference, offset: Int)] = []
    /// What the groups that must be remembered are called in the translation; empty until all are known.
    private(set) var kept: [Int: Int] = [:]

    /// Counts one more group.
    mutating func add(name: String?, at offset: Int) throws(PatternError) {
        count += 1
        guard let name else { return }
        guard names.updateValue(count, forKey: name) == nil else {
            throw PatternError("another group has the name \(name) already", at: offset)
        }
    }

    mutating func refer(to number: Int, at offset: Int) { references.append((.number(number), offset)) }
    mutating func refer(to name: String, at offset: Int) { references.append((.name(name), offset)) }

    /// What a group is called in the translation; nil where nothing refers to it.
    func number(of group: Int) -> Int? { kept[group] }
    func number(of name: String) -> Int? { names[name].flatMap { kept[$0] } }

    /// Finds the groups that are referred to.
    mutating func resolve() throws(PatternError) {
        var used: Set<Int> = []
        for (reference, offset) in references {
            switch reference {
            case .number(let number):
                guard number <= count else { throw PatternError("there is no group \(number)", at: offset) }
                used.insert(number)
            case .name(let name):
                guard let number = names[name] else { throw PatternError("no group has the name \(name)", at: offset) }
                used.insert(number)
            }
        }
        for (index, group) in used.sorted().enumerated() { kept[group] = index + 1 }
    }
}
