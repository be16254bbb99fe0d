import FHEventLoop
import FHJSON
import FeatureKit
import Synchronization
import TestSupport
import Testing

@testable import FHDataSources

/// Operations that report their progress.
@Suite(.hangLimit)
struct OperationProgressTests {
    /// The reports and the log of an operation.
    private final class Reports: Sendable {
        private let all = Mutex<[WorkProgress]>([])
        private let lines = Mutex<[String]>([])

        var progress: [WorkProgress] { all.withLock(\.self) }
        var logged: [String] { lines.withLock(\.self) }

        func add(_ progress: WorkProgress) { all.withLock { $0.append(progress) } }
        func log(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// The result of an operation that is a shell script, and its reports.
    private func run(
        _ script: String, secrets: [String] = [], outputLimit: Int = 16 << 20
    ) async throws -> (result: Result<JSONText, Failure>, reports: Reports) {
        let reports = Reports()
        let operation = try CommandSource.Operation(argv: ["sh", "-c", script], reportsProgress: true)
        let source = CommandSource(
            try CommandSource.Options(argv: nil, outputLimit: outputLimit, operations: ["do": operation]),
            children: ChildProcesses(), log: { reports.log($0) })
        let result: Result<JSONText, Failure> = await WorkProgress.$report.withValue(ProgressReport { reports.add($0) })
        {
            do throws(Failure) {
                return .success(try await source.perform("do", input: .null, secrets: secrets, opID: "1").get())
            } catch {
                return .failure(error)
            }
        }
        return (result, reports)
    }

    private func failure(_ script: String) async throws -> Failure? {
        if case .failure(let failure) = try await run(script).result { failure } else { nil }
    }

    @Test func theNewestOfLinesThatArePrintedTogetherIsReported() async throws {
        let (result, reports) = try await run(
            #"printf '{"progress":0.1}\n{"progress":0.2,"message":"b"}\n{"message":"c"}\n'; printf '{"output":7}'"#)
        #expect(result == .success(JSONText(JSONValue.integer(7))))
        #expect(reports.progress.last == WorkProgress(fraction: 0.2, message: "c"))
    }

    @Test func tenThousandLinesAreReportedForEachReadAndNotForEachLine() async throws {
        let (_, reports) = try await run(
            #"awk 'BEGIN { for (i = 0; i < 10000; i++) print "{\"message\": \"" i "\"}"; print "{\"output\": 1}" }'"#)
        #expect(reports.progress.last?.message == "9999")
        #expect(reports.progress.count < 1_000)
    }

    @Test func nullTakesTheProgressAway() async throws {
        let (_, reports) = try await run(
            #"printf '{"progress":0.1,"message":"a"}\n{"progress":null,"message":null}\n{"output":1}\n'"#)
        #expect(reports.progress.last == WorkProgress() || reports.progress.isEmpty)
    }

    @Test func aLongMessageIsCut() async throws {
        let (_, reports) = try await run(#"printf '{"message":"%0300d"}\n{"output":1}\n' 1"#)
        #expect(reports.progress.last?.message?.count == 200)
    }

    @Test func secretsAreReplaced() async throws {
        let (_, reports) = try await run(
            #"printf '{"message":"is hunter2","log":"was hunter2"}\n{"output":1}\n'"#, secrets: ["hunter2"])
        #expect(reports.progress.last?.message == "is [secret]")
        #expect(reports.logged == ["operation do: was [secret]"])
    }

    @Test(arguments: [
        ("pears", "line 1: it is not JSON"), ("[1]", "line 1: it is not an object"),
        ("{}", "line 1: it has no member progress, message, log or output"),
        (#"\n{"progress":1.01}"#, "line 2: its progress is not a number from 0 to 1"),
        (#"{"progress":-0.1}"#, "line 1: its progress is not a number from 0 to 1"),
        (#"{"progress":"0.1"}"#, "line 1: its progress is not a number from 0 to 1"),
        (#"{"message":1}"#, "line 1: its message is not a string"), (#"{"log":1}"#, "line 1: its log is not a string"),
        (#"{"output":1}"#, "line 2: it follows the output, which is the last line"),
    ])
    func aWrongLineFailsTheOperationAtItsEnd(lines: String, expected: String) async throws {
        let folder = try TemporaryFolder()
        let end = folder.file("end")
        let failure = try await failure(
            "printf '%b\\n' '\(lines)'; printf '{\"output\":1}\\n'; echo >'\(end)'")
        #expect(failure?.code == "invalidData")
        #expect(failure?.message.contains(expected) == true, "\(failure?.message ?? "")")
        #expect(try folder.read("end") == "\n")
    }

    @Test func theStatusTakesPrecedence() async throws {
        let failure = try await failure("echo pears; echo 'no room' >&2; exit 3")
        #expect(failure?.code == "commandFailed")
        #expect(failure?.message == "sh ended with status 3: no room")
    }

    @Test func withoutOutputTheOperationFails() async throws {
        #expect(try await failure("true")?.message.contains("has no result") == true)
        #expect(try await failure(#"echo '{"progress":1}'"#)?.code == "invalidData")
        #expect(try await run(#"echo '{"output":null}'"#).result == .success(.null))
    }

    @Test func validationErrorsAreInTheOutput() async throws {
        let failure = try await failure(
            #"echo '{"output":{"errors":[{"path":"/name","code":"taken","message":"Taken."}]}}'"#)
        #expect(failure?.mistakes.map(\.code) == ["taken"])
    }

    @Test func theLimitIsThatOfALine() async throws {
        let many = #"for i in 1 2 3 4 5 6 7 8 9; do echo '{"message":"some more"}'; done; echo '{"output":1}'"#
        #expect(try await run(many, outputLimit: 60).result == .success(JSONText(JSONValue.integer(1))))
        let (result, _) = try await run(#"printf '{"message":"%0200d"}\n' 1; sleep 1000"#, outputLimit: 60)
        guard case .failure(let failure) = result else { return #expect(Bool(false), "a long line is accepted") }
        #expect(failure.code == "outputLimit")
        #expect(failure.message.contains("60 bytes in a line"))
    }
}
