import FHEventLoop
import FHHosting
import Logging
import SystemPackage

/// A host with one session over a pair of descriptors, for a client that starts the host as a child process.
public final class StdioServer {
    private let server: WireServer
    private let signals: SignalWatcher

    /// Creates the session on a new loop of the calling thread.
    ///
    /// - Throws: `Errno` if the process has no free descriptor.
    public init(
        catalog: Catalog, options: Host.Options, wire: StdioWire, log: @escaping () -> Logger
    ) throws(Errno) {
        let server = try WireServer(catalog, options, input: wire.input, output: wire.output, log: log)
        signals = try SignalWatcher(on: server.loop) { [host = server.host] _ in host.shutDown() }
        self.server = server
    }

    /// Serves until the session has ended.
    ///
    /// - Returns: the exit status of the process.
    public func run() -> Int32 {
        let status = server.run()
        // The signal handler stays until the children have ended, so that a second signal does not kill this process
        // first.
        server.host.leavePlugins()
        ChildProcesses.shared.killAll()
        signals.cancel()
        return status
    }
}
