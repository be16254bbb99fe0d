import EventLoop
import FeatureKit
import Synchronization

/// One run of a command: its output so far, and who waits for more of it.
final class CommandRun: Sendable {
    private enum Ending {
        case complete
        case failed(Failure)
        /// Nobody wants it any more.
        case stopped
    }

    private struct State {
        var printed: PrintedRecords
        var errors = OutputTail()
        /// Nil while the command runs.
        var ending: Ending?
        var waiting: [Int: Waiting] = [:]
        var lastWaiting = 0
        /// Whether a page has been cut from this run, or is about to be.
        var hasAnswered = false
        /// Whether a page was refused because the command failed: whoever asks again wants it to run again.
        var hasToldFailure = false
        /// The problems of the records that pages were cut from, and how far these go.
        var problems = RowProblems()
        var checked = 0
    }

    /// A fetch that waits until there are so many records, or the run has ended.
    private struct Waiting {
        let records: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private enum Answer {
        case page(PrintedPage)
        case failure(Failure)
        case none
        case wait
    }

    private let command: ChildCommand
    private let options: CommandSource.Options
    private let timeoutMs: Int
    private let isSearch: Bool
    private let process: ChildRun
    private let state: Mutex<State>

    /// Starts the command.
    init(
        _ argv: [String], _ options: CommandSource.Options, search: CommandSource.Search? = nil,
        _ children: ChildProcesses
    ) throws(Failure) {
        command = ChildCommand(argv, folder: options.folder)
        self.options = options
        isSearch = search != nil
        timeoutMs = search?.timeoutMs ?? options.timeoutMs
        state = Mutex(State(printed: PrintedRecords(options.format, options.encoding, limit: options.outputLimit)))
        do throws(SpawnFailure) {
            process = try ChildRun(command, timeoutMilliseconds: timeoutMs, in: children)
        } catch {
            throw Failure(error, command)
        }
        process.start(
            onPrint: { channel, bytes in self.take(bytes, from: channel) },
            onEnd: { outcome in self.end(outcome) })
    }

    /// Whether it has these rows, may still print them, or has not told yet why it doesn't.
    func canAnswer(_ rows: Range<Int>) -> Bool {
        state.withLock { state in
            switch state.ending {
            case nil, .complete: true
            case .failed: !state.hasToldFailure || state.printed.count >= records(through: rows.upperBound)
            case .stopped: false
            }
        }
    }

