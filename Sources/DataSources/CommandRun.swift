import EventLoop
import FeatureKit
import JSON
import Synchronization

/// One run of a command: its output so far, and who waits for more of it.
final class CommandRun: Sendable {
    enum Ending {
        case complete
        case failed(Failure)
        /// Nobody wants it any more.
        case stopped
    }

    private struct State {
        var printed: PrintedRecords
        var errors = OutputTail()
        var progress: CommandProgress
        /// Nil while the command runs.
        var ending: Ending?
        var waiting: [Int: Waiting] = [:]
        var lastWaiting = 0
        /// The number of rows that have been read.
        var rowCount = 0
        /// Whether a page has been cut from this run, or is about to be.
        var hasAnswered = false
        /// True once a page said that the command failed: the next fetch runs it again.
        var hasToldFailure = false

        /// Whether somebody has pages who doesn't wait for others, and so is not told of the end by one.
        ///
        /// - Parameter listenerCount: how many get notices.
        func isUntold(among listenerCount: Int) -> Bool { hasAnswered && waiting.count < listenerCount }
    }

    /// A fetch that waits until what it wants is there, or the run has ended.
    private struct Waiting {
        let want: Want
        let continuation: CheckedContinuation<Void, Never>
    }

    /// The state of a run that a fetch waits for.
    private struct Want {
        /// The number of records that there must be.
        let records: Int
        /// The records that it has looked at, where it takes what is shown behind them; nil where it wants all or none.
        let shownBehind: Int?
        /// Whether it is enough that the command shows nothing for a while.
        let isSilenceEnough: Bool

        func isMet(by state: borrowing State) -> Bool {
            let progress = state.progress
            return state.ending != nil || progress.isLive || state.printed.count >= records
                || shownBehind.map { progress.shownCount > $0 } == true || isSilenceEnough && progress.isSilent
        }
    }

    private enum Answer {
        case page(Page)
        case failure(Failure)
        case none
        case wait(Want)
        case again
    }

    /// How many records are taken out at once at most.
    private static let chunkSize = 8_192

    private let command: ChildCommand
    private let options: CommandSource.Options
    private let timeoutMs: Int?
    private let isSearch: Bool
    private let observer: Observer
    private let process: ChildRun
    private let state: Mutex<State>
    /// Taken before the state where both are.
    private let rows: Mutex<PrintedRows>

    /// Starts the command.
    init(
        _ argv: [String], _ options: CommandSource.Options, search: CommandSource.Search? = nil,
        _ children: ChildProcesses, _ pace: CommandPace, _ observer: Observer = Observer()
    ) throws(Failure) {
        command = ChildCommand(argv, folder: options.folder)
        self.options = options
        self.observer = observer
        isSearch = search != nil
        timeoutMs = search?.timeoutMs ?? options.timeoutMs
        let progress = CommandProgress(pace, canBeLive: timeoutMs == nil, now: monotonicNanoseconds())
        state = Mutex(
            State(
                printed: PrintedRecords(options.format, options.encoding, limit: options.outputLimit),
                progress: progress))
        rows = Mutex(PrintedRows(options))
        do throws(SpawnFailure) {
            process = try ChildRun(command, timeoutMilliseconds: timeoutMs, in: children)
        } catch {
            throw Failure(error, command)
        }
        process.start(
            onPrint: { channel, bytes in self.take(bytes, from: channel) }, onWait: { self.advance() },
            onEnd: { outcome in self.end(outcome) })
    }

    /// Whether it has these rows, may still print them, or has not told yet why it doesn't.
    func canAnswer(_ places: Range<Int>) -> Bool {
        state.withLock { state in
            switch state.ending {
            case nil, .complete: true
            case .failed: !state.hasToldFailure || places.lowerBound > 0 || places.upperBound <= state.rowCount
            case .stopped: false
            }
        }
    }

