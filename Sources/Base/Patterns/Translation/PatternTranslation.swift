/// A pattern translated for PCRE2.
///
/// PCRE2's dialect has more features than ECMA-262 (recursion, verbs that control the search, comments), and some
/// escapes have another meaning. Therefore a pattern is parsed by ECMA-262's grammar, and written with only those
/// features that have the same meaning in both dialects.
struct PatternTranslation {
    /// The maximum depth of nested groups.
    static let maxDepth = 100
    /// An upper bound of the number of groups in a pattern.
    static let maxGroupNumber = maxLength
    /// The maximum length of a pattern in bytes.
    private static let maxLength = 4_096

    private(set) var text: String
    private(set) var cost: PatternCost
    private let marks: [PatternParser.Mark]

    /// Translates a pattern in two passes, because a back reference may precede its group.
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

    /// Returns the start, in scalars of the pattern, of the term whose translation contains a position.
    ///
    /// - Parameter place: The position in the translation, in bytes of UTF-8.
    func offset(ofOutput place: Int) -> Int {
        marks.last { $0.output <= place }?.input ?? 0
    }
}

/// The capturing groups of a pattern, and the references to them.
struct GroupNumbers {
    private enum Reference: Hashable {
        case number(Int)
        case name(String)
    }

    private(set) var count = 0
    private var names: [String: Int] = [:]
    private var references: [(Reference, offset: Int)] = []
    /// The numbers of the referenced groups in the translation, by their numbers in the pattern.
    ///
    /// Empty before ``resolve()``.
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

    /// Returns the number of a group in the translation; nil if the group is not referenced, or before ``resolve()``.
    func number(of group: Int) -> Int? { kept[group] }
    func number(of name: String) -> Int? { names[name].flatMap { kept[$0] } }

    /// Numbers the referenced groups; throws for a reference to a group that does not exist.
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
