import FHEventLoop
import FHHosting
import FHJSON
import FHPeers
import FHServing
import Logging

/// Runs plugins for a short time, in order to query their features and sources.
enum PluginTrial {
    /// Starts the plugins, queries them, and ends them.
    ///
    /// - Parameter plugins: the plugins, whose names must differ.
    /// - Returns: the entry of each plugin in the answer to `host/plugins`, in the order of `plugins`.
    /// - Throws: the system error, if the loop can't be created.
    static func run(_ plugins: [PluginDeclaration]) throws -> [JSONValue] {
        if plugins.isEmpty { return [] }
        // Writing to a plugin that has ended must not end this process.
        ignoreSIGPIPE()
        let loop = try PollLoop()
        let host = Host(catalog: Catalog(plugins: plugins), options: Host.Options(), loop: loop) {
            ErrorLog.make(.warning)
        }
        let connection = MemoryConnection(to: host)
        var inquiry = PluginInquiry()
        loop.beforePoll {
            let lines = connection.receive().split(separator: "\n")
            let messages = lines.compactMap { try? JSONValue(parsing: String($0)) }
            guard let answer = messages.first(where: { $0["id"] != nil }) else { return }
            inquiry.take(answer)
            let request = inquiry.request
            loop.schedule(afterMilliseconds: 0) {
                if let request { connection.send(request) } else { connection.endInput() }
            }
        }
        host.onUnused {
            loop.stop()
            return true
        }
        inquiry.request.map { connection.send($0) }
        loop.run()
        host.leavePlugins()
        ChildProcesses.shared.killAll()
        return inquiry.plugins
    }
}
