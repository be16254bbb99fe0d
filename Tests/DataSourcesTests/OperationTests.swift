import FHEventLoop
import FHJSON
import FeatureKit
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

/// Operations of commands.
@Suite(.hangLimit)
struct OperationTests {
    private let folder: TemporaryFolder
    private let children = ChildProcesses()

    init() throws { folder = try TemporaryFolder() }

    /// Makes a source whose script records each run and then runs `rest`.
    private func counted(_ rest: String) throws -> CommandSource {
        try operation("echo >>'\(folder.file("runs"))'; \(rest)", children: children)
    }

    private func runs() throws -> Int { try folder.read("runs").count }

    // MARK: Input and output

    @Test func theInputIsALineAndTheOutputAValue() async throws {
        let input = try text(#"{"a": "x\n\u2028y", "b": [1, null]}"#)
        #expect(try await operation("cat").output(input) == input)
        #expect(try await operation("wc -l").output(input).value.intValue == 1)
    }

    @Test(arguments: [
        ("exit 0", "null"), ("printf ' \\r\\n\\t'", "null"), ("echo '  7 '", "7"), ("echo null", "null"),
        (#"printf '{"a":\n1}\n\n'"#, #"{"a":1}"#), (#"echo '{"errors":[]}'"#, "null"),
        (#"echo '{"errors":[],"a":1}'"#, #"{"errors":[],"a":1}"#), (#"echo '[{"errors":[1]}]'"#, #"[{"errors":[1]}]"#),
    ])
    func whatIsPrintedIsTheOutput(script: String, expected: String) async throws {
        #expect(try await operation(script).output() == text(expected))
    }

    @Test func aCommandNeedNotReadItsInput() async throws {
        let large = JSONText.build { $0.value(String(repeating: "x", count: 10_000_000)) }
        #expect(try await operation("echo 1").output(large).value.intValue == 1)
        #expect(try await operation("exec <&-; echo 1").output(large).value.intValue == 1)
        #expect(try await operation("cat").output(large) == large)
    }

    @Test func theInputIsNeitherAnArgumentNorInTheEnvironment() async throws {
        let source = try operation(
            "cat >/dev/null; if tr '\\0' '\\n' </proc/$$/cmdline /proc/$$/environ | grep -q s3cr; then echo 1; fi")
        #expect(try await source.output(try text(#""s3cret""#)) == .null)
    }

    @Test func itRunsInTheFolderOfItsSource() async throws {
        let pwd = try CommandSource.Operation(argv: ["sh", "-c", #"printf '"%s"' "$PWD""#])
        let source = CommandSource(try CommandSource.Options(argv: ["ls"], folder: "/proc", operations: ["do": pwd]))
        #expect(try await source.output() == text(#""/proc""#))
    }

    // MARK: Failures

    @Test func wrongValuesAreMistakes() async throws {
        let printed =
            #"{"errors":[{"path":"/name","code":"taken","message":"Taken."},{"code":"late","message":"Late."}]}"#
        let failure = try #require(await operation("echo '\(printed)'").failure(ofInput: .null))
        #expect(failure.code == "invalidValues")
        #expect(
            failure.mistakes == [
                .init(path: "/name", code: "taken", message: "Taken."),
                .init(path: nil, code: "late", message: "Late."),
            ])
    }

    @Test(arguments: [
        "{", "1 2", "s3cret", #"{"errors":{}}"#, #"{"errors":["s3cret"]}"#, #"{"errors":[{"code":"s3cret"}]}"#,
        #"{"errors":[{"code":"","message":"s3cret"}]}"#, #"{"errors":[{"path":7,"code":"a","message":"s3cret"}]}"#,
    ])
    func otherOutputIsInvalid(printed: String) async throws {
        let failure = try #require(await operation("echo '\(printed)'").failure(ofInput: .null))
        #expect(failure.code == "invalidData" && failure.message.contains("the output of sh"))
        #expect(!failure.message.contains("s3cret") && failure.mistakes.isEmpty)
    }

    @Test func theLastLinesOfStandardErrorAreShown() async throws {
        let logged = Mutex<[String]>([])
        let source = try operation(
            #"for n in 1 2 3; do echo "note $n" >&2; done; printf 'no\033 bridge\n\n' >&2; exit 3"#
        ) { line in logged.withLock { $0.append(line) } }
        let failure = try #require(await source.failure(ofInput: try text(#"{"town":"Opole"}"#)))
        #expect(failure.code == "commandFailed" && failure.retryable)
        #expect(failure.message == "sh ended with status 3: note 2; note 3; no bridge")
        #expect(logged.withLock { $0 } == [])
        #expect(
            await (try operation("exit 4")).failure(ofInput: .null)?.message
                == "sh ended with status 4: it printed no error")
        #expect(try await operation("head -c 3000000 /dev/zero >&2; echo 1").output() == text("1"))
    }

    @Test func aTimeoutShowsThemToo() async throws {
        var failure: Failure?
        // On a busy machine, the text may not be printed within a short time.
        for time in [200, 2_000, 20_000, 200_000] {
            let late = try operation("echo 'waiting for the lock' >&2; sleep 1000", timeoutMs: time)
            failure = await late.failure(ofInput: .null)
            if failure?.message.contains("lock") == true { break }
        }
        #expect(failure?.code == "timeout" && failure?.message.hasSuffix(": waiting for the lock") == true)
    }

    @Test func withASecretStandardErrorGoesToTheLogWithoutIt() async throws {
        let logged = Mutex<[String]>([])
        let source = try operation(#"cat >&2; echo ' is shut, s3"cret' >&2; exit 2"#) { line in
            logged.withLock { $0.append(line) }
        }
        let input = try text(#"{"password":"s3\"cret"}"#)
        do {
            _ = try await source.perform("do", input: input, secrets: [#"s3"cret"#, ""], opID: "o1").value
            Issue.record("it succeeded")
        } catch {
            #expect(
                error.message
                    == "sh ended with status 2: its standard error is in the log, since the input holds a secret")
        }
        #expect(
            logged.withLock { $0 } == [
                #"operation do: sh ended with status 2: {"password":"[secret]"};  is shut, [secret]"#
            ])
    }

    @Test func eachEndHasItsFailure() async throws {
        #expect(await (try operation("kill -9 $$")).failure(ofInput: .null)?.code == "commandFailed")
        #expect(await (try operation("sleep 1000", timeoutMs: 50)).failure(ofInput: .null)?.code == "timeout")
        let flood = await (try operation("yes", outputLimit: 1_000)).failure(ofInput: .null)
        #expect(flood?.code == "outputLimit" && flood?.message.contains("1000 bytes") == true)
        let none = try CommandSource.Operation(argv: ["no-such-program"])
        let source = CommandSource(try CommandSource.Options(argv: nil, operations: ["do": none]))
        #expect(await source.failure(ofInput: .null)?.code == "commandNotFound")
        children.killAll()
        #expect(await (try counted("exit 0")).failure(ofInput: .null)?.code == "commandFailed")
    }

    // MARK: Operations of a source

    @Test func aSourceSaysWhichOperationsItHas() async throws {
        let one = try CommandSource.Operation(argv: ["true"])
        let source = CommandSource(try CommandSource.Options(argv: ["ls"], operations: ["b": one, "a": one]))
        #expect(source.capabilities == .perform && source.operations == ["a", "b"])
        #expect(QueryingSource(source).capabilities.contains(.perform))
        #expect(QueryingSource(source).operations == ["a", "b"])
        #expect(try await QueryingSource(source).output(of: "b") == .null)
        #expect(await source.failure(ofInput: .null, of: "c") == .unknownOperation("c"))
        #expect(throws: Failure.self) { try CommandSource.Operation(argv: []) }
    }

    @Test func aSourceWithoutOperationsRefusesThem() async throws {
        let inline = try InlineSource(rows: [])
        let file = FileSource(path: folder.file("rows.jsonl").string, format: .jsonl)
        for source in [inline, file, try script("echo")] as [any DataSource] {
            #expect(!source.capabilities.contains(.perform))
            #expect(await source.failure(ofInput: .null) == .unknownOperation("do"))
        }
    }

    @Test func aSourceWithoutACommandHasNoRows() async throws {
        #expect(try await operation("exit 0").page(0, 10) == Page(rows: [], endReached: true, totalCount: 0))
    }

    // MARK: Runs

    @Test func anOperationThatSucceededIsNotDoneTwice() async throws {
        let source = try counted("wc -l <'\(folder.file("runs"))'")
        #expect(try await source.output(opID: "a") == text("1"))
        #expect(try await source.output(opID: "a") == text("1"))
        #expect(try await source.output(opID: "b") == text("2"))
        #expect(try runs() == 2)
    }

    @Test func anOperationThatFailedIsDoneAgain() async throws {
        let source = try counted("if [ $(wc -l <'\(folder.file("runs"))') = 1 ]; then exit 1; fi")
        #expect(await source.failure(ofInput: .null)?.code == "commandFailed")
        #expect(try await source.output() == .null)
        #expect(try runs() == 2)
    }

    @Test func operationsRunBesideEachOther() async throws {
        let (first, second) = (try Fifo(folder.file("first")), try Fifo(folder.file("second")))
        let source = try operation(
            "read name; if [ $name = 1 ]; then echo >\(first.path); read x <\(second.path); "
                + "else read x <\(first.path); echo >\(second.path); fi; echo $name", children: children)
        async let one = source.output(try text("1"), opID: "a")
        async let two = source.output(try text("2"), opID: "b")
        #expect(try await [one, two] == [text("1"), text("2")])
    }

    @Test func anOperationThatNobodyWaitsForIsEnded() async throws {
        let ready = try Fifo(folder.file("ready"))
        let source = try operation(
            "exec 9>'\(ready.path)'; echo ready >&9; sleep 1000 & sleep 1000", children: children)
        let task = Task { await source.failure(ofInput: .null) }
        #expect(await ready.line() == "ready")
        task.cancel()
        #expect(await task.value == .cancelled)
        await ready.end()
        await ended(children)
    }

    @Test func anOperationThatIsCancelledBeforeRunsNothing() async throws {
        let source = try counted("exit 0")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await source.failure(ofInput: .null)
        }
        #expect(await task.value == .cancelled)
        #expect(!(try folder.names.contains("runs")))
    }
}

private func text(_ text: String) throws -> JSONText { try JSONText(parsing: text) }
