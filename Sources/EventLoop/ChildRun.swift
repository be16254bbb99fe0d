import Glibc
import Synchronization
import SystemPackage

/// One run of a command, from its spawn to its end, on a thread of its own.
///
/// The thread writes the command's input, reads what the command prints, and hands that on.
/// All members may be used from any thread.
public final class ChildRun: Sendable {
    /// Which of its two outputs a command printed to.
    public enum Channel: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case errors
    }

    /// What became of a run.
    public enum Outcome: Equatable, Sendable {
        /// The process ended by itself.
        case ended(ChildProcess.ExitStatus)
        /// It could not be started.
        case notStarted(SpawnFailure)
        /// It still ran when its time was over.
        case timedOut
        /// ``stop()`` was called, or the reader wanted no more.
        case stopped
    }

    private let command: ChildCommand
    private let timeoutMilliseconds: Int?
    private let registry: ChildProcesses
    private let wake: WakePipe
    private let isStopped = Atomic<Bool>(false)

    /// Prepares a run; nothing is started yet.
    ///
    /// - Parameter timeoutMilliseconds: how long it may run; nil sets no bound.
    /// - Throws: `system`, where there are no descriptors left.
    public init(
        _ command: ChildCommand, timeoutMilliseconds: Int?, in registry: ChildProcesses = .shared
    ) throws(SpawnFailure) {
        self.command = command
        self.timeoutMilliseconds = timeoutMilliseconds
        self.registry = registry
        do throws(Errno) {
            wake = try WakePipe()
        } catch {
            throw SpawnFailure(.system, error)
        }
    }

    /// Starts the command; to be called once.
    ///
    /// The closures are called on the run's thread, and released when it ends.
    /// - Parameters:
    ///   - input: what the command's input holds, for a command that has one; how much of it is read is its own affair.
    ///   - onPrint: gets at most 64 KiB that were printed, at once; false ends the run.
    ///   - onWait: called before each wait for more; returns after how many milliseconds it is to be called again at the
    ///     latest, nil where only output counts.
    ///   - onEnd: called once, when all has been handed on that was printed before the process ended.
    ///     A process that did not end by itself may then need a moment to be gone.
    public func start(
        input: [UInt8] = [],
        onPrint: @escaping @Sendable (Channel, UnsafeRawBufferPointer) -> Bool,
        onWait: @escaping @Sendable () -> Int? = { nil },
        onEnd: @escaping @Sendable (Outcome) -> Void
    ) {
        do {
            try startThread {
                let child: ChildProcess
                do throws(SpawnFailure) {
                    child = try .spawn(self.command, in: self.registry)
                } catch {
                    return onEnd(.notStarted(error))
                }
                let outcome = self.follow(child, ChildInput(input, of: child), onPrint, onWait)
                child.closePipes()
                child.signal(SIGTERM)
                onEnd(outcome)
                child.end()
            }
        } catch {
            // Whoever begins a run is still about it.
            SpareThread.perform { onEnd(.notStarted(SpawnFailure(.system, error))) }
        }
    }

    /// Ends the run, soon.
    public func stop() {
        if !isStopped.exchange(true, ordering: .acquiringAndReleasing) { wake.signal() }
    }

    private func follow(
        _ child: ChildProcess, _ input: ChildInput, _ onPrint: (Channel, UnsafeRawBufferPointer) -> Bool,
        _ onWait: () -> Int?
    ) -> Outcome {
        var input = input
        let deadline = timeoutMilliseconds.map { monotonicNanoseconds() + nanoseconds(clamping: $0) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { buffer.deallocate() }
        var entries = [child.output, child.errors, child.exit].map { pollfd(fd: $0.rawValue, events: 1, revents: 0) }
        entries.append(pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0))
        entries.append(pollfd(fd: input.descriptor, events: Int16(POLLOUT), revents: 0))
        var status: ChildProcess.ExitStatus?
        while true {
            let wake = status == nil ? onWait() : nil
            let left = deadline.map { max(0, $0 - monotonicNanoseconds()) }
            // When the process has ended, what stands in the pipes is still taken out, without waiting for more:
            // one that left the group may keep them open for ever.
            let waits = [left.map { ($0 + 999_999) / 1_000_000 }, wake].compactMap(\.self)
            let timeout = status == nil ? waits.min().map { Int32(clamping: $0) } ?? -1 : 0
            let count = waitForDescriptors(&entries, milliseconds: timeout)
            if entries[3].revents != 0 { return .stopped }
            if let status, count == 0 { return .ended(status) }
            // What has not come out in time is missing: that is no success.
            if status != nil, left == 0 { return .timedOut }
            for (index, channel) in [Channel.output, .errors].enumerated() where entries[index].revents != 0 {
                let size = Glibc.read(entries[index].fd, buffer.baseAddress, buffer.count)
                if size > 0 {
                    if !onPrint(channel, UnsafeRawBufferPointer(rebasing: buffer[..<size])) { return .stopped }
                } else if size == 0 || errno != EAGAIN && errno != EINTR {
                    // `poll` passes over what is below zero.
                    entries[index].fd = -1
                }
            }
            if entries[4].revents != 0 { input.writeSome() }
            if entries[2].revents != 0, let ended = child.reap() {
                status = ended
                entries[2].fd = -1
                input.close()
            } else if status == nil, left == 0 {
                return .timedOut
            }
            entries[4].fd = input.descriptor
        }
    }
}
