import DequeModule
import EventLoop
import FeatureKit
import JSON

/// A recording that is played again: gives the host what came from outside, and compares what comes of it.
///
/// Belongs to the core thread, but for ``wake()``.
package final class Replayer: Tape {
    /// How long something that was there may take to be there again, in milliseconds.
    private static let patienceMs = 60_000

    private struct State {
        var script: Script
        var line: Script.Line?
        /// What was taken in last at a gate.
        var taken: Script.Line?
        var gates = GateCount()
        /// Frames that the recording has and that are still to be said, by sessions.
        var recorded: [Int: Deque<Script.Line>] = [:]
        /// Frames that were said and that the recording has still to tell of.
        var played: [Int: Deque<JSONText>] = [:]
        var now = 0
        var answers: [Int: JSONValue] = [:]
        var awaited: [Int: (JSONValue) -> Void] = [:]
        var sources: [String: (changes: Bool, feed: ChangeFeed?)] = [:]
        var difference: ReplayDifference?
    }

    private let bell = Bell()
    // Safe although unchecked: it is touched on the core thread alone.
    nonisolated(unsafe) private var state: State
    /// What the host was started with.
    package let header: RecordingHeader

    /// Opens a recording.
    ///
    /// - Parameter bytes: the file's.
    /// - Throws: ``ReplayFailure``, why it can't be played.
    package init(_ bytes: [UInt8]) throws(ReplayFailure) {
        var script = Script(bytes)
        guard let first = script.next() else { throw ReplayFailure("has no whole line") }
        header = try RecordingHeader(parsing: first.text)
        state = State(script: script)
    }

    package var isReplay: Bool { true }

    /// What differs, once something does; nothing is compared behind it.
    var difference: ReplayDifference? { state.difference }

    /// Whether a reader fell behind.
    var hasSlowReaders: Bool { state.script.hasSlowReaders }

    /// How many lines were played.
    var lineCount: Int { (peek()?.number ?? state.script.lineCount + 1) - 1 }

    // MARK: Lines

    /// The next line that is not of another thread; nil behind the last, or behind a difference.
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

    /// Goes behind the next line.
    func advance() { state.line = nil }

    /// A line that begins something new: gates are counted from there on.
    func begin() {
        advance()
        state.gates.begin()
    }

    /// Notes that the recording says something that does not happen.
    func differ(_ what: String, at line: Script.Line) { differ(at: line, what: what) }

    /// Notes the difference, if it is the first.
    private func differ(at line: Script.Line, played: JSONText? = nil, what: String? = nil) {
        if state.difference != nil { return }
        state.difference = ReplayDifference(
            line: line.number, recorded: String(decoding: line.text, as: UTF8.self), played: played?.string, what: what)
    }

    /// A frame that was said, or is to be said.
    private func takeOutput(_ line: Script.Line) {
        guard let session = line.session else { return }
        if let played = state.played[session]?.popFirst() {
            compare(played, with: line)
        } else {
            state.recorded[session, default: []].append(line)
        }
    }

    /// What other threads brought: where it stands among the other lines means nothing.
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
    package func notes(of session: Int, maxFrameBytes: Int) -> InputNotes? { nil }
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

    /// Frames are compared session by session: where others stand between them depends on how they are divided.
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

    /// Notes that something was said which the recording, whole, does not have.
    func compareEnd(_ line: Script.Line) {
        if let extra = state.played.values.compactMap(\.first).first { differ(at: line, played: extra) }
    }

    /// What the recording has and was not said; the first of it.
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

    /// The number of a call that the recording has too, and how it is answered; nil where it has another one or none.
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

    /// The answer to a call, where it has been read.
    func answer(to call: Int) -> JSONValue? { state.answers.removeValue(forKey: call) }

    /// Calls back when the answer to a call has been read.
    func whenAnswered(_ call: Int, _ tell: @escaping (JSONValue) -> Void) {
        if let answer = answer(to: call) { tell(answer) } else { state.awaited[call] = tell }
    }
}

/// Where a replay goes another way than the recording.
package struct ReplayDifference: Sendable, Equatable {
    /// The line of the recording, from 1.
    package let line: Int
    /// That line.
    package let recorded: String
    /// What there is in its place; nil where it is something that did not happen.
    package let played: String?
    /// What is wrong, as a sentence without its full stop, where that isn't just another text.
    package var what: String?
}

extension SourceChange {
    /// A notice as a recording has it.
    fileprivate init(recorded line: JSONValue) {
        self.init(
            opID: line["opId"]?.stringValue,
            kind: line["kind"]?.stringValue.flatMap { Kind(rawValue: $0) } ?? .changed,
            edition: line["edition"]?.intValue)
    }
}
