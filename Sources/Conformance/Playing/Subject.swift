import EventLoop
import Glibc
import JSON
import SystemPackage

/// A program that is tried: its process, and the wires to it.
///
/// Nothing waits without a limit, and all wires are served while one of them is waited for.
final class Subject {
    /// What came, or why nothing did.
    enum Heard {
        case frame(JSONValue)
        case end
        case nothing
    }

    private let process: ChildProcess
    private var patience: Int
    /// When a step is given up that something comes for again and again.
    private var limit = Int.max
    private var wires: [Wire] = []
    private var hasErrors = true
    /// The end of what it wrote to standard error.
    private(set) var log: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameter patience: how long it is waited for at a time, in milliseconds.
    init(_ command: [String], patience: Int) throws(SpawnFailure) {
        process = try ChildProcess.spawn(ChildCommand(command, hasInput: true))
        self.patience = patience
    }

    /// Its standard input and output as a conversation; to be asked for once.
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

    /// Connects to the socket that it listens on, as soon as it does; nil where it does not in time.
    func connect(to path: String, _ way: Scenario.Way) -> Wire? {
        guard let address = UnixAddress(path) else { return nil }
        let deadline = now() + patience
        var socket = try? address.connect()
        while socket == nil, process.reap() == nil, now() < deadline {
            // It says when it listens, but only if it has this program's manners.
            _ = wait(milliseconds: 2)
            socket = try? address.connect()
        }
        return socket.map { wire($0, way, of: .host) }
    }

    /// Takes the connection that it makes, or what it has started; nil where none comes in time.
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

    /// Is more patient with a host that says that it takes long for something: twice that, and at most a minute.
    func allow(_ limits: Int?...) {
        for limit in limits.compactMap(\.self) where (Self.usualLimit + 1...Self.longestLimit).contains(limit) {
            patience = max(patience, 2 * limit)
        }
    }

    /// For limits of this size it is waited as long as was asked for.
    private static let usualLimit = 5_000
    private static let longestLimit = 30_000

    /// The sockets on which it, or what it has started, listens; nil where the system does not tell.
    var listeners: JSONValue? {
        ListeningSockets.of(group: process.id).map { sockets in
            .build { json in
                json.beginArray()
                for socket in sockets { json.value(socket) }
                json.endArray()
            }
        }
    }

    /// Sends it a signal, and not to what it has started.
    func signal(_ number: Int32) { process.signalAlone(number) }

    /// Begins something that takes some times its patience at most, however much comes meanwhile.
    func beginStep() { limit = now() + Self.longestStep * patience }

    private static let longestStep = 6

    /// The next frame on a wire, or the end of what it says there; nothing where neither comes in time.
    func hear(_ wire: Wire) -> Heard {
        var deadline = min(now() + patience, limit)
        var taken = wire.takenCount
        while !wire.hasFrame {
            guard wire.hasOutput else { return .end }
            if wire.takenCount > taken {
                // Who takes what it is told is not silent yet.
                taken = wire.takenCount
                deadline = min(now() + patience, limit)
            }
            guard deadline > now(), wait(milliseconds: deadline - now()) else { return .nothing }
        }
        return .frame(wire.takeFrame())
    }

    /// Waits until a condition holds; false where it does not in time.
    func wait(until condition: () -> Bool) -> Bool {
        let deadline = min(now() + patience, limit)
        while !condition() {
            guard deadline > now() else { return false }
            _ = wait(milliseconds: min(deadline - now(), 5))
        }
        return true
    }

    /// Waits until it takes no more of what it is told, though there is more; false where it has taken all.
    func halts(_ wire: Wire) -> Bool {
        var (taken, since) = (wire.takenCount, now())
        while wire.isWriting, now() < since + Self.halt {
            _ = wait(milliseconds: since + Self.halt - now())
            if wire.takenCount > taken { (taken, since) = (wire.takenCount, now()) }
        }
        return wire.isWriting
    }

    /// In milliseconds; who takes nothing for so long has stopped.
    private static let halt = 1_000

    /// Waits for its end; nil where it does not come in time.
    func end() -> ChildProcess.ExitStatus? {
        _ = wait { process.reap() != nil && !hasErrors }
        return process.reap()
    }

    /// Lets all that it hears end, and waits a moment for its own end.
    func dismiss() {
        for wire in wires { wire.endInput() }
        limit = now() + Self.farewell
        _ = wait { process.reap() != nil }
    }

    /// In milliseconds.
    private static let farewell = 2_000

    /// Ends it, whatever it does.
    func kill() {
        process.signal(SIGKILL)
        process.wait(milliseconds: -1)
        for wire in wires { wire.close() }
        process.closePipes()
    }

    /// Waits until something can be read or written, and does it; false where nothing could in time.
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

    /// The end of its log, to be said behind something else; empty where there is none.
    var lastWords: String {
        log.isEmpty ? "" : "; the log ends: \(String(decoding: log.suffix(300), as: UTF8.self))"
    }

    private static let logBytes = 64 << 10

    /// Monotonic time in milliseconds.
    private func now() -> Int { monotonicNanoseconds() / 1_000_000 }
}
