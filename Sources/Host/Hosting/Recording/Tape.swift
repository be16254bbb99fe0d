import FHEventLoop
import FHJSON
import FeatureKit

/// The boundary between a host and its environment.
///
/// A tape records all input and output, or replays it.
///
/// A line of the recording is either an input or an output. An input is something that the host can't compute, such as
/// a frame, a timer, a source's answer or the point where an input is applied. A replay supplies the input and compares
/// the output.
///
/// A tape is used on the core thread, unless a member documents otherwise.
package protocol Tape: AnyObject, Sendable {
    /// True in a replay, in which the host calls nothing outside.
    var isReplay: Bool { get }

    /// Records an input that arrived while the host was idle.
    ///
    /// Another thread formats the line.
    ///
    /// - Parameter byteCount: the approximate memory in bytes that `make` retains until it is called.
    func hear(byteCount: Int, _ make: @escaping @Sendable () -> JSONText)

    /// The recorder of the frames that a session receives; nil in a replay.
    func notes(of session: Int, maxFrameBytes: Int) -> (any InputRecorder)?

    /// Records or compares an output of the host.
    func tell(_ line: JSONText)

    /// Records or compares a frame that a session has sent.
    func tell(_ session: Int, _ text: UnsafeRawBufferPointer)

    /// Forwards the queued changes of sources.
    func tellChanges()

    /// Starts a turn of the loop, which completes the handling of the input so far.
    func beginTurn()

    /// Ends the turn.
    func endTurn()

    /// The current real time; in a replay, the recorded real time.
    func now(_ machine: () -> Int) -> Int

    /// Counts a gate.
    ///
    /// A gate is a point at which input from other threads can be applied while the host is working.
    ///
    /// The order of the gates does not depend on other threads.
    func gate()

    /// Counts a gate at which a session writes output, which is either accepted or blocked.
    func outputGate()

    /// Records an input that is applied at the current gate.
    ///
    /// - Parameters:
    ///   - kind: the key of the line's first member.
    ///   - value: the value of the first member.
    ///   - members: writes the other members.
    func note(_ kind: StaticString, _ value: JSONText, _ members: (inout JSONWriter) -> Void)

    /// Records the current turn, so that a replay has a turn at this point.
    func noteTurn()

    /// Removes and returns the replay's next line, if it has this kind, belongs to the current gate and satisfies
    /// `isWanted`; otherwise returns nil.
    func next(_ kind: String, where isWanted: (JSONValue) -> Bool) -> JSONValue?

    /// The unchanged text of the member `message` of the line that was returned last.
    var takenMessage: [UInt8]? { get }

    /// Waits for work that was complete at this point of the recording.
    ///
    /// - Parameter what: the work, as a noun phrase for error messages, such as `a long frame`.
    /// - Returns: false after a timeout, which counts as a difference.
    func wait(for what: String, until isThere: () -> Bool) -> Bool

    /// Sets the function that wakes the host when there are changes to forward.
    ///
    /// The function can be called from any thread.
    func whenWoken(_ wake: @escaping @Sendable () -> Void)

    /// Wakes a replay that waits for work; can be called from any thread.
    func wake()

    /// Wraps a source for recording or replaying.
    ///
    /// - Parameter reachesOut: true if all answers of the source come from outside; false if the rows are in the
    ///   workspace, so that only the answers that other threads compute are recorded.
    func source(_ name: String, _ base: any DataSource, reachesOut: Bool) -> any DataSource
}

extension Tape {
    package func hear(_ line: JSONText) { hear(byteCount: line.bytes.count) { line } }

    package func note(_ kind: StaticString, _ value: Int, _ members: (inout JSONWriter) -> Void = { _ in }) {
        note(kind, .integer(value), members)
    }

    package func note(_ kind: StaticString, _ value: String, _ members: (inout JSONWriter) -> Void = { _ in }) {
        note(kind, .string(value), members)
    }
}

/// The recorder of the frames that a session receives.
package protocol InputRecorder: AnyObject {
    /// Adds received bytes.
    func note(_ bytes: UnsafeRawBufferPointer)
    /// Records the end of the input.
    func noteEnd()
}

/// The lines of a recording that are independent of gates.
package enum TapeLine {
    /// The start of a session.
    static func session(_ number: Int, isSequential: Bool) -> JSONText {
        line("session", number) { $0.field("sequential", isSequential) }
    }

    /// The end of a session's input.
    package static func end(_ session: Int) -> JSONText { line("end", session) }

    /// A failure of a session's input or output.
    static func failed(_ session: Int) -> JSONText { line("failed", session) }

    /// The point at which a session's output accepts bytes again.
    static func writable(_ session: Int) -> JSONText { line("writable", session) }

    /// A signal that ends the host.
    static let stop = JSONText.object("stop", .bool(true))

    /// The orderly end of the host.
    package static let over = JSONText.object("over", .bool(true))

    /// The firing of a timer on real time.
    static func timer(_ number: Int) -> JSONText { line("timer", number) }

    /// The start of a turn.
    package static func turn(_ number: Int) -> JSONText { line("turn", number) }

    package static func line(
        _ kind: StaticString, _ number: Int, _ members: (inout JSONWriter) -> Void = { _ in }
    ) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field(kind, number)
            members(&json)
            json.endObject()
        }
    }
}
