import FHEventLoop
import Glibc
import Synchronization
import SystemPackage

/// One run of a command on a separate thread, from spawn to exit.
///
/// The thread writes the command's input, and reads and forwards its output. All members may be used from any thread.
public final class ChildRun: Sendable {
    /// The output channels of a command.
    public enum Channel: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case errors
    }

    /// The outcome of a run.
    public enum Outcome: Equatable, Sendable {
        /// The process ended before the run stopped it.
        case ended(ChildProcess.ExitStatus)
        /// The process could not be started.
        case notStarted(SpawnFailure)
        /// The process was still running when the timeout was over.
        case timedOut
        /// ``stop()`` was called, or `onPrint` returned false.
        case stopped
    }

    private let command: ChildCommand
    private let timeoutMilliseconds: Int?
    private let registry: ChildProcesses
    private let wake: WakePipe
    private let isStopped = Atomic<Bool>(false)

    /// Prepares a run without starting it.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - timeoutMilliseconds: The timeout; nil for no timeout.
    ///   - registry: The registry of the child process.
    /// - Throws: `system` if the process has no free descriptors.
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

    /// Starts the command; call this once.
    ///
    /// The closures are called on the thread of the run, and released when the thread ends. If no thread can be
    /// started, `onEnd` is called on `SpareThread`.
    ///
    /// - Parameters:
    ///   - input: The bytes for standard input, if `ChildCommand.hasInput` is true. The command need not read them.
    ///   - onPrint: Receives output as soon as it is read, at most 64 KiB per call. Returns false to end the run.
    ///   - onWait: Called before each wait for output while the process runs. Returns the maximum number of
    ///     milliseconds until the next call; nil if another call is necessary only after new output.
    ///   - onEnd: Called once. If the process has ended, all output from before its exit has been forwarded. After
    ///     ``Outcome/timedOut`` and ``Outcome/stopped``, the process may still run for a short time.
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
            // `onEnd` is called on another thread, because the caller is still in `start`.
            SpareThread.perform { onEnd(.notStarted(SpawnFailure(.system, error))) }
        }
    }

    /// Requests the end of the run, and returns immediately.
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
            let left = deadline.map { millisecondsLeft(until: $0) }
            // After the exit, the pipes are drained without waiting, because a process that has left the command's
            // process group may keep the pipes open forever.
            let waits = [left, wake].compactMap(\.self)
            let timeout = status == nil ? waits.min().map { Int32(clamping: $0) } ?? -1 : 0
            let count = waitForDescriptors(&entries, milliseconds: timeout)
            if entries[3].revents != 0 { return .stopped }
            if let status, count == 0 { return .ended(status) }
            // Some output may not have arrived before the timeout, so the run has failed.
            if status != nil, left == 0 { return .timedOut }
            for (index, channel) in [Channel.output, .errors].enumerated() where entries[index].revents != 0 {
                let size = Glibc.read(entries[index].fd, buffer.baseAddress, buffer.count)
                if size > 0 {
                    if !onPrint(channel, UnsafeRawBufferPointer(rebasing: buffer[..<size])) { return .stopped }
                } else if size == 0 || errno != EAGAIN && errno != EINTR {
                    // `poll` ignores negative descriptors.
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
