import EventLoop
import FeatureKit
import JSON
import Synchronization

/// The rows that a command prints, read-only, and operations that other commands perform.
///
/// A run of the command is kept, and pages are cut from it as soon as their rows have been printed.
/// A refresh runs the command anew. Each operation is a run of its own.
public final class CommandSource: DataSource {
    let options: Options
    let children: ChildProcesses
    let log: @Sendable (String) -> Void
    let searches = Mutex(SearchRuns())
    let pace: CommandPace
    private let runs = Runs()
    /// Outputs may be large: no more are kept than may be asked for again.
    private let performed = Mutex(RecentAnswers(limit: 100))
    private let feed: ChangeFeed

    /// The run that pages are cut from, and how many there have been.
    private final class Runs: Sendable {
        struct Current {
            /// Nil until the first one.
            var run: CommandRun?
            var number = 0
        }

        let current = Mutex(Current())
    }

    /// Rows can't be changed.
    public var abilities: SourceAbilities {
        var abilities: SourceAbilities = options.operations.isEmpty ? [] : .perform
        if options.search != nil { abilities.insert(.search) }
        if options.search?.appliesFilters == true { abilities.insert(.searchFilter) }
        return abilities
    }
    /// The names that are declared.
    public var operations: [String]? { options.operationNames }

    /// The text of lines, whose ids are made of it; all members of other rows.
    public var wordKeys: [String] { if case .lines = options.format { ["text"] } else { [] } }
    /// The key of the rows' ids.
    public var idKey: String { options.idKey }

    /// A source over a command, which runs when the first page is asked for.
    ///
    /// - Parameters:
    ///   - children: who ends the command if the process exits before.
    ///   - log: gets a line for the log, on any thread.
    public convenience init(
        _ options: Options, children: ChildProcesses = .shared, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(options, children: children, pace: CommandPace(), log: log)
    }

    /// - Parameter pace: when commands that go on are answered for.
    init(
        _ options: Options, children: ChildProcesses, pace: CommandPace,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.options = options
        self.children = children
        self.pace = pace
        self.log = log
        feed = ChangeFeed(onLast: { [runs] feed in
            // A command that nobody listens to or waits for is not wanted.
            if feed.listenerCount == 0 { runs.current.withLock(\.run)?.stopIfUnwanted() }
        })
    }

    deinit {
        runs.current.withLock { current in
            defer { current.run = nil }
            return current.run
        }?.stop()
    }

    /// Tells of rows that a live command has printed, and of its end.
    ///
    /// A command ends when nobody listens any more and nobody waits for its rows.
    public var changes: ChangeFeed? { options.argv == nil ? nil : feed }

    /// A page of what the command prints, which waits for its rows.
    ///
    /// A waiting page whose run is replaced by a refresh is cut from the new one.
    public func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        guard case .offset(let offset) = request.start else {
            return .now(.failure(Failure("invalidData", "this source counts by offsets and knows no cursors")))
        }
        guard let argv = options.argv else {
            return .now(.success(Page(rows: [], endReached: true, totalCount: 0)))
        }
        let start = max(0, offset)
        let (end, isTooFar) = start.addingReportingOverflow(max(0, request.limit))
        let rows = start..<(isTooFar ? .max : end)
        return .later { () async throws(Failure) in
            var isNew = request.isRefresh
            while !Task.isCancelled {
                let (run, number) = try self.run(argv, for: rows, isNew: isNew)
                if let page = try await run.page(rows, request.wait) {
                    // Nobody will hear of what else it prints.
                    if page.growth == .live, self.feed.listenerCount == 0 { run.stopIfUnwanted() }
                    return page.with(edition: number)
                }
                isNew = false
            }
            throw .cancelled
        }
    }

    /// The run that a page is cut from: one whose failure was told already gives it no more rows.
    private func run(
        _ argv: [String], for rows: Range<Int>, isNew: Bool
    ) throws(Failure) -> (run: CommandRun, number: Int) {
        let (run, number, old) = try runs.current.withLock { current throws(Failure) in
            if !isNew, let run = current.run, run.canAnswer(rows) {
                return (run, current.number, nil as CommandRun?)
            }
            let old = current.run
            let number = current.number + 1
            let observer = CommandRun.Observer(
                notice: { [feed] in feed.tell(SourceChange(kind: $0, edition: number)) },
                listenerCount: { [feed] in feed.listenerCount })
            let new = try CommandRun(argv, options, children, pace, observer)
            current.run = new
            current.number = number
            return (new, number, old)
        }
        // After the new one is in place: there those find it who wait for the old one.
        old?.stop()
        return (run, number)
    }

    /// Runs an operation's command with the input on its standard input, a line of JSON, and gives what it prints.
    ///
    /// A call that is cancelled ends the command. One that succeeded is not run again for the same `opID`; one that
    /// failed is.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        perform(operation, input: input, secrets: [], opID: opID)
    }

    /// The same with secrets in the input, which are neither shown nor logged.
    public func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        guard let declared = options.operations[operation] else {
            return .now(.failure(.unknownOperation(operation)))
        }
        return .later { () async throws(Failure) in
            if let known = self.performed.withLock({ $0.answer(opID, as: JSONText.self) }) { return known }
            let run = try OperationRun(operation, declared, secrets: secrets, self)
            let output = try await run.output(for: input)
            self.performed.withLock { $0.remember(opID, output) }
            return output
        }
    }
}

extension CommandSource: EditionedSource {
    func rowsEdition() -> SourceAnswer<Int> { .now(.success(runs.current.withLock(\.number))) }
}

extension Page {
    fileprivate func with(edition: Int) -> Page {
        Page(
            rows: rows, nextCursor: nextCursor, endReached: endReached, totalCount: totalCount, problems: problems,
            growth: growth, failure: failure, edition: edition)
    }
}
