import DequeModule
import FHEventLoop
import FHHosting
import FHJSON
import FeatureKit

/// Reads a recording for a replay.
///
/// It supplies the recorded input to the host, and compares the host's output.
///
/// Belongs to the core thread, except for ``wake()``.
package final class Replayer: Tape {
    /// The timeout of ``wait(for:until:)``, in milliseconds.
    private static let patienceMs = 60_000

    private struct State {
        var script: Script
        var line: Script.Line?
        /// The last line that was applied at a gate.
        var taken: Script.Line?
        var gates = GateCount()
        /// Recorded frames that the host has not sent yet, by session.
        var recorded: [Int: Deque<Script.Line>] = [:]
        /// Frames that the host has sent and whose recorded lines are not read yet, by session.
        var played: [Int: Deque<JSONText>] = [:]
        var now = 0
        var answers: [Int: JSONValue] = [:]
        var awaited: [Int: (JSONValue) -> Void] = [:]
        var sources: [String: (changes: Bool, feed: ChangeFeed?)] = [:]
        var difference: ReplayDifference?
    }

    private let bell = WakeEvent()
    // This is safe without checks, because the state is only used on the core thread.
    nonisolated(unsafe) private var state: State
    /// The options and the workspace of the host.
    package let header: RecordingHeader

    /// Opens a recording.
    ///
    /// - Parameter bytes: the content of the file.
    /// - Throws: ``ReplayFailure`` if the recording can't be replayed.
    package init(_ bytes: [UInt8]) throws(ReplayFailure) {
        var script = Script(bytes)
        guard let first = script.next() else { throw ReplayFailure("has no whole line") }
        header = try RecordingHeader(parsing: first.text)
        state = State(script: script)
    }

    package var isReplay: Bool { true }

    /// The first difference; nil if there is none so far.
    ///
    /// After the first difference, nothing more is compared.
    var difference: ReplayDifference? { state.difference }

    /// True if the recording contains a slow reader.
    var hasSlowReaders: Bool { state.script.hasSlowReaders }

    /// The number of replayed lines.
    var lineCount: Int { (peek()?.number ?? state.script.lineCount + 1) - 1 }

    // MARK: Lines

    /// The next line for the core thread; nil at the end or after a difference.
    ///
    /// This function stores lines about sources, and compares lines of output, instead of returning them.
    func peek() -> Script.Line? {
        if state.difference != nil { return nil }
        if let line = state.line { return line }
        while let line = state.script.next() {
            switch line.kind {
            case "answer", "source": takeIn(line)
            case "out": takeOutput(line)
            default:
                state.line = line
                return line
            }
        }
        return nil
    }

    /// Skips the next line.
    func advance() { state.line = nil }

    /// Skips the next line, which starts a new event, and resets the count of gates.
    func begin() {
        advance()
        state.gates.begin()
    }

    /// Reports a recorded event that does not happen in the replay.
    func differ(_ what: String, at line: Script.Line) { differ(at: line, what: what) }

    /// Stores a difference, if it is the first.
    private func differ(at line: Script.Line, played: JSONText? = nil, what: String? = nil) {
        if state.difference != nil { return }
        state.difference = ReplayDifference(
            line: line.number, recorded: String(decoding: line.text, as: UTF8.self), played: played?.string, what: what)
    }

    /// Compares a recorded frame with the host's output, or stores it until the host sends it.
    private func takeOutput(_ line: Script.Line) {
        guard let session = line.session else { return }
        if let played = state.played[session]?.popFirst() {
            compare(played, with: line)
        } else {
            state.recorded[session, default: []].append(line)
        }
    }

    /// Stores a line about a source, which contains an answer or states whether the source has a feed of changes.
    ///
    /// Such a line may be at any position among the other lines.
    private func takeIn(_ line: Script.Line) {
        let value = line.value
        switch line.kind {
        case "answer":
            guard let call = value["answer"]?.intValue else { return }
            if let tell = state.awaited.removeValue(forKey: call) { tell(value) } else { state.answers[call] = value }
        default:
            state.sources[value["source"]?.stringValue ?? ""] = (value["changes"]?.boolValue ?? false, nil)
        }
    }

    // MARK: Tape

    package func hear(byteCount: Int, _ make: @escaping @Sendable () -> JSONText) {}
    package func whenWoken(_ wake: @escaping @Sendable () -> Void) {}
    package func noteTurn() {}
    package func notes(of session: Int, maxFrameBytes: Int) -> (any InputRecorder)? { nil }
    package func beginTurn() {}
    package func endTurn() {}
    package func gate() { state.gates.pass() }
    package func outputGate() { state.gates.passOutput() }
    package func note(_ kind: StaticString, _ value: JSONText, _ members: (inout JSONWriter) -> Void) {}

    package func tellChanges() {
        gate()
        while let line = next("changed", where: { _ in true }) {
            state.sources[line["changed"]?.stringValue ?? ""]?.feed?.tell(SourceChange(recorded: line))
        }
    }

    /// Compares a frame that a session sends.
    ///
    /// Frames are compared per session, because their position among the frames of other sessions depends on how writes
    /// are split.
    package func tell(_ session: Int, _ text: UnsafeRawBufferPointer) {
        if state.difference != nil { return }
        let line = TapeLine.output(session, text)
        _ = peek()
        if let recorded = state.recorded[session]?.popFirst() {
            compare(line, with: recorded)
        } else {
            state.played[session, default: []].append(line)
        }
    }

    private func compare(_ line: JSONText, with recorded: Script.Line) {
        if recorded.text != line.bytes { differ(at: recorded, played: line) }
    }

    /// Reports a frame that the host has sent and that is missing in the recording, although the recording is complete.
    func compareEnd(_ line: Script.Line) {
        if let extra = state.played.values.compactMap(\.first).first { differ(at: line, played: extra) }
    }

    /// The first recorded frame that the host has not sent.
    var unsaid: Script.Line? { state.recorded.values.compactMap(\.first).min { $0.number < $1.number } }

    package func tell(_ line: JSONText) {
        guard let recorded = peek() else { return }
        compare(line, with: recorded)
        advance()
    }

    package func now(_ machine: () -> Int) -> Int {
        gate()
        if let now = next("now", where: { _ in true })?["now"]?.intValue { state.now = now }
        return state.now
    }

    package func next(_ kind: String, where isWanted: (JSONValue) -> Bool) -> JSONValue? {
        guard let line = peek(), line.kind == kind else { return nil }
        let value = line.value
        guard value["at"]?.intValue == state.gates.place(of: kind), isWanted(value) else { return nil }
        state.taken = line
        advance()
        return value
    }

    package var takenMessage: [UInt8]? { state.taken?.message.map(Array.init) }

    package func wait(for what: String, until isThere: () -> Bool) -> Bool {
        if bell.wait(milliseconds: Self.patienceMs, until: isThere) { return true }
        if let line = state.taken { differ("\(what) did not come within \(Self.patienceMs / 1_000) s", at: line) }
        return false
    }

    package func wake() { bell.ring() }

    package func source(_ name: String, _ base: any DataSource, reachesOut: Bool) -> any DataSource {
        if !reachesOut { return ReplayedQueries(name, base, by: self) }
        _ = peek()
        let source = ReplayedSource(name, base, tellsChanges: state.sources[name]?.changes ?? false, by: self)
        state.sources[name]?.feed = source.changes
        return source
    }

    // MARK: Sources

    /// The number of the recorded call and the kind of its answer; nil if the next line of the recording is not this
    /// call.
    func call(_ source: String, _ operation: String) -> (call: Int, how: RecordedCall)? {
        guard let line = peek() else { return nil }
        let value = line.value
        guard let call = value["call"]?.intValue, let how = RecordedCall(value) else {
            differ("the source \(source) is asked for \(operation)", at: line)
            return nil
        }
        tell(how.line(call, source, operation))
        return state.difference == nil ? (call, how) : nil
    }

    /// The answer to a call, if its line has been read.
    func answer(to call: Int) -> JSONValue? { state.answers.removeValue(forKey: call) }

    /// Calls back as soon as the line with the answer to a call has been read.
    func whenAnswered(_ call: Int, _ tell: @escaping (JSONValue) -> Void) {
        if let answer = answer(to: call) { tell(answer) } else { state.awaited[call] = tell }
    }
}

/// The first difference between a replay and its recording.
package struct ReplayDifference: Sendable, Equatable {
    /// The line number in the recording, from 1.
    package let line: Int
    /// The recorded line.
    package let recorded: String
    /// The line in the replay; nil if a recorded event did not happen.
    package let played: String?
    /// A description of the difference, without a full stop; nil if the two lines are the difference.
    package var what: String?
}

extension SourceChange {
    /// Reads the recorded notification of a change.
    fileprivate init(recorded line: JSONValue) {
        self.init(
            opID: line["opId"]?.stringValue,
            kind: line["kind"]?.stringValue.flatMap { Kind(rawValue: $0) } ?? .changed,
            edition: line["edition"]?.intValue)
    }
}
