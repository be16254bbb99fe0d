import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FHEventLoop

@Suite(.hangLimit)
struct ChildProcessTests {
    private let registry = ChildProcesses()

    private func shell(_ script: String) -> ChildCommand {
        ChildCommand(["sh", "-c", script])
    }

    // MARK: The environment of a child

    @Test(arguments: [
        ("exit 0", ChildProcess.ExitStatus.code(0)), ("exit 3", .code(3)), ("exit 255", .code(255)),
        ("kill -9 $$", .signal(9)), ("kill -15 $$", .signal(15)),
    ])
    func tellsHowItEnded(script: String, expected: ChildProcess.ExitStatus) async throws {
        let end = try await outcome(of: shell("echo x; \(script)"), in: registry)
        #expect(end.text == "x\n")
        #expect(end.status == expected)
        #expect(registry.count == 0)
    }

    @Test func keepsBothOutputsApart() async throws {
        let registry = registry
        let texts = try await onThread {
            let child = try ChildProcess.spawn(ChildCommand(["sh", "-c", "echo out; echo err >&2"]), in: registry)
            let output = child.readOutput()
            child.wait(milliseconds: -1)
            return [output, child.errors.readString()]
        }
        #expect(texts == ["out\n", "err\n"])
    }

    @Test func argumentsAreNoShellText() async throws {
        let arguments = ["$HOME", "a b", "", "'", ";", "ä😀"]
        let end = try await outcome(of: ChildCommand(["printf", "%s|"] + arguments))
        #expect(end.text == arguments.map { $0 + "|" }.joined())
    }

    @Test func readsNothingUnlessItGetsAPipe() async throws {
        #expect(try await outcome(of: ChildCommand(["cat"])).text == "")
        let registry = registry
        let line = try await onThread {
            let child = try ChildProcess.spawn(ChildCommand(["head", "-n", "1"], hasInput: true), in: registry)
            try child.input?.writeAll("hello\n".utf8)
            defer { child.wait(milliseconds: -1) }
            return child.readOutput()
        }
        #expect(line == "hello\n")
    }

    @Test func runsInItsFolderWithItsEnvironment() async throws {
        #expect(try await outcome(of: ChildCommand(["pwd"], folder: "/proc")).text == "/proc\n")
        #expect(try await outcome(of: ChildCommand(["env"], environment: ["A": "b"])).text == "A=b\n")
        let inherited = try await outcome(of: ChildCommand(["sh", "-c", "echo $PATH"])).text
        #expect(inherited == String(cString: getenv("PATH")) + "\n")
    }

    @Test func aProgramWithASlashIsLookedUpFromItsFolder() async throws {
        #expect(try await outcome(of: ChildCommand(["./true"], folder: "/bin")).status == .code(0))
    }

    @Test func inheritsNoDescriptors() async throws {
        let open = try Ends.device("/dev/null")
        #expect(!open.first.closesOnExec)
        // The fourth descriptor is the folder that `ls` reads.
        #expect(try await outcome(of: ChildCommand(["ls", "/proc/self/fd"])).text == "0\n1\n2\n3\n")
    }

