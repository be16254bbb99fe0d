import FHEventLoop
import FHHosting
import FHJSON
import FeatureKit
import Synchronization
import SystemPackage

/// Writes a recording.
package final class Recorder: Tape {
    private struct State {
        var gates = GateCount()
        /// True if there was input since the last turn.
        var hasHeard = false
        /// True if the current turn has no line yet, because nothing in it had to be recorded so far.
        var isUnnotedTurn = false
        var turns = 0
        var now: Int?
    }

    private let journal: Journal
    private let secrets: SecretNumbers
    private let state = Mutex(State())
    /// The number of recorded calls of sources.
    private let calls = Atomic<Int>(0)
    /// Changes of sources that the core thread has not forwarded yet.
    private let changes = Mutex<[(String, SourceChange, ChangeFeed)]>([])
    private let wakeHost = Mutex<@Sendable () -> Void>({})

    /// Starts a recording.
    ///
    /// - Parameters:
    ///   - path: the path of a new file.
    ///   - header: the options and the workspace of the host.
    ///   - onFailure: called once, on any thread, when writing has failed. Receives the reason.
    /// - Throws: an error if the file can't be created.
    package init(
        _ path: String, _ header: RecordingHeader, onFailure: @escaping @Sendable (String) -> Void
    ) throws(Errno) {
        journal = try Journal(path, first: header.text.bytes + [UInt8(ascii: "\n")], onFailure: onFailure)
        secrets = SecretNumbers(workspace: header.workspace)
    }

    package var isReplay: Bool { false }

    package func hear(byteCount: Int, _ make: @escaping @Sendable () -> JSONText) {
        state.withLock { state in
            state.hasHeard = true
            state.gates.begin()
        }
        journal.append(byteCount: byteCount) { make().bytes + [UInt8(ascii: "\n")] }
    }

    package func notes(of session: Int, maxFrameBytes: Int) -> (any InputRecorder)? {
        InputNotes(of: session, self, secrets, maxFrameBytes: maxFrameBytes)
    }

    package func tell(_ line: JSONText) {
        noteTurn()
        append(line)
    }

    package func beginTurn() {
        let isNoted = state.withLock { state in
            state.gates.begin()
            defer {
                state.isUnnotedTurn = true
                state.hasHeard = false
            }
            return state.hasHeard
        }
        if isNoted { noteTurn() }
    }

    package func endTurn() { state.withLock { $0.isUnnotedTurn = false } }

    package func now(_ machine: () -> Int) -> Int {
        gate()
        let now = machine()
        let isNew = state.withLock { state in
            defer { state.now = now }
            return state.now != now
        }
        if isNew { note("now", now) }
        return now
    }

    package func gate() { state.withLock { $0.gates.pass() } }

    package func outputGate() { state.withLock { $0.gates.passOutput() } }

    package func note(_ kind: StaticString, _ value: JSONText, _ members: (inout JSONWriter) -> Void) {
        noteTurn()
        let place = state.withLock { $0.gates.place(of: "\(kind)") }
        append(
            JSONText.build { json in
                json.beginObject()
                json.field(kind, value)
                json.field("at", place)
                members(&json)
                json.endObject()
            })
    }

    package func tell(_ session: Int, _ text: UnsafeRawBufferPointer) { tell(TapeLine.output(session, text)) }

    package func tellChanges() {
        gate()
        let told = changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
        for (name, change, feed) in told {
            note("changed", name) { json in
                json.field("opId", change.opID)
                if change.kind != .changed { json.field("kind", change.kind.rawValue) }
                if let edition = change.edition { json.field("edition", edition) }
            }
            feed.tell(change)
        }
    }

    /// Queues a change until the core thread forwards it.
    ///
    /// This can be called from any thread.
    func keep(_ change: SourceChange, of name: String, for feed: ChangeFeed) {
        changes.withLock { $0.append((name, change, feed)) }
        wakeHost.withLock { $0 }()
    }

    package func whenWoken(_ wake: @escaping @Sendable () -> Void) { wakeHost.withLock { $0 = wake } }

    package var takenMessage: [UInt8]? { nil }
    package func next(_ kind: String, where isWanted: (JSONValue) -> Bool) -> JSONValue? { nil }
    package func wait(for what: String, until isThere: () -> Bool) -> Bool { isThere() }
    package func wake() {}

    package func source(_ name: String, _ base: any DataSource, reachesOut: Bool) -> any DataSource {
        let source = RecordedSource(name, base, reachesOut: reachesOut, by: self)
        if !reachesOut { return source }
        append(
            JSONText.build { json in
                json.beginObject()
                json.field("source", name)
                json.field("changes", source.changes != nil)
                json.endObject()
            })
        return source
    }

    /// Returns the number of the next call of a source.
    func nextCall() -> Int { calls.add(1, ordering: .relaxed).newValue }

    /// Appends a line that may be at any position among the other lines.
    func append(_ line: JSONText) { journal.append(line.bytes + [UInt8(ascii: "\n")]) }

    /// Records the orderly end of the host, and waits until all lines are written.
    package func finish() {
        append(TapeLine.over)
        journal.finish()
    }

    /// Deletes the file, because the host failed to start.
    package func remove() { journal.remove() }

    package func noteTurn() {
        let turn: Int? = state.withLock { state in
            guard state.isUnnotedTurn else { return nil }
            state.isUnnotedTurn = false
            state.turns += 1
            return state.turns
        }
        if let turn { append(TapeLine.turn(turn)) }
    }
}
