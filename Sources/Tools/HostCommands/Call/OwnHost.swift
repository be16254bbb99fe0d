import FHCommands
import FHEventLoop
import FHHosting
import FHPeers
import FHServing
import Logging

/// A host in this process.
final class OwnHost: CalledHost {
    let loop: PollLoop
    var isRemote: Bool { false }
    private let host: Host
    private let connection: MemoryConnection

    init(catalog: Catalog, isTraced: Bool) throws {
        // Writing to a plugin that has ended must not end this process.
        ignoreSIGPIPE()
        let loop = try PollLoop()
        var options = Host.Options()
        options.isTraced = isTraced
        options.servePeople()
        host = Host(catalog: catalog, options: options, loop: loop) { ErrorLog.make(.warning) }
        connection = MemoryConnection(to: host)
        host.onUnused {
            loop.stop()
            return true
        }
        self.loop = loop
    }

    func send(_ line: String) { connection.send(line) }
    func endInput() { connection.endInput() }
    func receive() -> [Substring] { connection.receive().split(separator: "\n") }

    func leave() -> String? {
        host.leavePlugins()
        ChildProcesses.shared.killAll()
        return nil
    }
}
