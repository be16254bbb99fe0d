import FHEventLoop
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

@Suite(.hangLimit)
struct ChildRunTests {
    private let registry = ChildProcesses()
    /// A timeout in milliseconds longer than any test.
    private static let long = 1_000_000

    private func run(_ script: String, timeout: Int = long) throws -> ChildRun {
        try ChildRun(ChildCommand(["sh", "-c", script]), timeoutMilliseconds: timeout, in: registry)
    }

    // MARK: Ends

    @Test func handsOnAllThatWasPrinted() async throws {
        let printed = Printed()
        let outcome = await printed.outcome(of: try run("seq 100000; echo problem >&2; exit 3"))
        #expect(outcome == .ended(.code(3)))
        #expect(printed.output == (1...100_000).map { "\($0)\n" }.joined())
        #expect(printed.errors == "problem\n")
    }

    @Test func oneThatPrintsNothingEnds() async throws {
        let printed = Printed()
        #expect(await printed.outcome(of: try run("exit 0")) == .ended(.code(0)))
        #expect(printed.output == "" && printed.errors == "")
    }

    @Test func oneThatCannotStartSaysSo() async throws {
        let run = try ChildRun(
            ChildCommand(["no-such-program"]), timeoutMilliseconds: Self.long, in: registry)
        let outcome = await Printed().outcome(of: run)
        #expect(outcome == .notStarted(SpawnFailure(.command, .noSuchFileOrDirectory)))
    }

    @Test func oneThatClosesItsOutputsMayLiveOn() async throws {
        let folder = try TemporaryFolder()
        let gone = try Fifo(folder.path.appending("gone"))
        let printed = Printed()
        // The script ends only after the test has read all its output.
        let run = try run("echo x; exec >&- 2>&-; read go <'\(gone.path)'; exit 5")
        let outcome = await printed.outcome(of: run) { if printed.output == "x\n" { gone.go() } }
        #expect(outcome == .ended(.code(5)))
    }

    @Test func aGrandchildThatHoldsTheOutputEndsWithTheRun() async throws {
        let printed = Printed()
        #expect(await printed.outcome(of: try run("sleep 1000 & echo started")) == .ended(.code(0)))
        #expect(printed.output == "started\n")
    }

    @Test func aGrandchildThatLeftTheGroupDoesNotHoldTheRun() async throws {
        let folder = try TemporaryFolder()
        let go = try Fifo(folder.path.appending("go"))
        let ready = try Fifo(folder.path.appending("ready"))
        let printed = Printed()
        // A process outside the group keeps the output open until the end of the test.
        let away = "exec 8<'\(go.path)'; echo away; echo >'\(ready.path)'; read go <&8"
        let outcome = await printed.outcome(of: try run("setsid sh -c \"\(away)\" & read x <'\(ready.path)'"))
        #expect(outcome == .ended(.code(0)))
        #expect(printed.output == "away\n")
        withExtendedLifetime(go) {}
    }

    @Test(arguments: ["sleep 1000", "exec >&- 2>&-; sleep 1000", "while :; do :; done", "yes", "yes >&2"])
    func timesOut(script: String) async throws {
        #expect(await Printed().outcome(of: try run(script, timeout: 50)) == .timedOut)
    }

    @Test(arguments: ["sleep 1000", "yes", "exec sleep 1000 >&- 2>&-"])
    func stops(script: String) async throws {
        let run = try run("echo; \(script)")
        // The run is stopped after its start or before.
        #expect(await Printed().outcome(of: run) { run.stop() } == .stopped)
        let other = try self.run(script)
        other.stop()
        other.stop()
        #expect(await Printed().outcome(of: other) == .stopped)
    }

    @Test func theReaderCanHaveEnough() async throws {
        let printed = Printed(limit: 1_000_000)
        #expect(await printed.outcome(of: try run("yes")) == .stopped)
        #expect(printed.output.utf8.count < 1_000_000 + 64 * 1024 + 1)
    }

