import EventLoop
import Hosting
import JSON
import Logging

/// Runs plugins for as long as it takes to ask them what they have.
enum PluginTrial {
    /// Starts plugins whose names differ, asks them, and ends them.
    ///
    /// - Returns: what `host/plugins` tells of each, in their order.
    /// - Throws: what the system says where no loop can be made.
    static func run(_ plugins: [PluginDeclaration]) throws -> [JSONValue] {
        if plugins.isEmpty { return [] }
        // One may end while something is said to it.
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
