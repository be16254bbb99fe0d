import FHEventLoop
import FHHosting
import FHJSON
import FHJSONRPC
import FHPeers
import FHServing
import FHUnixSockets
import Logging
import SystemPackage

/// A host on a Unix socket.
///
/// Each connection is a session.
final class SocketServer {
    /// The maximum number of sessions: a quarter of the descriptor limit, but at most 256.
    ///
    /// `poll(2)` accepts at most as many entries as the descriptor limit, and a connection can have two entries: one
    /// for reading, one for writing. Half of the limit is reserved for other parts of the host.
    static var maxSessions: Int { max(1, min(256, OwnProcess.maxDescriptors / 4)) }
    /// The interval in milliseconds after which the host tries again to close the listener.
    private static let retryInterval = 20

    private let host: Host
    private let loop: PollLoop
    private var listener: UnixListener?
    private var signals: SignalWatcher?
    private var connections: [ObjectIdentifier: WireSession] = [:]
    private let maxSessions: Int

    /// Listens on a path, on the loop of the calling thread.
    ///
    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - options: the options of the host. Its ``Lifetime`` must not be `sessions`.
    /// - Throws: `UnixListener.Failure` if the host can't listen on the path.
    init(
        catalog: Catalog, options: Host.Options, path: String, log: @escaping () -> Logger
    ) throws(UnixListener.Failure) {
        ignoreSIGPIPE()
        let loop: PollLoop
        do {
            loop = try PollLoop()
        } catch {
            throw .system(error)
        }
        var options = options
        maxSessions = Self.maxSessions
        options.limits.maxSessions = maxSessions
        host = Host(catalog: catalog, options: options, loop: loop, log: log)
        self.loop = loop
        do {
            // The handler is installed before the socket exists, so that a signal never finds a host without a handler.
            signals = try SignalWatcher(on: loop) { [unowned self] _ in
                // No more connections are accepted, and existing sessions end.
                listener?.close()
                host.shutDown()
            }
        } catch {
            throw .system(error)
        }
        listener = try UnixListener(path, on: loop) { [unowned self] in take($0) }
        host.onUnused { [unowned self] in endIfUnused() }
    }

    /// Serves until the host's lifetime is over, or until `SIGTERM`, `SIGINT` or `SIGHUP` ends the host.
    ///
    /// - Returns: the exit status of the process.
    func run() -> Int32 {
        loop.run()
        listener?.close()
        // The signal handler stays until the children have ended, so that a second signal does not kill this process
        // first.
        host.leavePlugins()
        ChildProcesses.shared.killAll()
        signals?.cancel()
        return 0
    }

    private func take(_ event: UnixListener.Event) {
        switch event {
        case .connection(let descriptor): begin(descriptor)
        case .stranger(let user):
            host.log.warning("a process of the user \(user) was refused: the socket is for its owner alone")
        case .shortage(let error): host.log.warning("no connection can be taken at present: \(error)")
        }
    }

    private func begin(_ descriptor: FileDescriptor) {
        guard connections.count < maxSessions else { return refuse(descriptor) }
        let connection = WireSession(on: host, input: descriptor, output: descriptor)
        let key = ObjectIdentifier(connection)
        connections[key] = connection
        connection.onGone = { [unowned self] in
            connections.removeValue(forKey: key)?.cancel()
            try? descriptor.close()
        }
    }

    /// Refuses a connection with an error.
    ///
    /// The error is a line, because the framing is unknown before the first byte.
    private func refuse(_ descriptor: FileDescriptor) {
        var json = JSONWriter(capacity: 256)
        let error = RPCError(.busy, "\(maxSessions) sessions are open; end one first")
        MessageEncoder(framing: .lines).error(error, id: .null, to: &json)
        let writer = OutputWriter(descriptor, on: loop) {}
        _ = json.withUnsafeBytes { writer.write($0) }
        writer.cancel()
        try? descriptor.close()
    }

    private func endIfUnused() -> Bool {
        guard host.ending.isShuttingDown || listener?.closeIfUnused() != false else {
            loop.schedule(afterMilliseconds: Self.retryInterval) {}
            return false
        }
        loop.stop()
        return true
    }
}
