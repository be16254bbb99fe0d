import FHJSON
import FeatureKit
import Synchronization

extension CommandSource {
    /// A command that prints the results of a query, best first.
    public struct Search: Sendable {
        /// The name of the placeholder for the query.
        static let query = "query"
        /// The name of the placeholder for the id of the chosen filter, which is empty if no filter is chosen.
        static let filter = "filter"

        /// The program and its arguments, with placeholders.
        public let argv: [String]
        /// The timeout in milliseconds.
        public let timeoutMs: Int
        /// The key of the member that contains the matched ranges of a row; nil if rows have no such member.
        public let matchesKey: String?
        /// The values of further placeholders.
        private let placeholders: Placeholders

        /// Makes a search.
        ///
        /// - Throws: `invalidData` if there is no program, if the program is a placeholder, or if no argument contains
        ///   the placeholder for the query.
        public init(argv: [String], timeoutMs: Int = 30_000, matchesKey: String? = nil) throws(Failure) {
            try self.init(argv: argv, timeoutMs: timeoutMs, matchesKey: matchesKey, placeholders: Placeholders())
        }

        /// Makes a search with values for further placeholders.
        package init(
            argv: [String], timeoutMs: Int, matchesKey: String?, placeholders: Placeholders
        ) throws(Failure) {
            try Options.check(argv)
            if !argv.dropFirst().contains(where: { Self.has(Self.query, in: $0) }) {
                throw Failure(
                    "invalidData", "argv of a search must have {query} in one of its arguments", retryable: false)
            }
            let programs = ShellProgram.indices(in: argv)
            for name in [Self.query, Self.filter] where programs.contains(where: { Self.has(name, in: argv[$0]) }) {
                throw Failure("invalidData", "{\(name)} \(ShellProgram.message)", retryable: false)
            }
            if argv[0].contains("{") {
                throw Failure(
                    "invalidData", "argv must begin with a program, which is always the same", retryable: false)
            }
            self.argv = argv
            self.timeoutMs = timeoutMs
            self.matchesKey = matchesKey
            self.placeholders = placeholders
        }

        private static func has(_ name: String, in argument: String) -> Bool {
            Placeholders.all(in: argument).contains { $0.name == name && !$0.isSpread }
        }

        /// True if an argument has the placeholder for the filter.
        var appliesFilters: Bool { argv.contains { Self.has(Self.filter, in: $0) } }

        /// Returns the arguments for a request; placeholders within the inserted texts are not replaced.
        func arguments(for request: SearchRequest) -> [String] {
            placeholders.with([Self.query: .text(request.query), Self.filter: .text(request.filter ?? "")])
                .arguments(argv)
        }
    }

    /// A run of a search's command, which stops when the last reference to this object is released.
    final class SearchRun: Sendable {
        let number: Int
        let run: CommandRun

        init(number: Int, run: CommandRun) {
            self.number = number
            self.run = run
        }

        deinit { run.stop() }
    }

    /// The search runs that pages may still reference, by number.
    struct SearchRuns {
        private struct Entry {
            weak var run: SearchRun?
        }

        private var entries: [Int: Entry] = [:]
        private var count = 0

        mutating func add(_ run: CommandRun) -> SearchRun {
            count += 1
            entries = entries.filter { $0.value.run != nil }
            let found = SearchRun(number: count, run: run)
            entries[count] = Entry(run: found)
            return found
        }

        subscript(number: Int) -> SearchRun? { entries[number]?.run }
    }

    /// Runs the search's command, and returns pages as soon as their rows are printed.
    ///
    /// The command is stopped when the call is cancelled, and when the last page of the run is released. If the run was
    /// stopped or has failed, a further page comes from a new run.
    public func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        guard let search = options.search else { return .now(.failure(.cannotSearch)) }
        if request.query.utf8.contains(0) { return .now(.failure(.zeroInQuery)) }
        guard let place = Self.place(request.cursor) else {
            return .now(.failure(Failure("invalidData", "the cursor \(request.cursor ?? "") is none of this source")))
        }
        let (end, isTooFar) = place.offset.addingReportingOverflow(max(0, request.limit))
        let rows = place.offset..<(isTooFar ? .max : end)
        return .later { () async throws(Failure) in
            let found = try self.searchRun(place.run, search, request, for: rows)
            guard let page = try await found.run.page(rows, request.wait) else { throw .cancelled }
            return try search.page(page, cursor: "\(found.number):\(rows.lowerBound + page.rows.count)", found)
        }
    }

    /// Parses a cursor into the number of a run and an offset; nil if the cursor is invalid.
    ///
    /// Without a cursor, both are 0; no run has the number 0.
    private static func place(_ cursor: String?) -> (run: Int, offset: Int)? {
        guard let cursor else { return (0, 0) }
        let parts = cursor.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let run = parts[0], let offset = parts[1], offset >= 0 else { return nil }
        return (run, offset)
    }

    private func searchRun(
        _ number: Int, _ search: Search, _ request: SearchRequest, for rows: Range<Int>
    ) throws(Failure) -> SearchRun {
        if let known = searches.withLock({ $0[number] }), known.run.canAnswer(rows) { return known }
        let run = try CommandRun(search.arguments(for: request), options, search: search, children, pace, repeats)
        return searches.withLock { $0.add(run) }
    }
}

extension CommandSource.Search {
    /// Moves the matched ranges from the rows of a page into ``SearchPage/matches``.
    fileprivate func page(
        _ page: Page, cursor: String, _ run: CommandSource.SearchRun
    ) throws(Failure) -> SearchPage {
        var rows = page.rows
        var matches: [Int: JSONText] = [:]
        if let key = matchesKey {
            var bare: [SourceRow] = []
            let without = JSONText.object(key, .null)
            for (place, row) in page.rows.enumerated() {
                let value = row.value.value
                guard let member = value[key], !member.isNull else {
                    bare.append(row)
                    continue
                }
                guard let text = MatchesText.reading(member) else {
                    throw Failure(
                        "invalidData",
                        "\(key) of the row \(row.id) does not say where it matches; let it be an array of "
                            + "{key, ranges}, whose ranges are [start, end] in ascending order")
                }
                matches[place] = text
                bare.append(SourceRow(id: row.id, value: value.merged(with: without.value)))
            }
            rows = RowBatch(bare)
        }
        let bare = Page(
            rows: rows, nextCursor: page.endReached ? nil : cursor, endReached: page.endReached,
            totalCount: page.totalCount, problems: page.problems, growth: page.growth, failure: page.failure)
        return SearchPage(bare, matches: matches, hold: run)
    }
}

extension Failure {
    fileprivate static let zeroInQuery = Failure(
        "invalidData", "a query with the character U+0000 can't be passed to a command; leave it out", retryable: false)
}
