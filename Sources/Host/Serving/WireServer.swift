import FHEventLoop
import FHHosting
import Logging
import SystemPackage

/// A host with one session over a pair of descriptors.
///
/// It runs on its own loop.
package final class WireServer {
    let host: Host
    let loop: PollLoop
    private let connection: WireSession

    /// Creates the session on a new loop of the calling thread.
    ///
    /// - Throws: `Errno` if the process has no free descriptor.
    package init(
        _ catalog: Catalog, _ options: Host.Options, input: FileDescriptor, output: FileDescriptor,
        log: @escaping () -> Logger
    ) throws(Errno) {
        ignoreSIGPIPE()
        let loop = try PollLoop()
        let host = Host(catalog: catalog, options: options, loop: loop, log: log)
        self.host = host
        self.loop = loop
        connection = WireSession(on: host, input: input, output: output)
        host.onUnused {
            loop.stop()
            return true
        }
    }

    /// Serves until the session has ended.
    ///
    /// - Returns: the exit status of the process.
    package func run() -> Int32 {
        loop.run()
        return connection.session.ending.status
    }
}
