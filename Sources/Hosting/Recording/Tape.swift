import EventLoop
import FeatureKit
import JSON

/// What goes into a host from outside and what comes of it, noted as it happens or played again.
///
/// A line stands for something that the host can't decide by itself — a frame, a timer, an answer of a source, the moment
/// at which that is taken in — or for what the host says. A replay gives it the former and compares the latter.
///
/// Used on the core thread, where nothing else is said.
package protocol Tape: AnyObject, Sendable {
    /// Whether what happens is played, and nothing outside is asked.
    var isReplay: Bool { get }

    /// Notes that something came from outside while the host did nothing; another thread puts it into words.
    ///
    /// - Parameter byteCount: how much memory it holds until then, about.
    func hear(byteCount: Int, _ make: @escaping @Sendable () -> JSONText)

    /// What notes the frames of a session; nil where they come from a recording.
    func notes(of session: Int, maxFrameBytes: Int) -> InputNotes?

    /// Notes or compares what the host says or asks.
    func tell(_ line: JSONText)

    /// Notes or compares a frame that a session has said.
    func tell(_ session: Int, _ text: UnsafeRawBufferPointer)

    /// Tells of the changes that sources have told of.
    func tellChanges()

    /// A turn of the loop begins, which brings to its end what was heard.
    func beginTurn()

    /// The turn has ended.
    func endTurn()

    /// The machine's time.
    func now(_ machine: () -> Int) -> Int

    /// Counts a place where something from outside may be taken in while the host is at work.
    ///
    /// Such places are passed in one order, whatever other threads do.
    func gate()

    /// Counts a place where a session's output takes something, or doesn't.
    func outputGate()

    /// Notes what is taken in at this gate.
    ///
    /// - Parameters:
    ///   - kind: the line's first member.
    ///   - value: what that is.
    ///   - members: writes what follows.
    func note(_ kind: StaticString, _ value: JSONText, _ members: (inout JSONWriter) -> Void)

    /// Notes the turn that goes on, since something changes in it.
    func noteTurn()

    /// What a replay has to take in at this gate, if it is of that kind; it is taken with that.
    func next(_ kind: String, where isWanted: (JSONValue) -> Bool) -> JSONValue?

    /// The text of the member `message` of what was taken last, as it came.
    var takenMessage: [UInt8]? { get }

    /// Waits until something is there that was there when the recording was made.
    ///
    /// - Parameter what: it, as the subject of a sentence.
    /// - Returns: false where it does not come, which is a difference.
    func wait(for what: String, until isThere: () -> Bool) -> Bool

    /// Has the host woken when there is something that only it can pass on.
    func whenWoken(_ wake: @escaping @Sendable () -> Void)

    /// Says from any thread that something may be there.
    func wake()

    /// What stands for a source.
    ///
    /// - Parameter reachesOut: whether all that it answers comes from outside, and not just what takes another thread.
    func source(_ name: String, _ base: any DataSource, reachesOut: Bool) -> any DataSource
}

extension Tape {
    func hear(_ line: JSONText) { hear(byteCount: line.bytes.count) { line } }

    func note(_ kind: StaticString, _ value: Int, _ members: (inout JSONWriter) -> Void = { _ in }) {
        note(kind, .integer(value), members)
    }

    func note(_ kind: StaticString, _ value: String, _ members: (inout JSONWriter) -> Void = { _ in }) {
        note(kind, .string(value), members)
    }
}

/// The lines of a recording that are no gates.
enum TapeLine {
    /// A session begins.
    static func session(_ number: Int, isSequential: Bool) -> JSONText {
        line("session", number) { $0.field("sequential", isSequential) }
    }

    /// A session's input has ended.
    static func end(_ session: Int) -> JSONText { line("end", session) }

    /// A session's input can't be read any more.
    static func failed(_ session: Int) -> JSONText { line("failed", session) }

    /// A session's output takes something again.
    static func writable(_ session: Int) -> JSONText { line("writable", session) }

    /// A signal ends the host.
    static let stop = JSONText.object("stop", .bool(true))

    /// The host has ended in order.
    static let over = JSONText.object("over", .bool(true))

    /// A timer of the machine's time fires.
    static func timer(_ number: Int) -> JSONText { line("timer", number) }

    /// A turn begins.
    static func turn(_ number: Int) -> JSONText { line("turn", number) }

    /// A frame goes out, with its text but for what is handed to a source.
    static func output(_ session: Int, _ text: UnsafeRawBufferPointer) -> JSONText {
        line("out", session) { json in
            json.key("message")
            if !HandedValues.writeWithout(text, to: &json) { json.rawValue(text) }
        }
    }

    static func line(
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
