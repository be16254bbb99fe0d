import FHEventLoop
import FHJSON
import FHUnixSockets
import Glibc
import SystemPackage

/// A tested program: its process, and the connections to it.
///
/// Every wait has a timeout, and all connections are served during a wait for one of them.
final class Subject {
    /// The result of waiting for a frame.
    enum Heard {
        case frame(JSONValue)
        case end
        case nothing
    }

    private let process: ChildProcess
    private var timeoutMs: Int
    /// The deadline of the current step, which arriving input does not extend; see ``now()``.
    private var limit = Int.max
    private var wires: [Wire] = []
    private var hasErrors = true
    /// The last part of the program's output on standard error.
    private(set) var log: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameter timeoutMs: the timeout of each wait, in milliseconds.
    init(_ command: [String], timeoutMs: Int) throws(SpawnFailure) {
        process = try ChildProcess.spawn(ChildCommand(command, hasInput: true))
        self.timeoutMs = timeoutMs
    }

    /// The connection over the program's standard input and output.
    ///
    /// Call this only once.
    func standardWire(_ way: Scenario.Way, keepsOutput: Bool = false, of party: Party = .host) -> Wire {
        let process = process
        guard let input = process.input else { preconditionFailure("it was started with a pipe") }
        let wire = Wire(
            Wire.Ends(
                input: input, output: process.output, closeInput: { process.closeInput() },
                closeOutput: { process.closeOutput() }), way, keepsOutput: keepsOutput, of: party)
        wires.append(wire)
        return wire
    }

    /// Connects to the program's socket as soon as the program listens.
    ///
    /// Returns nil after the timeout or after the program's exit.
    func connect(to path: String, _ way: Scenario.Way) -> Wire? {
        guard let address = UnixAddress(path) else { return nil }
        let deadline = now() + timeoutMs
        var socket = try? address.connect()
        while socket == nil, process.reap() == nil, now() < deadline {
            // The socket is polled, because not every program prints a line when it listens.
            _ = wait(milliseconds: 2)
            socket = try? address.connect()
        }
        return socket.map { wire($0, way, of: .host) }
    }

    /// Accepts a connection from the program or its children; nil after the timeout or after the program's exit.
    func accept(on listener: FileDescriptor, _ way: Scenario.Way) -> Wire? {
        var socket: FileDescriptor?
        _ = wait {
            socket = try? listener.acceptConnection()
            return socket != nil || process.reap() != nil
        }
        return socket.map { wire($0, way, of: .frontEnd) }
    }

    private func wire(_ socket: FileDescriptor, _ way: Scenario.Way, of party: Party) -> Wire {
        let wire = Wire(
            Wire.Ends(
                input: socket, output: socket, closeInput: { shutdown(socket.rawValue, Int32(SHUT_WR)) },
                closeOutput: { shutdown(socket.rawValue, Int32(SHUT_RD)) }, close: { try? socket.close() }),
            way, of: party)
        wires.append(wire)
        return wire
    }

    /// Extends the timeout to at least twice each time limit of the host.
    ///
    /// A limit above ``longestLimit`` is ignored, so that the timeout becomes at most a minute.
    ///
    /// - Parameter limits: time limits in milliseconds; nil for a limit that the host has not reported.
    func allow(_ limits: Int?...) {
        for limit in limits.compactMap(\.self) where (Self.usualLimit + 1...Self.longestLimit).contains(limit) {
            timeoutMs = max(timeoutMs, 2 * limit)
        }
    }

    /// The greatest time limit, in milliseconds, for which the timeout is not extended.
    private static let usualLimit = 5_000
    private static let longestLimit = 30_000

    /// The listening sockets of the program and its children; nil if the system does not list them.
    var listeners: JSONValue? {
        ListeningSockets.of(group: process.id).map { sockets in
            .build { json in
                json.beginArray()
                for socket in sockets { json.value(socket) }
                json.endArray()
            }
        }
    }

