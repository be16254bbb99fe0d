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
    /// The run that pages are cut from; nil until the first one.
    private let current = Mutex<CommandRun?>(nil)
    /// Outputs may be large: no more are kept than may be asked for again.
    private let performed = Mutex(RecentAnswers(limit: 100))

    /// Rows can't be changed.
    public var abilities: SourceAbilities {
        var abilities: SourceAbilities = options.operations.isEmpty ? [] : .perform
        if options.search != nil { abilities.insert(.search) }
        if options.search?.appliesFilters == true { abilities.insert(.searchFilter) }
        return abilities
    }
    /// The names that are declared.
    public var operations: [String]? { options.operations.keys.sorted() }
    /// The key of the rows' ids.
    public var idKey: String { options.idKey }

    /// A source over a command, which runs when the first page is asked for.
    ///
    /// - Parameters:
    ///   - children: who ends the command if the process exits before.
    ///   - log: gets a line for the log, on any thread.
    public init(
        _ options: Options, children: ChildProcesses = .shared, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.options = options
        self.children = children
        self.log = log
    }

    deinit {
        current.withLock { $0 }?.stop()
    }

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
                if let page = try await self.run(argv, for: rows, isNew: isNew).page(rows) { return page }
                isNew = false
            }
            throw .cancelled
        }
    }

    /// The run that a page is cut from: one whose failure was told already gives it no more rows.
    private func run(_ argv: [String], for rows: Range<Int>, isNew: Bool) throws(Failure) -> CommandRun {
        let (run, old) = try current.withLock { current throws(Failure) in
            if !isNew, let current, current.canAnswer(rows) { return (current, nil as CommandRun?) }
            let old = current
            let new = try CommandRun(argv, options, children)
            current = new
            return (new, old)
        }
        // After the new one is in place: there those find it who wait for the old one.
        old?.stop()
        return run
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
