import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers

/// The connection to a plugin in a replay.
///
/// It has no process, and its messages come from the recording.
final class ReplayedPlugin: PluginPeer {
    let id: Int
    var isHeld = false
    var isBehind: Bool { false }

    init(id: Int) { self.id = id }

    func say(_ body: (MessageEncoder, inout JSONWriter) -> Void) {}
    func resume() {}
    func stop() {}
    func leave() -> ChildProcess? { nil }
}

/// Recording and replaying the messages of a plugin.
extension Plugin {
    /// Starts the plugin, or the replay of the plugin.
    ///
    /// - Throws: the reason why it can't be started.
    func startPeer() throws(Unstarted) -> any PluginPeer {
        guard let tape = host.tape else { return try startProcess() }
        tape.gate()
        if tape.isReplay {
            let line = tape.next("plugin") { $0["plugin"]?.stringValue == declaration.name }
            guard let id = line?["pid"]?.intValue else {
                throw Unstarted(what: line?["unstarted"]?.stringValue ?? "is not in the recording")
            }
            return ReplayedPlugin(id: id)
        }
        do throws(Unstarted) {
            let process = try startProcess()
            tape.note("plugin", declaration.name) { $0.field("pid", process.id) }
            return process
        } catch {
            tape.note("plugin", declaration.name) { $0.field("unstarted", error.what) }
            throw error
        }
    }

    /// Calls `body`, during which the plugin can emit messages or end, and records or replays these events.
    func attend(_ body: () -> Void) {
        guard let tape = host.tape else { return body() }
        tape.gate()
        let wasAttended = isAttended
        isAttended = true
        defer { isAttended = wasAttended }
        body()
        // A message that arrives while another message is handled is handled after that message.
        while !wasAttended, tape.isReplay,
            let line = tape.next("said", where: { $0["said"]?.stringValue == declaration.name })
        {
            replay(line, tape.takenMessage)
        }
    }

    /// Records a message, if a recording is made.
    func note(_ text: [UInt8]) {
        note { json in
            json.key("message")
            text.withUnsafeBytes { json.rawValue($0) }
        }
    }

    /// Records the end of the plugin.
    func note(end what: String) { note { $0.field("ended", what) } }

    private func note(_ member: (inout JSONWriter) -> Void) {
        guard let tape = host.tape, !tape.isReplay else { return }
        if isAttended { return tape.note("said", declaration.name, member) }
        tape.hear(
            JSONText.build { json in
                json.beginObject()
                json.field("said", declaration.name)
                member(&json)
                json.endObject()
            })
    }

    /// Handles a recorded message or the recorded end of the plugin.
    ///
    /// - Parameter message: the text of the message, if the line is a message.
    package func replay(_ line: JSONValue, _ message: [UInt8]?) {
        if let what = line["ended"]?.stringValue { return fail(what) }
        if let message { take(message.withUnsafeBytes { PluginMessage.decode($0) }) }
    }

    /// The error for a plugin that was not started.
    struct Unstarted: Error {
        /// The reason, as a phrase that follows the plugin's name in error messages, such as `is not in the recording`.
        let what: String
    }
}