    /// A page, once its rows have been printed or the command has ended.
    ///
    /// - Returns: nil where the run was stopped or the task cancelled before that.
    func page(_ rows: Range<Int>) async throws(Failure) -> Page? {
        while true {
            switch state.withLock({ answer(&$0, rows) }) {
            case .page(let page): return try decode(page)
            case .failure(let failure): throw failure
            case .none: return nil
            case .wait:
                await wait(for: records(through: rows.upperBound))
                if Task.isCancelled {
                    stopIfUnwanted()
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

    private func answer(_ state: inout State, _ rows: Range<Int>) -> Answer {
        let isReady = state.printed.count >= records(through: rows.upperBound)
        switch state.ending {
        case .complete: return .page(cut(state.printed, rows, isComplete: true))
        case _ where isReady:
            state.hasAnswered = true
            return .page(cut(state.printed, rows, isComplete: false))
        case .failed(let failure):
            state.hasToldFailure = true
            return .failure(failure)
        case .stopped: return .none
        case nil: return .wait
        }
    }

    private func cut(_ printed: borrowing PrintedRecords, _ rows: Range<Int>, isComplete: Bool) -> PrintedPage {
        let skipped = options.headerRecords
        let total = max(0, printed.count - skipped)
        // A page knows the end when it reaches past the last row, not when the command happens to have ended.
        let isLast = isComplete && rows.upperBound > total
        let range = rows.clamped(to: 0..<total)
        let records = range.lowerBound + skipped..<range.upperBound + skipped
        return PrintedPage(
            header: printed.bytes(of: 0..<min(skipped, printed.count)), records: records,
            bytes: printed.bytes(of: records), occurrences: printed.occurrences(of: records),
            ownIDs: printed.ownIDs, isLast: isLast, total: isLast ? total : nil)
    }

    private func decode(_ page: PrintedPage) throws(Failure) -> Page {
        let header: DelimitedText.Header?
        do throws(InvalidRecord) {
            header = try page.header(options)
        } catch {
            let line = state.withLock { $0.printed.lines(before: 0) } + error.line
            throw .invalidOutput(
                ", line \(line): it \(error.what)", "correct the command or its format", command)
        }
        let content = FileContent(page.rows(options, under: header))
        let problems = note(content.notes.problems, of: page.records)
        if content.rows.isEmpty, page.records.lowerBound == options.headerRecords, let first = problems?.listed.first {
            let line = first.line.map { ", line \($0)" } ?? ""
            throw .invalidOutput("\(line): \(first.message)", "correct the command or its format", command)
        }
        return Page(
            rows: content.rows.batch(0..<content.rows.count), endReached: page.isLast, totalCount: page.total,
            problems: problems)
    }

    /// Adds the problems of records to those that are known, where they are further records.
    private func note(_ new: RowProblems, of records: Range<Int>) -> RowProblems? {
        state.withLock { state in
            if records.upperBound > state.checked {
                if !new.isEmpty {
                    let lines = state.printed.lines(before: records.lowerBound)
                    state.problems.add(new.listed.map { $0.moved(by: lines) }, count: new.count)
                }
                state.checked = records.upperBound
            }
            return state.problems.nonEmpty
        }
    }

    private func records(through row: Int) -> Int {
        let (count, isTooMany) = row.addingReportingOverflow(options.headerRecords)
        return isTooMany ? .max : count
    }

    // MARK: Waiting

    private func wait(for records: Int) async {
        let id = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    // A cancellation came before and is seen here, or comes after and finds the entry.
                    if Task.isCancelled || state.ending != nil || state.printed.count >= records { return false }
                    state.waiting[id] = Waiting(records: records, continuation: continuation)
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// Ends the command where nobody waits and nobody has seen a page, so that nobody will ask for the next.
    private func stopIfUnwanted() {
        let isUnwanted = state.withLock { state in
            guard state.ending == nil, state.waiting.isEmpty, !state.hasAnswered else { return false }
            state.ending = .stopped
            return true
        }
        if isUnwanted { process.stop() }
    }

    /// Changes the state, and wakes those whose wait is over.
    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let ready = state.waiting.filter { state.ending != nil || $0.value.records <= state.printed.count }
            for id in ready.keys { state.waiting[id] = nil }
            if !ready.isEmpty { state.hasAnswered = true }
            return ready
        }
        for waiting in ready.values { waiting.continuation.resume() }
    }

    // MARK: The run's thread

    /// Takes in what was printed; false when that was too much, or is no longer wanted.
    private func take(_ bytes: UnsafeRawBufferPointer, from channel: ChildRun.Channel) -> Bool {
        var goesOn = false
        change { state in
            guard state.ending == nil else { return }
            switch channel {
            case .errors: state.errors.append(bytes)
            case .output where !state.printed.append(bytes): state.ending = .failed(tooMuch)
            case .output: break
            }
            goesOn = state.ending == nil
        }
        return goesOn
    }

    private var tooMuch: Failure {
        .outputLimit("\(options.outputLimit) bytes, with 8 more for each row", command)
    }

    private func end(_ outcome: ChildRun.Outcome) {
        change { state in
            guard state.ending == nil else { return }
            state.ending =
                switch outcome {
                case .ended(.code(0)): state.printed.finish() ? .complete : .failed(tooMuch)
                // What programs that search say where they have found nothing.
                case .ended(.code(1)) where isSearch && state.printed.isEmpty && state.errors.text.isEmpty: .complete
                case .ended(let status): .failed(.commandFailed(status, state.errors.words, command))
                case .notStarted(let failure): .failed(Failure(failure, command))
                case .timedOut: .failed(.timeout(timeoutMs, command, state.errors.text))
                case .stopped: .stopped
                }
        }
    }
}