    @Test func findsNoSignalBlockedOrIgnored() async throws {
        ignoreSIGPIPE()
        // Spawned on a thread that blocks all signals.
        let text = try await outcome(of: ChildCommand(["grep", "-E", "SigBlk|SigIgn", "/proc/self/status"])).text
        let masks = text.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0, radix: 16) }
        // Beyond 31 are the real-time signals, two of which the C library reserves and ignores.
        #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0])
    }

    @Test func leadsAGroup() async throws {
        let registry = registry
        let (id, text) = try await onThread {
            let command = ChildCommand(["cut", "-d", " ", "-f", "1,5", "/proc/self/stat"])
            let child = try ChildProcess.spawn(command, in: registry)
            defer { child.wait(milliseconds: -1) }
            return (child.id, child.readOutput())
        }
        #expect(text == "\(id) \(id)\n")
    }

    // MARK: Failed starts

    @Test(arguments: [
        (ChildCommand(["no-such-program"]), SpawnFailure(.command, .noSuchFileOrDirectory)),
        (ChildCommand(["/etc/passwd"]), SpawnFailure(.command, .permissionDenied)),
        (ChildCommand(["no-such-program"], folder: "/"), SpawnFailure(.command, .noSuchFileOrDirectory)),
        (ChildCommand(["true"], folder: "/no-such-folder"), SpawnFailure(.folder, .noSuchFileOrDirectory)),
        (ChildCommand(["true"], folder: "/etc/passwd"), SpawnFailure(.folder, .notDirectory)),
        (ChildCommand([]), SpawnFailure(.command, .invalidArgument)),
        (ChildCommand(["true", "a\0b"]), SpawnFailure(.command, .invalidArgument)),
        (ChildCommand(["true"], environment: ["A": "a\0b"]), SpawnFailure(.command, .invalidArgument)),
    ])
    func saysWhatWasWrong(command: ChildCommand, expected: SpawnFailure) async throws {
        let registry = registry
        await #expect(throws: expected) {
            try await onThread { _ = try ChildProcess.spawn(command, in: registry) }
        }
        #expect(registry.count == 0)
    }

    // MARK: Ending

    @Test func whatIsLeftOfTheGroupDiesWithTheProcess() async throws {
        // The output ends when the last process that has it open has ended.
        let end = try await onThread { [registry] in
            let child = try ChildProcess.spawn(
                ChildCommand(["sh", "-c", "sleep 1000 & (sleep 1000; true) & echo started"]), in: registry)
            let line = child.readLine()
            let status = child.wait(milliseconds: -1)
            return (line, status, child.readOutput())
        }
        #expect(end == ("started", .code(0), ""))
    }

    @Test func aSignalReachesTheWholeGroup() async throws {
        let text = try await onThread { [registry] in
            let script =
                "trap 'exit 7' TERM; sh -c 'trap \"echo inner; exit\" TERM; echo ready; while :; do sleep 1; done'"
            let child = try ChildProcess.spawn(ChildCommand(["sh", "-c", script]), in: registry)
            let line = child.readLine()
            child.signal(SIGTERM)
            return line + " " + child.readLine() + " \(child.wait(milliseconds: -1) == .code(7))"
        }
        #expect(text == "ready inner true")
    }

    @Test func oneThatIgnoresTheRequestIsKilled() async throws {
        let status = try await onThread { [registry] in
            let child = try ChildProcess.spawn(
                ChildCommand(["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1000; done"]), in: registry)
            _ = child.readLine()
            let status = child.end()
            #expect(child.readOutput() == "")
            return status
        }
        #expect(status == .signal(9))
        #expect(registry.count == 0)
    }

    @Test func terminateDoesNotWait() async throws {
        let status = try await onThread { [registry] in
            let child = try ChildProcess.spawn(ChildCommand(["sleep", "1000"]), in: registry)
            child.terminate()
            return child.wait(milliseconds: -1)
        }
        #expect(status == .signal(15))
    }

    @Test func terminateAsksOnce() async throws {
        let status = try await onThread { [registry] in
            // If the signal reaches the shell's child before it is `sleep`, the child goes on, and the shell waits for it.
            let script = "trap 'trap \"exit 7\" TERM; echo asked' TERM; echo ready; while :; do sleep 0.1; done"
            let child = try ChildProcess.spawn(ChildCommand(["sh", "-c", script]), in: registry)
            #expect(child.readLine() == "ready")
            child.terminate()
            #expect(child.readLine() == "asked")
            return child.wait(milliseconds: -1)
        }
        #expect(status == .signal(9))
    }

    @Test func oneThatIsCollectedGetsNoSignals() async throws {
        let child = try await onThread { [registry] in
            let child = try ChildProcess.spawn(ChildCommand(["true"]), in: registry)
            child.wait(milliseconds: -1)
            return child
        }
        // Only two effects are observable: the call returns, and the status is unchanged.
        child.signal(SIGKILL)
        #expect(child.reap() == .code(0))
        #expect(!processExists(child.id))
    }

    @Test func aRunningOneHasNoStatus() async throws {
        let child = try await onThread { [registry] in
            try ChildProcess.spawn(ChildCommand(["sleep", "1000"]), in: registry)
        }
        #expect(child.reap() == nil)
        #expect(child.wait(milliseconds: 0) == nil)
        #expect(registry.count == 1)
        #expect(try await onThread { child.end() } == .signal(15))
        #expect(registry.count == 0)
    }

    // MARK: All children

    @Test func killAllLeavesNobodyAndLetsNobodyIn() async throws {
        let registry = registry
        let rest = try await onThread {
            let scripts = ["sleep 1000", "trap '' TERM; sleep 1000 & echo x; wait", "exit 0", "kill -STOP $$"]
            let children = try scripts.map { try ChildProcess.spawn(ChildCommand(["sh", "-c", $0]), in: registry) }
            registry.killAll()
            #expect(children.allSatisfy { $0.reap() != nil && !processExists($0.id) })
            // The children end although grandchildren have their output open.
            return children.map { $0.readOutput() }.count
        }
        #expect(rest == 4)
        #expect(registry.count == 0)
        await #expect(throws: SpawnFailure(.system, .canceled)) {
            try await onThread { _ = try ChildProcess.spawn(ChildCommand(["true"]), in: registry) }
        }
    }

    @Test func manyThreadsEndOneChild() async throws {
        for _ in 0..<20 {
            let child = try await onThread { [registry] in
                try ChildProcess.spawn(ChildCommand(["sleep", "1000"]), in: registry)
            }
            let statuses = try await withThrowingTaskGroup(of: ChildProcess.ExitStatus?.self) { group in
                for _ in 0..<4 { group.addTask { try await onThread { child.end() } } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: .signal(15), count: 4))
        }
        #expect(registry.count == 0)
    }
}
