import FHEventLoop
import FHFuzzyMatch
import Synchronization

/// Matches lines on all cores while they are read.
final class LineFilter: Sendable {
    private struct Work: Sendable {
        var texts: [LineText] = []
        /// The number of texts that threads have started to match.
        var taken = 0
        /// The matches in each text, in the order of ``texts``.
        var matches: [[LineMatch]] = []
    }

    private let scan: LineScan
    private let work = Mutex(Work())
    /// The workers, one for each core except the core of the reading thread.
    private let workers: [WorkerThread]

    init(_ pattern: Pattern, delimiter: UInt8) {
        scan = LineScan(pattern, delimiter: delimiter)
        workers = (1..<max(Cores.count, 2)).map { _ in WorkerThread() }
    }

    /// Reads all texts of an input; returns the texts and the matching lines, best first.
    ///
    /// - Throws: `Errno` if the input can't be read.
    func matches(in input: consuming LineInput) throws -> (texts: [LineText], matches: [LineMatch]) {
        var count = 0
        while let text = try input.next() {
            work.withLock { work in
                work.texts.append(text)
                work.matches.append([])
            }
            workers[count % workers.count].perform { self.scanNext() }
            count += 1
        }
        // All input has been read, so this thread can match too.
        while scanNext() {}
        for worker in workers { worker.stop() }
        return work.withLock { work in
            var matches = Array(work.matches.joined())
            matches.sortByOrder()
            return (work.texts, matches)
        }
    }

    /// Matches the next text that no thread has started to match; returns false if there is none.
    @discardableResult
    private func scanNext() -> Bool {
        let next: (text: LineText, number: Int)? = work.withLock { work in
            guard work.taken < work.texts.count else { return nil }
            defer { work.taken += 1 }
            return (work.texts[work.taken], work.taken)
        }
        guard let next else { return false }
        let found = scan.matches(in: next.text.bytes, number: UInt32(next.number))
        work.withLock { $0.matches[next.number] = found }
        return true
    }
}
