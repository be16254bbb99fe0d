import EventLoop
import Logging
import SystemPackage

/// A host with one session, over a pair of descriptors: what an editor or a shell spawns.
public final class StdioServer {
    private let server: WireServer
    private let signals: SignalWatcher

    /// Prepares a session on the loop of the calling thread.
    ///
    /// - Throws: `Errno` where the process has no descriptor left.
    public init(
        catalog: Catalog, options: Host.Options, wire: StdioWire, log: @escaping () -> Logger
    ) throws(Errno) {
        let server = try WireServer(catalog, options, input: wire.input, output: wire.output, log: log)
        signals = try SignalWatcher(on: server.loop) { [host = server.host] _ in host.shutDown() }
        self.server = server
    }

    /// Serves until the session has ended.
    ///
    /// - Returns: what the process should exit with.
    public func run() -> Int32 {
        let status = server.run()
        // A second signal must not end this process before its children are gone.
        server.host.leavePlugins()
        ChildProcesses.shared.killAll()
        signals.cancel()
        return status
    }
}
