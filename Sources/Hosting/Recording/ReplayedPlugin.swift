import EventLoop
import JSON
import JSONRPC

/// A plugin of a replay: says what the recording has of it, and runs nothing.
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

/// How a plugin is recorded and replayed.
extension Plugin {
    /// Starts it, or what the recording has of it.
    ///
    /// - Throws: why it can't be started, as what follows its name in a sentence.
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

    /// Does something in which it may say something or end, and notes or replays what.
    func attend(_ body: () -> Void) {
        guard let tape = host.tape else { return body() }
        tape.gate()
        let wasAttended = isAttended
        isAttended = true
        defer { isAttended = wasAttended }
        body()
        // What is said while a message is handled comes behind that.
        while !wasAttended, tape.isReplay,
            let line = tape.next("said", where: { $0["said"]?.stringValue == declaration.name })
        {
            replay(line, tape.takenMessage)
        }
    }

    /// Notes what it says, where that is wanted.
    func note(_ text: [UInt8]) {
        note { json in
            json.key("message")
            text.withUnsafeBytes { json.rawValue($0) }
        }
    }

    /// Notes that it is over.
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

    /// Takes in what the recording has of it.
    ///
    /// - Parameter message: the message's text, if it is one.
    func replay(_ line: JSONValue, _ message: [UInt8]?) {
        if let what = line["ended"]?.stringValue { return fail(what) }
        if let message { take(message.withUnsafeBytes { PluginMessage.decode($0) }) }
    }

    /// Why there is no process.
    struct Unstarted: Error {
        /// What, as what follows its name in a sentence.
        let what: String
    }
}
