/// A parser of ECMA-262's pattern grammar in Unicode mode, which writes the pattern in PCRE2's syntax.
struct PatternParser {
    /// A position in the output, and the index of the scalar whose translation begins there.
    struct Mark {
        let output: Int
        let input: Int
    }

    let scalars: [Unicode.Scalar]
    var position = 0
    var output = ""
    var cost = PatternCost()
    /// The capturing groups, and the references to them.
    ///
    /// The first pass collects them. In the second pass, the groups with references are known from the start.
    var groups: GroupNumbers
    private(set) var marks: [Mark] = []
    private var groupsRead = 0
    private var depth = 0

    init(_ scalars: [Unicode.Scalar], groups: GroupNumbers) {
        self.scalars = scalars
        self.groups = groups
    }

    mutating func parse() throws(PatternError) {
        cost.exits = try readAlternatives()
        if peek == ")" { throw PatternError("no group is open here", at: position) }
    }

    // MARK: Terms

    /// Reads alternatives up to the end of a group.
    ///
    /// Returns the maximum number of groups that end at the same position; see ``PatternCost/exits``.
    private mutating func readAlternatives() throws(PatternError) -> Int {
        var exits = 0
        while let next = peek, next != ")" {
            if take("|") { output += "|" } else { exits = max(exits, try readTerm()) }
        }
        return exits
    }

    private mutating func readTerm() throws(PatternError) -> Int {
        marks.append(Mark(output: output.utf8.count, input: position))
        let start = position
        let next = scalars[position]
        position += 1
        switch next {
        case "^", "$":
            output.unicodeScalars.append(next)
            return 0
        case "(":
            let (exits, isRepeatable) = try readGroup(at: start)
            // PCRE2 nests the optional rounds of a repetition like groups.
            return exits + 1 + (isRepeatable ? try readQuantifier().optional : 0)
        case "\\":
            if take("b") || take("B") {
                output += scalars[position - 1] == "b" ? "\\b" : "\\B"
                return 0
            }
            try readEscape(at: start)
        case ".":
            output += "[^\\n\\r\\x{2028}\\x{2029}]"
            charge(items: 2)
        case "[": try readClass(at: start)
        case "*", "+", "?": throw PatternError("there is nothing to repeat", at: start)
        case "{", "}", "]": throw PatternError("\(next) needs a backslash", at: start)
        default: write(next)
        }
        // All required rounds of a repeated character are one step. The rounds of a repeated group are separate steps.
        cost.blindBytes = max(cost.blindBytes, try readQuantifier().least)
        return 0
    }

    // MARK: Groups

    /// Reads a group after its opening parenthesis.
    private mutating func readGroup(at start: Int) throws(PatternError) -> (exits: Int, isRepeatable: Bool) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternTranslation.maxDepth else {
            throw PatternError("more than \(PatternTranslation.maxDepth) groups within each other", at: start)
        }
        var isRepeatable = true
        if !take("?") {
            try beginCapture(name: nil, at: start)
        } else if take(":") {
            output += "(?:"
        } else if take("=") {
            output += "(?="
            isRepeatable = false
        } else if take("!") {
            output += "(?!"
            isRepeatable = false
        } else if take("<") {
            if take("=") {
                output += "(?<="
                isRepeatable = false
            } else if take("!") {
                output += "(?<!"
                isRepeatable = false
            } else {
                try beginCapture(name: readGroupName(), at: start)
            }
        } else {
            throw PatternError("there is no such kind of group", at: start)
        }
        let exits = try readAlternatives()
        guard take(")") else { throw PatternError("the group is not closed", at: start) }
        output += ")"
        return (exits, isRepeatable)
    }

    /// Begins a capturing group.
    ///
    /// A group without references is written as non-capturing.
    private mutating func beginCapture(name: String?, at start: Int) throws(PatternError) {
        groupsRead += 1
        if groupsRead > groups.count { try groups.add(name: name, at: start) }
        output += groups.number(of: groupsRead) == nil ? "(?:" : "("
    }

    /// Reads a group name and the bracket after it.
    mutating func readGroupName() throws(PatternError) -> String {
        let start = position
        while let next = peek, next == "$" || next == "_" || next.properties.isIDContinue { position += 1 }
        let name = scalars[start..<position]
        guard let first = name.first, first == "$" || first == "_" || first.properties.isIDStart, take(">") else {
            throw PatternError("a group's name consists of letters, digits, _ and $, and ends with >", at: start)
        }
        return name.reduce(into: "") { $0.unicodeScalars.append($1) }
    }

    // MARK: Quantifiers

    /// Reads a quantifier after a term.
    ///
    /// For a quantifier in braces, returns the minimum number of rounds, and the number of optional rounds after them.
    /// The second number is 0 if the optional rounds are unlimited. For any other quantifier, or none, returns zeros.
    private mutating func readQuantifier() throws(PatternError) -> (least: Int, optional: Int) {
        let start = position
        var (least, optional) = (0, 0)
        if take("*") || take("+") || take("?") {
            output.unicodeScalars.append(scalars[start])
        } else if take("{") {
            guard let low = try readCount() else { throw PatternError("{ needs a backslash or a count", at: start) }
            least = low
            output += "{\(low)"
            if take(",") {
                output += ","
                if let high = try readCount() {
                    guard low <= high else { throw PatternError("the counts are in the wrong order", at: start) }
                    output += "\(high)"
                    optional = high - low
                }
            }
            guard take("}") else { throw PatternError("the count is not closed", at: start) }
            output += "}"
        } else {
            return (0, 0)
        }
        if take("?") { output += "?" }
        return (least, optional)
    }

    private mutating func readCount() throws(PatternError) -> Int? {
        let start = position
        var count: Int?
        while let digit = peek.flatMap({ "0"..."9" ~= $0 ? Int($0.value - 0x30) : nil }) {
            position += 1
            count = (count ?? 0) * 10 + digit
            guard count ?? 0 <= 65_535 else { throw PatternError("a count is at most 65535", at: start) }
        }
        return count
    }

    // MARK: Scalars

    var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    /// Records the cost of testing a character against `items` items of a class.
    ///
    /// The items are tested one by one.
    mutating func charge(items: Int) { cost.perCharacter = max(cost.perCharacter, 1 + 2 * items) }

    /// Writes a literal scalar, inside or outside of a class.
    mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z": output.unicodeScalars.append(scalar)
        default: output += "\\x{\(String(scalar.value, radix: 16))}"
        }
    }
}
