import FHCommands
import FHHosting
import FHJSON
import FHServing
import Logging
import Testing

@testable import FHEventLoop
@testable import FHPeers

/// A host on a loop with a separate thread, and its clients.
///
/// The actor is isolated to that loop: a call sends messages, and a hook of the loop collects the answers.
actor TestHost {
    private struct Wanted {
        let number: Int
        let front: Int
        let isEnough: @Sendable (JSONValue) -> Bool
        let continuation: CheckedContinuation<[JSONValue], Never>
        let guardTimer: TimerToken
    }

    nonisolated let loop: PollLoop
    private var host: Host?
    private var fronts: [MemoryConnection] = []
    private var said: [[JSONValue]] = []
    private var wanted: [Wanted] = []
    private var lastID = 0
    private var lastWanted = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: PollLoop) {
        self.loop = loop
    }

    func begin(_ catalog: Catalog, _ options: Host.Options) {
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        host = Host(catalog: catalog, options: options, loop: loop) { log }
        // This hook runs after the host's own hook, so that all messages of the turn have been written.
        loop.beforePoll { self.handOut() }
    }

    /// Resumes all waiting calls; called on the loop's thread after the loop has ended.
    func end() {
        for wanted in wanted { wanted.continuation.resume(returning: []) }
        wanted = []
        fronts = []
        host = nil
    }

    func join(isSequential: Bool, takesTurns: Bool) -> Int {
        guard let host else { return -1 }
        fronts.append(MemoryConnection(to: host, isSequential: isSequential, takesTurns: takesTurns))
        said.append([])
        return fronts.count - 1
    }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    func send(_ front: Int, _ text: String) { fronts[front].send(text) }
    /// Sends lines in one turn of the loop, and returns the messages that each client has received before the next
    /// turn.
    func converse(_ lines: [(front: Int, line: String)]) -> [[JSONValue]] {
        for (front, line) in lines { fronts[front].send(line + "\n") }
        hear()
        defer { said = said.map { _ in [] } }
        return said
    }

    func endInput(_ front: Int) { fronts[front].endInput() }
    func setReading(_ front: Int, _ isReading: Bool) { fronts[front].setReading(isReading) }
    func status(_ front: Int) -> Int32? { fronts[front].hasEnded ? fronts[front].status : nil }

    /// Returns the messages to a client up to the first frame that meets a condition.
    ///
    /// Later messages are returned by the next call. At the end of the session, all remaining messages are returned.
    func frames(_ front: Int, until isEnough: @escaping @Sendable (JSONValue) -> Bool) async -> [JSONValue] {
        await withCheckedContinuation { continuation in
            lastWanted += 1
            let number = lastWanted
            // The timer only prevents an endless wait; it is long, because tests run in parallel.
            let timer = loop.schedule(afterMilliseconds: 3_600_000) { self.giveUp(number) }
            wanted.append(
                Wanted(
                    number: number, front: front, isEnough: isEnough, continuation: continuation, guardTimer: timer))
        }
    }

    /// Waits for a timer of the host's loop.
    func pass(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            loop.schedule(afterMilliseconds: milliseconds) { continuation.resume() }
        }
    }

    private func hear() {
        for (number, front) in fronts.enumerated() {
            for line in front.receive().split(separator: "\n") {
                do {
                    said[number].append(try JSONValue(parsing: String(line)))
                } catch {
                    Issue.record("the host said what is no JSON: \(line)")
                }
            }
        }
    }

    private func handOut() {
        hear()
        for entry in wanted {
            if let last = said[entry.front].firstIndex(where: entry.isEnough) {
                finish(entry, said[entry.front].count - last - 1)
            } else if fronts[entry.front].hasEnded {
                finish(entry, 0)
            }
        }
    }

    private func finish(_ entry: Wanted, _ rest: Int) {
        entry.guardTimer.cancel()
        wanted.removeAll { $0.number == entry.number }
        let frames = Array(said[entry.front].dropLast(rest))
        said[entry.front].removeFirst(frames.count)
        entry.continuation.resume(returning: frames)
    }

    private func giveUp(_ number: Int) {
        guard let entry = wanted.first(where: { $0.number == number }) else { return }
        Issue.record("what was waited for did not come; what came is \(said[entry.front])")
        finish(entry, 0)
    }
}

/// Calls `body` with a host, which has the probe as its only feature by default.
func withHost(
    _ catalog: Catalog = Catalog([Probe.registration]), _ set: (inout Host.Options) -> Void = { _ in },
    _ body: (TestHost) async throws -> Void
) async throws {
    var options = Host.Options()
    options.servePeople()
    // While other tests run, an answer may take long. Tests of a limit set the limit in `set`.
    options.limits.realWaitMs = 3_600_000
    options.limits.defaultTimeoutMs = 3_600_000
    set(&options)
    let loop = try PollLoop()
    let host = TestHost(on: loop)
    let (ends, end) = AsyncStream<Never>.makeStream()
    try! startThread(stackBytes: 4 << 20) {
        loop.run()
        host.assumeIsolated { $0.end() }
        end.finish()
    }
    await host.begin(catalog, options)
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(host))
    } catch {
        result = .failure(error)
    }
    loop.stop()
    for await _ in ends {}
    try result.get()
}
