import FHEventLoop
import FHJSON
import FeatureKit
import Synchronization

/// One run of a command: its output so far, and the fetches that wait for more.
final class CommandRun: Sendable {
    enum Ending {
        case complete
        case failed(Failure)
        /// The run is no longer needed.
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
        /// True if a page of this run has been returned, or is about to be returned.
        var hasAnswered = false
        /// True after a page has reported the failure of the command; see ``canAnswer(_:)``.
        var hasToldFailure = false

        /// True if a listener has pages but no waiting fetch, so that no page reports the end of the run to the
        /// listener.
        ///
        /// - Parameter listenerCount: The number of listeners.
        func isUntold(among listenerCount: Int) -> Bool { hasAnswered && waiting.count < listenerCount }
    }

    /// A fetch that waits for rows or for the end of the run.
    private struct Waiting {
        let want: Want
        let continuation: CheckedContinuation<Void, Never>
    }

    /// The condition for which a fetch waits.
    private struct Want {
        /// The number of printed records that is enough for a full page.
        let records: Int
        /// The number of records that the fetch has read, if it accepts partial results; nil otherwise.
        let shownBehind: Int?
        /// True if the fetch also ends, without rows, when ``CommandPace/silence`` has passed since the start.
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

    /// The maximum number of records that are read in one step.
    private static let chunkSize = 8_192

    private let command: ChildCommand
    private let options: CommandSource.Options
    private let timeoutMs: Int?
    private let isSearch: Bool
    private let observer: Observer
    private let process: ChildRun
    private let state: Mutex<State>
    /// The rows; if both locks are needed, this lock is acquired before the lock of the state.
    let rows: Mutex<PrintedRows>

    /// Starts the command.
    init(
        _ argv: [String], _ options: CommandSource.Options, search: CommandSource.Search? = nil,
        _ children: ChildProcesses, _ pace: CommandPace, _ repeats: RepeatMemory, _ observer: Observer = Observer()
    ) throws(Failure) {
        command = ChildCommand(argv, folder: options.folder, environment: options.wholeEnvironment)
        self.options = options
        self.observer = observer
        isSearch = search != nil
        timeoutMs = search?.timeoutMs ?? options.timeoutMs
        let progress = CommandProgress(pace, canBeLive: timeoutMs == nil, now: monotonicNanoseconds())
        state = Mutex(
            State(
                printed: PrintedRecords(options.format, options.encoding, limit: options.outputLimit),
                progress: progress))
        rows = Mutex(PrintedRows(options, repeats))
        do throws(SpawnFailure) {
            process = try ChildRun(command, timeoutMilliseconds: timeoutMs, in: children)
        } catch {
            throw Failure(error, command)
        }
        process.start(
            onPrint: { channel, bytes in self.take(bytes, from: channel) }, onWait: { self.advance() },
            onEnd: { outcome in self.end(outcome) })
    }

    /// True if a fetch of these rows can use this run, so that the command need not run again.
    func canAnswer(_ places: Range<Int>) -> Bool {
        state.withLock { state in
            switch state.ending {
            case nil, .complete: true
            case .failed: !state.hasToldFailure || places.lowerBound > 0 || places.upperBound <= state.rowCount
            case .stopped: false
            }
        }
    }

    /// Returns a page as soon as the condition `wait` is met or the command has ended.
    ///
    /// - Returns: The page; nil if the run was stopped or the task was cancelled before the page was complete.
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

    /// True until the run has ended.
    var isRunning: Bool { state.withLock { $0.ending == nil } }
    /// True until the run has ended or is live.
    var isStarting: Bool { state.withLock { $0.ending == nil && !$0.progress.isLive } }

    /// Stops the command, unless it has ended.
    func stop() {
        change { state in
            if state.ending == nil { state.ending = .stopped }
        }
        process.stop()
    }

    /// Stops the command if no fetch waits for it.
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
            // Records that were printed in the meantime are read first.
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

    /// Removes and returns records that may be read now; returns nil if there are none.
    private func take(_ lacking: Int, _ wait: FetchRequest.Wait) -> PrintedRecords.Chunk? {
        state.withLock { state in
            let untaken = state.printed.count - state.printed.takenCount
            let isAll = untaken >= lacking || state.ending != nil || state.progress.isLive
            // Otherwise the hidden records are left, to be shown together with the records that follow immediately.
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
                    // A cancellation either came before and is detected here, or comes later and removes the entry.
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

    /// Changes the state, and resumes the fetches whose condition is now met.
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

    /// Adds output; returns false if no further output is needed, or if the output exceeds the limit or the memory.
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
                if !state.printed.append(bytes) { state.ending = .failed(options.tooMuch(of: command)) }
                state.progress.notePrinted(hasRecords: state.printed.count > state.progress.shownCount, now: now)
            }
            goesOn = state.ending == nil
        }
        if !goesOn, isUntold { noticeEnd() }
        return goesOn
    }

    /// Shows the rows that are due, and returns the maximum number of milliseconds until the next call; nil to call
    /// again only after new output.
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
            // A live run without listeners would never end, and nobody would see its output.
            if state.progress.isLive, !wasLive, !isObserved, state.waiting.isEmpty { state.ending = .stopped }
            if state.ending != nil { next = 0 }
        }
        if state.withLock({ if case .stopped = $0.ending { true } else { false } }) { process.stop() }
        if hasGrown { observer.notice(.grown) }
        return next
    }

    private var noMemory: Failure { .noMemory(for: "what \(command.program) prints") }

    private func end(_ outcome: ChildRun.Outcome) {
        var isUntold = false
        let listenerCount = observer.listenerCount()
        change { state in
            guard state.ending == nil else { return }
            isUntold = state.isUntold(among: listenerCount)
            // The output after the last line break is a record too.
            let isWithin = state.printed.finish()
            state.ending =
                switch outcome {
                case .ended(.code(0)): isWithin ? .complete : .failed(options.tooMuch(of: command))
                // Search programs exit with 1 if they have found nothing.
                case .ended(.code(1)) where isSearch && state.printed.isEmpty && state.errors.text.isEmpty: .complete
                case .ended(let status): .failed(.commandFailed(status, state.errors.words, command))
                case .notStarted(let failure): .failed(Failure(failure, command))
                case .timedOut: .failed(.timeout(timeoutMs ?? 0, command, state.errors.text))
                case .stopped: .stopped
                }
        }
        if isUntold { noticeEnd() }
        observer.ended()
    }

    /// Notifies all listeners that the run has failed, or was live and has ended: some have no waiting fetch.
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
