import FHEventLoop
import FHJSON

/// The requests of a call to a host, and the host's answers, each within a timeout.
///
/// A host observes the timeout of an action itself, and answers when the timeout is over. The timeout of this class is
/// for a host that does not answer at all.
///
/// It is used only on the thread of the host's loop.
final class HostExchange {
    /// The reason why no further answer is awaited.
    struct Failure {
        let reason: String
        /// The exit status of the call.
        let status: Int32
    }

    /// The minimum time in milliseconds that a host has for an answer.
    ///
    /// It is added to a timeout that the host itself observes.
    private static let graceMs = 2_000
    /// The methods that the host answers when the timeout is over.
    private static let timedMethods = ["feature/settle", "feature/send", "feature/run"]

    let host: any CalledHost
    /// The timeout of each action or answer, or of a dialog, in milliseconds.
    let timeoutMs: Int
    private var timer: TimerToken?
    private(set) var failure: Failure?
    private var progress = CallProgress()

    /// Creates an exchange.
    ///
    /// - Parameter timeoutMs: the timeout of each action or answer, or of a dialog, in milliseconds.
    init(with host: any CalledHost, timeoutMs: Int) {
        self.host = host
        self.timeoutMs = timeoutMs
    }

    /// Returns the time in milliseconds that a host has for an answer.
    ///
    /// - Parameters:
    ///   - timeoutMs: the option `--timeout` of the call, in milliseconds.
    ///   - method: the method of the request; nil for the connection.
    static func waitMs(_ timeoutMs: Int, for method: String? = nil) -> Int {
        // A host that observes the timeout answers shortly after the timeout.
        if let method, timedMethods.contains(method) { return min(timeoutMs, .max - graceMs) + graceMs }
        return max(timeoutMs, graceMs)
    }

    /// Runs the loop until the session has ended, or an answer has not arrived in time.
    ///
    /// - Parameter onAnswers: called with new answers, in order.
    func run(onAnswers: @escaping ([JSONValue]) -> Void) {
        host.loop.beforePoll { [self] in
            guard failure == nil else { return }
            let new = receive()
            if !new.isEmpty { onAnswers(new) }
        }
        host.loop.run()
        progress.clear()
        if let reason = host.leave() { fail(reason, CallReport.failed) }
    }

    /// Sends a request, and waits for its answer.
    func send(_ line: String, awaiting method: String) {
        host.send(line)
        let waitMs = Self.waitMs(timeoutMs, for: method)
        wait(waitMs) { [self] in
            fail("the host has not answered \(method) in \(waitMs) ms; --timeout gives it more", CallReport.timedOut)
        }
    }

    /// Stops waiting for an answer, and calls `body` in the next turn of the loop.
    func proceed(_ body: @escaping () -> Void) {
        timer?.cancel()
        host.loop.schedule(afterMilliseconds: 0, body)
    }

    /// Ends the session; the call needs no further answer.
    func end() {
        host.endInput()
        // The host in this process completes its work first, however long that takes.
        if host.isRemote { wait(Self.graceMs) { [self] in host.loop.stop() } }
    }

    /// Ends the session before anything was opened.
    func abandon() {
        if host.isRemote { host.loop.stop() } else { host.endInput() }
    }

    private func wait(_ milliseconds: Int, _ expire: @escaping () -> Void) {
        timer?.cancel()
        timer = host.loop.schedule(afterMilliseconds: milliseconds) { [self] in
            // Answers that have arrived by now are handled first, even if this process was suspended.
            timer = host.loop.schedule(afterMilliseconds: 0, expire)
        }
    }

    private func receive() -> [JSONValue] {
        do throws(JSONParseError) {
            var answers: [JSONValue] = []
            for line in host.receive() {
                let message = try JSONValue(parsing: String(line))
                if message["id"] != nil, message["method"] == nil { answers.append(message) }
                if message["method"]?.stringValue == "state/snapshot", let snapshot = message["params"] {
                    progress.show(snapshot: snapshot)
                }
            }
            return answers
        } catch {
            // The unreadable message may be the awaited answer, so the call must not wait any longer.
            proceed { [self] in fail("the host sent what can't be read: it \(error.fault)", CallReport.failed) }
            return []
        }
    }

    private func fail(_ reason: String, _ status: Int32) {
        failure = failure ?? Failure(reason: reason, status: status)
        host.loop.stop()
    }
}