    @Test func nobodyOfTheGroupIsLeft() async throws {
        for script in ["sleep 1000 & sleep 1000 & wait", "trap '' TERM; (sleep 1000; sleep 1000) & wait; sleep 1000"] {
            let folder = try TemporaryFolder()
            let fifo = try Fifo(folder.path.appending("pipe"))
            // Each process of the group keeps the pipe open.
            let run = try run("exec 9>'\(fifo.path)'; echo; \(script)")
            #expect(await Printed().outcome(of: run) { run.stop() } == .stopped)
            await fifo.end()
        }
    }

    // MARK: Input

    /// An input that is many times longer than the capacity of a pipe.
    private static let large = Array(repeating: UInt8(ascii: "x"), count: 10_000_000)

    private func outcome(
        _ script: String, _ input: [UInt8], timeout: Int = long
    ) async throws -> (ChildRun.Outcome, output: String) {
        let command = ChildCommand(["sh", "-c", script], hasInput: true)
        let run = try ChildRun(command, timeoutMilliseconds: timeout, in: registry)
        let printed = Printed()
        return (await printed.outcome(of: run, input: input), printed.output)
    }

    @Test func aCommandGetsItsInputAndThenItsEnd() async throws {
        let (end, output) = try await outcome("cat; echo end", Array("a\nb\n".utf8))
        #expect(end == .ended(.code(0)) && output == "a\nb\nend\n")
        let (silent, nothing) = try await outcome("cat; echo end", [])
        #expect(silent == .ended(.code(0)) && nothing == "end\n")
    }

    @Test func inputAndOutputDoNotWaitForEachOther() async throws {
        let (end, output) = try await outcome("cat", Self.large)
        #expect(end == .ended(.code(0)) && output.utf8.count == Self.large.count)
    }

    @Test(arguments: ["exit 3", "exec <&-; echo >&2; exit 3", "head -c 100000 >/dev/null; exit 3"])
    func aCommandNeedNotReadItsInput(script: String) async throws {
        #expect(try await outcome(script, Self.large).0 == .ended(.code(3)))
    }

    @Test func aCommandThatNeverReadsItsInputTimesOut() async throws {
        #expect(try await outcome("sleep 1000", Self.large, timeout: 50).0 == .timedOut)
    }

    // MARK: Nothing is left behind

    @Test func manyRunsLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            func some() async throws {
                for number in 0..<10 {
                    let script = ["exit 1", "sleep 1000 & seq 100", "yes", "sleep 1000", "no-such-program"][number % 5]
                    let run = try ChildRun(ChildCommand(["sh", "-c", script]), timeoutMilliseconds: 1_000_000)
                    if script == "sleep 1000" { run.stop() }
                    _ = await Printed(limit: 10_000).outcome(of: run)
                }
            }
            try await some()
            let (descriptors, threads) = (countOfOwn("fd"), countOfOwn("task"))
            for _ in 0..<15 { try await some() }
            // The last runs release their resources shortly after their end. With a leak, this loop would never end.
            while ChildProcesses.shared.count > 0 || countOfOwn("fd") > descriptors || countOfOwn("task") > threads {
                await Task.yield()
            }
            // There is no child, not even a zombie.
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }
}

/// Counts the entries of a folder of this process in `/proc`, such as `fd` or `task`.
private func countOfOwn(_ folder: String) -> Int {
    guard let stream = opendir("/proc/self/\(folder)") else { return -1 }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    return count
}

/// The output of a run so far.
private final class Printed: Sendable {
    private let bytes = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))
    private let limit: Int

    init(limit: Int = .max) {
        self.limit = limit
    }

    var output: String { String(decoding: bytes.withLock { $0.output }, as: UTF8.self) }
    var errors: String { String(decoding: bytes.withLock { $0.errors }, as: UTF8.self) }

    func outcome(
        of run: ChildRun, input: [UInt8] = [], onPrint: @escaping @Sendable () -> Void = {}
    ) async -> ChildRun.Outcome {
        await withCheckedContinuation { continuation in
            run.start(input: input) { channel, more in
                let isEnough = self.bytes.withLock { bytes in
                    if channel == .output { bytes.output += more } else { bytes.errors += more }
                    return bytes.output.count > self.limit
                }
                onPrint()
                return !isEnough
            } onEnd: {
                continuation.resume(returning: $0)
            }
        }
    }
}
