import EventLoop
import FeatureKit
import JSON
import Synchronization
import SystemPackage

/// A recording that is being made.
package final class Recorder: Tape {
    private struct State {
        var gates = GateCount()
        /// Whether something was heard since the last turn.
        var hasHeard = false
        /// Whether a turn goes on that was not noted: nothing came of it yet.
        var isUnnotedTurn = false
        var turns = 0
        var now: Int?
    }

    private let journal: Journal
    private let secrets: SecretNumbers
    private let state = Mutex(State())
    /// How many calls of sources were noted.
    private let calls = Atomic<Int>(0)
    /// What sources have told of and the core thread has not passed on yet.
    private let changes = Mutex<[(String, SourceChange, ChangeFeed)]>([])
    private let wakeHost = Mutex<@Sendable () -> Void>({})

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - path: a file that is not there yet.
    ///   - header: what is needed to make the same host again.
    ///   - onFailure: called once, on any thread, when nothing more can be written, with what is wrong.
    /// - Throws: why the file can't be made.
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

    package func notes(of session: Int, maxFrameBytes: Int) -> InputNotes? {
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

    /// Keeps a notice until the core thread tells it; from any thread.
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

    /// Numbers a call of a source.
    func nextCall() -> Int { calls.add(1, ordering: .relaxed).newValue }

    /// Appends a line that another thread may bring between any two others.
    func append(_ line: JSONText) { journal.append(line.bytes + [UInt8(ascii: "\n")]) }

    /// Says that the host has ended in order, and waits until all is in the file.
    package func finish() {
        append(TapeLine.over)
        journal.finish()
    }

    /// Takes the file away: the host does not come to be.
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
