import FHFuzzyMatch

/// Searches lines in slices of time, also while further lines are read, and sorts the matches.
public struct FilterSearch {
    private let lines: FilterLines
    private(set) var options: FilterQueryOptions
    /// The query.
    private(set) var query = ""
    /// The parsed query; nil for the empty query, which all lines match.
    private(set) var pattern: Pattern?
    private var scanned = 0
    /// The matches in the order of the lines.
    private var found: [Match] = []
    /// The matches in the order in which they are shown.
    private var ordered: [Match] = []

    /// Creates a search.
    public init(_ lines: FilterLines, _ options: FilterQueryOptions) {
        self.lines = lines
        self.options = options
    }

    /// True if all lines that have been read are searched.
    var isComplete: Bool { pattern == nil || scanned == lines.count }

    /// The number of matches that the last call of ``sort()`` has sorted; for the empty query, that of all lines.
    public var count: Int { pattern == nil ? lines.count : ordered.count }

    // MARK: Searching

    /// Begins to search for a query.
    public mutating func start(_ query: String) {
        self.query = query
        let isEmpty = query.allSatisfy { $0 == " " }
        pattern = isEmpty ? nil : Pattern(options.isExact ? Self.exact(query) : query)
        restart()
    }

    /// Removes all matches, so that the search begins again.
    mutating func restart() {
        scanned = 0
        found = []
        ordered = []
    }

    /// Switches between the order of the lines and the order by the best match.
    mutating func toggleSort() {
        options.sorts.toggle()
        restart()
    }

    /// Searches further lines.
    ///
    /// - Parameter end: the time of ``Clock`` in milliseconds at which the search pauses.
    public mutating func advance(until end: Int) {
        guard let pattern else { return }
        while scanned < lines.count {
            var scan = Scan(pattern, in: lines.index, rows: scanned..<lines.count)
            while let part = scan.next() {
                found += part
                if Clock.now() >= end { break }
            }
            scanned = scan.rows.isEmpty ? lines.count : scan.rows.lowerBound
            if Clock.now() >= end { return }
        }
    }

    /// Searches all lines that have been read.
    public mutating func finish() { advance(until: .max) }

    /// Returns a query whose terms match exactly; a term with `'` before it matches fuzzily, as in fzf.
    private static func exact(_ query: String) -> String {
        var terms: [String] = [""]
        var isEscaped = false
        for character in query {
            if character == " ", !isEscaped { terms.append("") } else { terms[terms.count - 1].append(character) }
            isEscaped = character == "\\" && !isEscaped
        }
        return terms.map { term in
            if term.hasPrefix("'") { return String(term.dropFirst()) }
            return term.isEmpty || term == "|" || term.hasPrefix("!") || term.hasPrefix("^") || term.hasSuffix("$")
                ? term : "'\(term)"
        }.joined(separator: " ")
    }

    // MARK: Results

    /// Sorts the matches.
    ///
    /// Call it before ``count`` or ``row(_:)``: matches that were found later are missing there.
    public mutating func sort() {
        guard pattern != nil, ordered.count != found.count else { return }
        // Sorting is stable: equally good matches keep the order of the lines.
        ordered = options.isReversed ? found.reversed() : found
        if options.sorts { ordered.sortByOrder() }
    }

    /// Returns the line of a match.
    ///
    /// - Parameter place: the index of the match in the sorted matches.
    public func row(_ place: Int) -> Int {
        guard pattern == nil else { return Int(ordered[place].row) }
        return options.isReversed ? lines.count - 1 - place : place
    }
}
