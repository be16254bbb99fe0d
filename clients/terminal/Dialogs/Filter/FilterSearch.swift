import FHFuzzyMatch

/// Searches lines in slices of time, also while further lines are read, and puts the best matches in order.
///
/// Only the matches that are asked for are put in order. Usually these are the best ones, which are kept while the
/// search goes on, so a frame takes the same time however many lines match.
public final class FilterSearch {
    /// The number of best matches that are kept in addition to all matches.
    private static let bestCount = 1_024
    /// If more than this part of the matches has to be in order, all of them are sorted.
    private static let sortedPart = 4

    private let lines: FilterLines
    private(set) var options: FilterQueryOptions
    /// The query.
    private(set) var query = ""
    /// The parsed query; nil for the empty query, which all lines match.
    private(set) var pattern: Pattern?
    private var scanned = 0
    /// The matches in the order of the lines.
    private var found: [Match] = []
    /// The best matches so far, if they are shown first.
    private var best = TopMatches(limit: FilterSearch.bestCount)
    /// The number of matches at the last call of ``sort()``.
    private var shownCount = 0
    /// The first of the shown matches, in order.
    private var ordered: [Match] = []

    /// Creates a search.
    public init(_ lines: FilterLines, _ options: FilterQueryOptions) {
        self.lines = lines
        self.options = options
    }

    /// True if the query is new, and no line has been searched for it.
    var isNew: Bool { pattern != nil && scanned == 0 }
    /// True if all lines that have been read are searched.
    var isComplete: Bool { pattern == nil || scanned == lines.count }

    /// The number of matches at the last call of ``sort()``; for the empty query, that of all lines.
    public var count: Int { pattern == nil ? lines.count : shownCount }

    /// True if a line matches, even if it was found after the last call of ``sort()``.
    var hasMatches: Bool { pattern == nil ? lines.count > 0 : !found.isEmpty }

    // MARK: Searching

    /// Begins to search for a query.
    public func start(_ query: String) {
        self.query = query
        let isEmpty = query.allSatisfy { $0 == " " }
        pattern = isEmpty ? nil : Pattern(options.isExact ? Self.exact(query) : query)
        restart()
    }

    /// Removes all matches, so that the search begins again.
    func restart() {
        scanned = 0
        found = []
        best = TopMatches(limit: Self.bestCount)
        shownCount = 0
        ordered = []
    }

    /// Switches between the order of the lines and the order by the best match.
    func toggleSort() {
        options.sorts.toggle()
        restart()
    }

    /// Searches further lines.
    ///
    /// - Parameter end: the time of ``Clock`` in milliseconds at which the search pauses.
    public func advance(until end: Int) {
        guard let pattern else { return }
        while scanned < lines.count {
            var scan = Scan(pattern, in: lines.index, rows: scanned..<lines.count)
            while let part = scan.next() {
                found += part
                if options.sorts, !options.isReversed { best.add(part) }
                if Clock.now() >= end { break }
            }
            scanned = scan.rows.isEmpty ? lines.count : scan.rows.lowerBound
            if Clock.now() >= end { return }
        }
    }

    /// Searches all lines that have been read.
    public func finish() { advance(until: .max) }

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

    /// Puts the matches that were found so far in order.
    ///
    /// Call it before ``count`` or ``row(_:)``: matches that were found later are missing there.
    public func sort() {
        guard pattern != nil, shownCount != found.count else { return }
        shownCount = found.count
        ordered = options.sorts && !options.isReversed ? best.matches : []
    }

    /// Returns the line of a match.
    ///
    /// - Parameter place: the index of the match in the sorted matches.
    public func row(_ place: Int) -> Int {
        guard pattern != nil else { return options.isReversed ? lines.count - 1 - place : place }
        guard options.sorts else { return Int(found[options.isReversed ? shownCount - 1 - place : place].row) }
        if place >= ordered.count { order(atLeast: place + 1) }
        return Int(ordered[place].row)
    }

    /// Makes ``ordered`` contain a number of matches, and some more.
    private func order(atLeast wanted: Int) {
        let shown = shownCount == found.count ? found : Array(found.prefix(shownCount))
        if options.isReversed || wanted > shownCount / Self.sortedPart {
            // Sorting is stable: equally good matches keep the order of the lines.
            ordered = options.isReversed ? shown.reversed() : shown
            ordered.sortByOrder()
        } else {
            var best = TopMatches(limit: wanted * 2)
            best.add(shown)
            ordered = best.matches
        }
    }
}
