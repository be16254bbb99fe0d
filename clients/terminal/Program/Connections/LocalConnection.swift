public import FHEventLoop
public import FHHosting
public import FHJSON
import FHServing

/// A connection to a host in this process, on the same loop.
///
/// The host handles a message during ``send(_:)``. The answer and the resulting snapshots arrive in the same turn of
/// the loop or in the next one.
public final class LocalConnection: ProgramConnection {
    private let host: Host
    private let loop: PollLoop
    private let connection: MemoryConnection
    private var failure: String?
    private var isClosing = false
    private var isWoken = false
    /// The output of the host that ``receive()`` has not returned yet.
    private var output = ""
    private var closed: () -> Void = {}

    /// Starts a session with a host; the host ends with the session.
    public init(to host: Host, on loop: PollLoop) {
        // Writing to a plugin that has ended must not end this process.
        ignoreSIGPIPE()
        self.host = host
        self.loop = loop
        connection = MemoryConnection(to: host)
        host.onUnused { [unowned self] in
            closed()
            return true
        }
        // The host has registered its hook earlier, so its output of a turn is complete when this hook runs.
        loop.beforePoll { [weak self] in self?.collect() }
    }

    /// The reason why the host has ended the session; nil if it has not.
    public var end: String? {
        if let failure { return failure }
        return connection.hasEnded && !isClosing ? "the host has ended the session" : nil
    }

    /// Sends a message, which the host handles at once.
    public func send(_ message: JSONText) {
        if end != nil { return }
        connection.send(message.string + "\n")
        wake()
    }

    /// Returns the messages that have arrived since the last call.
    public func receive() -> [JSONValue] {
        if failure != nil { return [] }
        let lines = output + connection.receive()
        output = ""
        return lines.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            do throws(JSONParseError) {
                return try JSONValue(parsing: Array(line))
            } catch {
                failure = "the host sent what can't be read: it \(error.fault)"
                return nil
            }
        }
    }

    /// Ends the session; the host first completes its edits.
    public func close(_ closed: @escaping () -> Void) {
        if connection.hasEnded { return closed() }
        self.closed = closed
        isClosing = true
        connection.endInput()
        wake()
    }

    /// Ends the host's plugins.
    ///
    /// Other child processes continue, because they may belong to another host in this process. The process
    /// ends them before it exits.
    public func release() { host.leavePlugins() }

    /// Fetches the output that the host has written in this turn.
    ///
    /// If the program registered its hook before it started this host, the program's hook runs first. Then the program
    /// receives the output in the next turn.
    private func collect() {
        let new = connection.receive()
        if new.isEmpty { return }
        output += new
        wake()
    }

    /// Makes the loop run another turn without waiting, so that the host's hook runs after a message of a later hook.
    private func wake() {
        if isWoken { return }
        isWoken = true
        loop.schedule(afterMilliseconds: 0) { [weak self] in self?.isWoken = false }
    }
}
