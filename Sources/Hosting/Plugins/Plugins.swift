import EventLoop
import JSON

/// The plugins of a host.
///
/// Belongs to the core thread.
final class Plugins {
    private let all: [Plugin]

    init(_ declarations: [PluginDeclaration], of host: Host, seed: UInt64) {
        all = declarations.enumerated().map { Plugin($1, of: host, seed: seed &+ UInt64($0)) }
    }

    /// Sends what has been asked since the last call, and goes on with what has been read.
    func handOn() {
        for plugin in all { plugin.handOn() }
    }

    /// Lets all of them end by themselves.
    ///
    /// - Returns: their processes.
    func leave() -> [ChildProcess] { all.compactMap { $0.leave() } }

    /// Writes the array that `host/plugins` answers with.
    func write(to json: inout JSONWriter) {
        json.beginArray()
        for plugin in all {
            json.beginObject()
            json.field("plugin", plugin.declaration.name)
            json.field("state", plugin.state.rawValue)
            json.field("pid", plugin.processID)
            json.field("restarts", plugin.restarts)
            json.field("lastError", plugin.lastError)
            json.endObject()
        }
        json.endArray()
    }
}