    /// A page, once what the request waits for is there or the command has ended.
    ///
    /// - Returns: nil where the run was stopped or the task cancelled before that.
    func page(_ places: Range<Int>, _ wait: FetchRequest.Wait) async throws(Failure) -> Page? {
        while true {
            switch rows.withLock({ answer(&$0, places, wait) }) {
            case .page(let page): return page
            case .failure(let failure): throw failure
            case .none: return nil
            case .again: continue
            case .wait(let want):
                await self.wait(for: want)
                if Task.isCancelled {
                    stopIfUnwanted { !$0.hasAnswered }
                    return nil
                }
            }
        }
    }

    /// Ends the command, unless it has ended.
    func stop() {
        change { state in
            if state.ending == nil { state.ending = .stopped }
        }
        process.stop()
    }

    /// Ends the command unless somebody waits for it.
    func stopIfUnwanted() { stopIfUnwanted { _ in true } }

    private func stopIfUnwanted(_ condition: (borrowing State) -> Bool) {
        let isUnwanted = state.withLock { state in
            guard state.ending == nil, state.waiting.isEmpty, condition(state) else { return false }
            state.ending = .stopped
            return true
        }
        if isUnwanted { process.stop() }
    }

    // MARK: Pages

    private func answer(_ rows: inout PrintedRows, _ places: Range<Int>, _ wait: FetchRequest.Wait) -> Answer {
        while rows.lacking(places.upperBound) > 0, let chunk = take(rows.lacking(places.upperBound), wait) {
            rows.add(chunk)
        }
        let isFull = rows.rows.count >= places.upperBound
        let found = rows
        return state.withLock { state in
            state.rowCount = found.rows.count
            if found.isCut {
                state.hasToldFailure = true
                return .failure(noMemory)
            }
            if let mistake = found.mistake {
                state.hasToldFailure = true
                return .failure(invalid(", line \(mistake.line): it \(mistake.what)"))
            }
            // What was printed meanwhile is read first.
            if !isFull, state.ending != nil, state.printed.takenCount < state.printed.count { return .again }
            switch state.ending {
            case .complete:
                if found.rows.isEmpty, let first = found.problems.listed.first {
                    state.hasToldFailure = true
                    return .failure(invalid((first.line.map { ", line \($0)" } ?? "") + ": \(first.message)"))
                }
                return .page(found.page(places, isComplete: true))
            case .failed(let failure):
                state.hasToldFailure = true
                if found.rows.isEmpty { return .failure(failure) }
                return .page(found.page(places, failure: failure))
            case .stopped: return isFull ? .page(found.page(places)) : .none
            case nil: break
            }
            let isSilenceEnough = wait == .rows && found.rows.count <= places.lowerBound
            let isPart = found.rows.count > places.lowerBound || isSilenceEnough && state.progress.isSilent
            if isFull || state.progress.isLive || wait != .page && isPart {
                state.hasAnswered = true
                return .page(
                    found.page(places, growth: isFull ? nil : state.progress.isLive ? .live : .running))
            }
            let (records, isTooMany) = state.printed.takenCount
                .addingReportingOverflow(found.lacking(places.upperBound))
            return .wait(
                Want(
                    records: isTooMany ? .max : records,
                    shownBehind: wait == .page ? nil : state.printed.takenCount, isSilenceEnough: isSilenceEnough))
        }
    }

    /// Takes out records that may be read now; nil where there is none.
    private func take(_ lacking: Int, _ wait: FetchRequest.Wait) -> PrintedRecords.Chunk? {
        state.withLock { state in
            let untaken = state.printed.count - state.printed.takenCount
            let isAll = untaken >= lacking || state.ending != nil || state.progress.isLive
            // Else what is printed just now is shown together with what follows at once.
            let shown = wait == .page ? 0 : state.progress.shownCount - state.printed.takenCount
            return state.printed.take(atMost: min(lacking, isAll ? untaken : shown, Self.chunkSize))
        }
    }

    private func invalid(_ what: String) -> Failure {
        .invalidOutput(what, "correct the command or its format", command)
    }

    // MARK: Waiting

