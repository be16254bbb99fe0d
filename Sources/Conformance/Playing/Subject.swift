import EventLoop
import Glibc
import JSON
import SystemPackage

/// A program that is tried: its process, what it has said, and what it has still to be told.
///
/// Nothing blocks without a limit: what the program does not take waits here, and is written while one waits for it.
final class Subject {
    /// What came, or why nothing did.
    enum Heard {
        case frame(JSONValue)
        case end
        case nothing
    }

    private let process: ChildProcess
    private let patience: Int
    private let writesSingleBytes: Bool
    private var reader: FrameReader
    private var frames: [JSONValue] = []
    private var unwritten: [UInt8] = []
    private var written = 0
    private var endsInput = false
    private var hasInput = true
    private var hasOutput = true
    private var hasErrors = true
    /// The end of what it wrote to standard error.
    private(set) var log: [UInt8] = []
    /// What was wrong with the form of what it said.
    private(set) var faults: [Fault] = []

    /// Starts a program.
    ///
    /// - Parameter patience: how long it is waited for at a time, in milliseconds.
    init(_ command: [String], in folder: String, _ way: Scenario.Way, patience: Int) throws(SpawnFailure) {
        process = try ChildProcess.spawn(ChildCommand(command, folder: folder, hasInput: true))
        reader = FrameReader(hasHeaders: way == .headers)
        writesSingleBytes = way == .bytes
        self.patience = patience
        if let input = process.input { _ = fcntl(input.rawValue, F_SETFL, O_NONBLOCK) }
    }

    /// Tells it something, as far as it takes it now.
    func send(_ bytes: some Sequence<UInt8>) {
        unwritten += bytes
        write()
    }

    /// Lets its input end, behind what it has still to be told.
    func endInput() {
        endsInput = true
        write()
    }

    /// Stops reading what it says.
    func closeOutput() {
        hasOutput = false
        process.closeOutput()
    }

    /// Sends it a signal.
    func signal(_ number: Int32) { process.signal(number) }

    /// The next frame, or the end of all that it says; nothing where neither comes in time.
    func hear() -> Heard {
        let deadline = now() + patience
        while frames.isEmpty {
            guard hasOutput else { return .end }
            let left = deadline - now()
            guard left > 0, wait(milliseconds: left) else { return .nothing }
        }
        return .frame(frames.removeFirst())
    }

    /// Whether it says nothing for a moment.
    ///
    /// Only where silence is what is asked for, since it takes time.
    func isSilent(milliseconds: Int) -> Bool {
        let deadline = now() + milliseconds
        while frames.isEmpty, hasOutput, deadline > now() { _ = wait(milliseconds: deadline - now()) }
        return frames.isEmpty
    }

    /// Waits for its end; nil where it does not come in time.
    func end() -> ChildProcess.ExitStatus? {
        let deadline = now() + patience
        while hasInput || hasOutput, deadline > now() {
            if process.reap() != nil, !hasOutput { break }
            if !wait(milliseconds: min(deadline - now(), 20)), process.reap() != nil { break }
        }
        return process.wait(milliseconds: max(0, deadline - now()))
    }

    /// Ends it, whatever it does.
    func kill() {
        process.signal(SIGKILL)
        process.wait(milliseconds: -1)
        process.closePipes()
    }

    // MARK: Pipes

    /// Waits until something can be read or written, and does it; false where nothing could in time.
    private func wait(milliseconds: Int) -> Bool {
        var entries: [pollfd] = []
        if hasOutput { entries.append(pollfd(fd: process.output.rawValue, events: Int16(POLLIN), revents: 0)) }
        if hasErrors { entries.append(pollfd(fd: process.errors.rawValue, events: Int16(POLLIN), revents: 0)) }
        if hasInput, written < unwritten.count, let input = process.input {
            entries.append(pollfd(fd: input.rawValue, events: Int16(POLLOUT), revents: 0))
        }
        let count = poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
        guard count > 0 else { return count < 0 && errno == EINTR }
        for entry in entries where entry.revents != 0 {
            switch entry.fd {
            case process.output.rawValue where hasOutput: readOutput()
            case process.errors.rawValue where hasErrors: readErrors()
            default: write()
            }
        }
        return true
    }

    private func readOutput() {
        guard let bytes = Self.read(process.output) else {
            hasOutput = false
            if !reader.isAtEnd { faults.append(Fault(["T-5"], "its output ends within a frame")) }
            return
        }
        for piece in reader.feed(bytes) {
            switch piece {
            case .frame(let frame): frames.append(frame)
            case .fault(let fault): faults.append(fault)
            }
        }
    }

    private func readErrors() {
        guard let bytes = Self.read(process.errors) else {
            hasErrors = false
            return
        }
        log = Array((log + bytes).suffix(Self.logBytes))
    }

    private static let logBytes = 4 << 10

    /// What can be read now; nil at the end.
    private static func read(_ descriptor: FileDescriptor) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        do {
            let count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
            return count == 0 ? nil : Array(buffer[..<count])
        } catch Errno.resourceTemporarilyUnavailable {
            return []
        } catch {
            return nil
        }
    }

    private func write() {
        while hasInput, written < unwritten.count, let input = process.input {
            let end = writesSingleBytes ? written + 1 : unwritten.count
            do {
                written += try unwritten[written..<end].withUnsafeBytes { try input.write($0) }
            } catch Errno.resourceTemporarilyUnavailable {
                return
            } catch {
                closeInput()
            }
        }
        unwritten.removeAll(keepingCapacity: true)
        written = 0
        if endsInput { closeInput() }
    }

    private func closeInput() {
        guard hasInput else { return }
        hasInput = false
        process.closeInput()
    }

    /// Monotonic time in milliseconds.
    private func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
