import FHEventLoop
import FHJSON
import FHRowCollections
import FeatureKit
import Synchronization

/// A source with the rows that a command prints, and with operations and edits that other commands perform.
///
/// The output of the last run is kept, and pages are returned as soon as their rows are printed. A refresh runs the
/// command again. Each operation and each edit is a separate run of another command.
///
/// ```swift
/// let options = try CommandSource.Options(argv: ["git", "ls-files"])
/// let source = CommandSource(options)
/// ```
public final class CommandSource: DataSource {
    let options: Options
    let children: ChildProcesses
    let log: @Sendable (String) -> Void
    let searches = Mutex(SearchRuns())
    let pace: CommandPace
    let repeats = RepeatMemory()
    private let runs = Runs()
    /// The outputs of recent operations, for repeated calls.
    ///
    /// Outputs may be large, so only a few are kept.
    let performed = Mutex(RecentAnswers(limit: 100))
    let edits = EditQueue()
    private let feed: ChangeFeed
    private let reruns: CommandReruns

    /// The current run and the number of runs so far.
    private final class Runs: Sendable {
        struct Current {
            /// Nil before the first run.
            var run: CommandRun?
            var number = 0
        }

        let current = Mutex(Current())
    }

    /// The capabilities, by the declared commands.
    public var capabilities: SourceCapabilities {
        var capabilities: SourceCapabilities = options.operations.isEmpty ? [] : .perform
        capabilities.formUnion(options.editing.capabilities)
        if options.search != nil { capabilities.insert(.search) }
        if options.search?.appliesFilters == true { capabilities.insert(.searchFilter) }
        return capabilities
    }
    /// The names of the declared operations.
    public var operations: [String]? { options.operationNames }

    /// The members that a filter searches for words; empty for all members.
    ///
    /// For lines, only `text` is searched, because the ids of lines are derived from the text.
    public var wordKeys: [String] { if case .lines = options.format { ["text"] } else { [] } }
    /// The key of the member that contains a row's id.
    public var idKey: String { options.idKey }

    /// Makes a source over a command, which runs at the first fetch.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - children: The registry that kills the command if this process exits first.
    ///   - log: Receives a line for the log; called on any thread.
    public convenience init(
        _ options: Options, children: ChildProcesses = .shared, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(options, children: children, pace: CommandPace(), log: log)
    }

    /// Makes a source with a given pace, for tests.
    ///
    /// - Parameter pace: The times at which rows of a running command are shown.
    init(
        _ options: Options, children: ChildProcesses, pace: CommandPace,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.options = options
        self.children = children
        self.pace = pace
        self.log = log
        let reruns = CommandReruns(options.reruns) { [runs] in
            runs.current.withLock(\.run)?.isRunning ?? false
        }
        self.reruns = reruns
        feed = ChangeFeed { feed in
            reruns.begin(telling: feed)
        } onLast: { [runs] feed in
            reruns.end()
            // A command without listeners and without waiting fetches is not needed.
            if feed.listenerCount == 0 { runs.current.withLock(\.run)?.stopIfUnwanted() }
        }
    }

    deinit {
        runs.current.withLock { current in
            defer { current.run = nil }
            return current.run
        }?.stop()
    }

    /// The feed that notifies listeners of rows that a live command has printed, of the end of a live command, and of
    /// the failure of a command.
    ///
    /// The command is stopped when there are no listeners and no waiting fetches.
    public var changes: ChangeFeed? { options.argv == nil ? nil : feed }

    /// Returns a page of the command's output, and waits for its rows.
    ///
    /// A waiting fetch whose run is replaced by a refresh continues with the new run.
    public func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        guard case .offset(let offset) = request.start else {
            return .now(.failure(.noCursors))
        }
        guard let argv = options.argv else {
            return .now(.success(Page(rows: [], endReached: true, totalCount: 0)))
        }
        let rows = request.places(from: offset)
        return .later { () async throws(Failure) in
            var isNew = request.isRefresh
            while !Task.isCancelled {
                let (run, number) = try self.run(argv, for: rows, isNew: isNew)
                if let page = try await run.page(rows, request.wait) {
                    // Without listeners, further output of a live run is not needed.
                    if page.growth == .live, self.feed.listenerCount == 0 { run.stopIfUnwanted() }
                    return self.reruns.marked(page.with(edition: number), self.feed)
                }
                isNew = false
            }
            throw .cancelled
        }
    }

    /// Returns the current run if it can be used for these rows, and otherwise starts a new run.
    private func run(
        _ argv: [String], for rows: Range<Int>, isNew: Bool
    ) throws(Failure) -> (run: CommandRun, number: Int) {
        let (run, number, old) = try runs.current.withLock { current throws(Failure) in
            // Several lists reload after the same notice: the first one runs the command, and the others join.
            let isJoined = isNew && reruns.takeReload() && current.run?.isStarting == true
            if !isNew || isJoined, let run = current.run, run.canAnswer(rows) {
                return (run, current.number, nil as CommandRun?)
            }
            let old = current.run
            let number = current.number + 1
            let observer = CommandRun.Observer(
                notice: { [feed] in feed.tell(SourceChange(kind: $0, edition: number)) },
                ended: { [weak self] in self?.noteEnd(of: number) },
                listenerCount: { [feed] in feed.listenerCount })
            let new = try CommandRun(argv, options, children, pace, repeats, observer)
            current.run = new
            current.number = number
            reruns.noteStart()
            return (new, number, old)
        }
        // The old run is stopped after the new one is stored, so that its waiting fetches find the new run.
        old?.stop()
        return (run, number)
    }

    /// Reads the rows of the current run; nil before the first run.
    func currentRows<Value>(_ read: (RowCollection) -> Value) -> Value? {
        runs.current.withLock(\.run).map { $0.readRows(read) }
    }

    /// Changes the rows of the current run.
    func changeRows(_ change: (inout RowCollection) -> Void) {
        runs.current.withLock(\.run)?.changeRows(change)
    }

    /// Notifies the listeners that the rows are to be loaded again, by a new run.
    func reload() {
        // A run that began before may have read what is no longer so.
        reruns.forgetReloads()
        feed.tell(SourceChange(kind: .changed))
    }

    private func noteEnd(of number: Int) {
        // A run that was replaced ends after the start of its successor.
        if runs.current.withLock(\.number) == number { reruns.noteEnd(telling: feed) }
    }

    /// True for a declared operation that a client can cancel.
    public func canCancel(_ operation: String) -> Bool { options.operations[operation]?.isCancellable ?? false }

    /// Runs an operation's command with the input as a line of JSON on standard input, and returns its output.
    ///
    /// Cancelling the call stops the command. If a recent call with the same `opID` has succeeded, its output is
    /// returned. After a failure, the operation is performed again.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        perform(operation, input: input, secrets: [], opID: opID)
    }

    /// Performs an operation whose input has secrets, which are not shown in failures and not logged.
    public func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        guard let declared = options.operations[operation] else {
            return .now(.failure(.unknownOperation(operation)))
        }
        return .later { () async throws(Failure) in
            if let known = self.performed.withLock({ $0.answer(opID, as: JSONText.self) }) { return known }
            let run = try OperationRun(operation, declared, for: input, secrets: secrets, self)
            let output = try await run.output()
            // A run that began before may have read what the operation has changed.
            self.reruns.forgetReloads()
            self.performed.withLock { $0.remember(opID, output) }
            return output
        }
    }
}

extension CommandSource: EditionedSource {
    func rowsEdition() -> SourceAnswer<Int> { .now(.success(runs.current.withLock(\.number))) }
}