    private func wait(for want: Want) async {
        let id = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    // A cancellation came before and is seen here, or comes after and finds the entry.
                    if Task.isCancelled || want.isMet(by: state) { return false }
                    state.waiting[id] = Waiting(want: want, continuation: continuation)
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// Changes the state, and wakes those whose wait is over.
    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            var ready: [Waiting] = []
            for (id, waiting) in state.waiting where waiting.want.isMet(by: state) {
                ready.append(waiting)
                state.waiting[id] = nil
            }
            if !ready.isEmpty { state.hasAnswered = true }
            return ready
        }
        for waiting in ready { waiting.continuation.resume() }
    }

    // MARK: The run's thread

    /// Takes in what was printed; false when that was too much, or is no longer wanted.
    private func take(_ bytes: UnsafeRawBufferPointer, from channel: ChildRun.Channel) -> Bool {
        var goesOn = false
        var isUntold = false
        let now = monotonicNanoseconds()
        let listenerCount = observer.listenerCount()
        change { state in
            guard state.ending == nil else { return }
            isUntold = state.isUntold(among: listenerCount)
            switch channel {
            case .errors: state.errors.append(bytes)
            case .output:
                guard MemoryRoom.isLeft(for: state.printed.growth(for: bytes.count)) else {
                    state.ending = .failed(noMemory)
                    break
                }
                if !state.printed.append(bytes) { state.ending = .failed(tooMuch) }
                state.progress.notePrinted(hasRecords: state.printed.count > state.progress.shownCount, now: now)
            }
            goesOn = state.ending == nil
        }
        if !goesOn, isUntold { noticeEnd() }
        return goesOn
    }

    /// Shows what is due.
    ///
    /// - Returns: after how many milliseconds it is to be called again at the latest.
    private func advance() -> Int? {
        let now = monotonicNanoseconds()
        let isObserved = observer.listenerCount() > 0
        var next: Int?
        var hasGrown = false
        change { state in
            guard state.ending == nil else { return }
            let shown = state.progress.shownCount
            let wasLive = state.progress.isLive
            next = state.progress.advance(count: state.printed.count, now: now)
            hasGrown = wasLive && state.progress.shownCount > shown
            // It would go on for ever, and nobody would see what it prints.
            if state.progress.isLive, !wasLive, !isObserved, state.waiting.isEmpty { state.ending = .stopped }
            if state.ending != nil { next = 0 }
        }
        if state.withLock({ if case .stopped = $0.ending { true } else { false } }) { process.stop() }
        if hasGrown { observer.notice(.grown) }
        return next
    }

    private var noMemory: Failure { .noMemory(for: "what \(command.program) prints") }

    private var tooMuch: Failure {
        .outputLimit("\(options.outputLimit) bytes, with 8 more for each row", command)
    }

    private func end(_ outcome: ChildRun.Outcome) {
        var isUntold = false
        let listenerCount = observer.listenerCount()
        change { state in
            guard state.ending == nil else { return }
            isUntold = state.isUntold(among: listenerCount)
            // What stands behind the last line break was printed too.
            let isWithin = state.printed.finish()
            state.ending =
                switch outcome {
                case .ended(.code(0)): isWithin ? .complete : .failed(tooMuch)
                // What programs that search say where they have found nothing.
                case .ended(.code(1)) where isSearch && state.printed.isEmpty && state.errors.text.isEmpty: .complete
                case .ended(let status): .failed(.commandFailed(status, state.errors.words, command))
                case .notStarted(let failure): .failed(Failure(failure, command))
                case .timedOut: .failed(.timeout(timeoutMs ?? 0, command, state.errors.text))
                case .stopped: .stopped
                }
        }
        if isUntold { noticeEnd() }
    }

    /// Notifies those of the end who have pages and don't wait for others.
    private func noticeEnd() {
        let kind: SourceChange.Kind? = state.withLock { state in
            switch state.ending {
            case .failed: return .failed
            case .complete: return state.progress.isLive ? .grown : nil
            case .stopped, nil: return nil
            }
        }
        if let kind { observer.notice(kind) }
    }
}