    /// Sends a signal only to the program, not to its children.
    func signal(_ number: Int32) { process.signalAlone(number) }

    /// Starts a step.
    ///
    /// The duration of a step is limited to ``longestStep`` timeouts. Arriving input does not extend it.
    func beginStep() { limit = now() + Self.longestStep * timeoutMs }

    private static let longestStep = 6

    /// Waits for the next frame on a connection or the end of the output; returns `nothing` after the timeout.
    func hear(_ wire: Wire) -> Heard {
        var deadline = min(now() + timeoutMs, limit)
        var taken = wire.takenCount
        while !wire.hasFrame {
            guard wire.hasOutput else { return .end }
            if wire.takenCount > taken {
                // The timeout restarts while the program reads its input.
                taken = wire.takenCount
                deadline = min(now() + timeoutMs, limit)
            }
            guard deadline > now(), wait(milliseconds: deadline - now()) else { return .nothing }
        }
        return .frame(wire.takeFrame())
    }

    /// Waits until a condition holds.
    ///
    /// Returns false after the timeout.
    func wait(until condition: () -> Bool) -> Bool {
        let deadline = min(now() + timeoutMs, limit)
        while !condition() {
            guard deadline > now() else { return false }
            _ = wait(milliseconds: min(deadline - now(), 5))
        }
        return true
    }

    /// Waits until the program stops reading its input.
    ///
    /// Returns false if the program reads all of it.
    func halts(_ wire: Wire) -> Bool {
        var (taken, since) = (wire.takenCount, now())
        while wire.isWriting, now() < since + Self.halt {
            _ = wait(milliseconds: since + Self.halt - now())
            if wire.takenCount > taken { (taken, since) = (wire.takenCount, now()) }
        }
        return wire.isWriting
    }

    /// The time in milliseconds without reading after which the program counts as stopped.
    private static let halt = 1_000

    /// Waits for the exit of the program; nil after the timeout.
    func end() -> ChildProcess.ExitStatus? {
        _ = wait { process.reap() != nil && !hasErrors }
        return process.reap()
    }

    /// Ends the program's input, and waits briefly for its exit.
    func dismiss() {
        for wire in wires { wire.endInput() }
        limit = now() + Self.farewell
        _ = wait { process.reap() != nil }
    }

    /// The timeout of `dismiss()`, in milliseconds.
    private static let farewell = 2_000

    /// Kills the program and its children.
    func kill() {
        process.signal(SIGKILL)
        process.wait(milliseconds: -1)
        for wire in wires { wire.close() }
        process.closePipes()
    }

    /// Polls all connections, and serves the connections that are ready.
    ///
    /// Returns false after the timeout.
    private func wait(milliseconds: Int) -> Bool {
        let interests = wires.flatMap { wire in wire.interests.map { (owner: wire, entry: $0) } }
        var entries = interests.map(\.entry)
        if hasErrors { entries.append(pollfd(fd: process.errors.rawValue, events: Int16(POLLIN), revents: 0)) }
        let count = poll(&entries, nfds_t(entries.count), Int32(clamping: milliseconds))
        guard count > 0 else { return count < 0 && errno == EINTR }
        for (entry, interest) in zip(entries, interests) where entry.revents != 0 { interest.owner.serve(entry) }
        if hasErrors, entries[entries.count - 1].revents != 0 { readErrors() }
        return true
    }

    private func readErrors() {
        guard let bytes = process.errors.readNow() else {
            hasErrors = false
            return
        }
        log = Array((log + bytes).suffix(Self.logBytes))
    }

    /// The last part of the program's log, as a suffix for a message; empty if there is none.
    var lastWords: String {
        log.isEmpty ? "" : "; the log ends: \(String(decoding: log.suffix(300), as: UTF8.self))"
    }

    private static let logBytes = 64 << 10

    /// Monotonic time in milliseconds.
    private func now() -> Int { monotonicNanoseconds() / 1_000_000 }
}
