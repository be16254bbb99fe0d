import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FHEventLoop

/// The lines that the guard receives.
@Suite(.hangLimit)
struct ChildGuardTests {
    private let registry = ChildProcesses()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    /// Replaces the guard by a program that records its input.
    ///
    /// Another process writes the program. If this process wrote the file, a child that another test starts meanwhile
    /// could keep the file open for writing for a moment, so that running the program would fail with `ETXTBSY`.
    private func useScribe() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appendingPathComponent("scribe")
        let script = "#!/bin/sh\nPATH=/bin:/usr/bin\nexec cat >> \(folder.path)/lines\n"
        let command = #"printf %s "$1" > "$0" && chmod 700 "$0""#
        let writer = try Process.run(
            URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", command, program.path, script])
        writer.waitUntilExit()
        #expect(writer.terminationStatus == 0)
        registry.useGuard(program.path)
    }

    private func run(isGuarded: Bool) async throws -> Int {
        let registry = registry
        return try await onThread {
            let child = try ChildProcess.spawn(ChildCommand(["true"], isGuarded: isGuarded), in: registry)
            child.wait(milliseconds: -1)
            return child.id
        }
    }

    /// Returns what the guard has written, as soon as there are `count` lines: the registry waits for it only briefly.
    private func lines(_ count: Int) async -> String {
        while true {
            let text = try? String(contentsOf: folder.appendingPathComponent("lines"), encoding: .utf8)
            if let text, text.count(where: { $0 == "\n" }) >= count { return text }
            await Task.yield()
        }
    }

    @Test func hearsOfGroupsThatWantOne() async throws {
        try useScribe()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await run(isGuarded: false)
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("lines").path))
        let ids = [try await run(isGuarded: true), try await run(isGuarded: true)]
        let registry = registry
        try await onThread { registry.killAll() }
        #expect(await lines(4) == ids.map { "+\($0)\n-\($0)\n" }.joined())
    }

    @Test func aChildThatCouldNotBeRunIsTakenBack() async throws {
        try useScribe()
        defer { try? FileManager.default.removeItem(at: folder) }
        let registry = registry
        await #expect(throws: SpawnFailure(.command, .noSuchFileOrDirectory)) {
            try await onThread { _ = try ChildProcess.spawn(ChildCommand(["no-such-program"]), in: registry) }
        }
        try await onThread { registry.killAll() }
        let lines = await lines(2).split(separator: "\n")
        #expect(lines.count == 2 && lines.first?.first == "+" && lines.last?.first == "-")
        #expect(lines.first?.dropFirst() == lines.last?.dropFirst())
    }

    /// The child is announced to the guard before it runs its program, so that no later announcement is needed.
    @Test func aChildIsKnownBeforeItRuns() async throws {
        let pipe = Pipe()
        let id = try await onThread {
            let pipes = try ChildPipes(hasInput: false)
            let told = pipe.fileHandleForWriting.fileDescriptor
            let (id, exit) = try ChildCommand(["true"]).start(with: pipes, announcement: told)
            pipes.close()
            close(exit)
            while waitpid(id, nil, 0) == -1, errno == EINTR {}
            return id
        }
        try pipe.fileHandleForWriting.close()
        let text = try pipe.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        #expect(text == "+\(id)\n")
    }

    /// Without a guard, the child could outlive this process.
    @Test func withoutOneNothingIsStarted() async throws {
        registry.useGuard("/no/such/program")
        await #expect(throws: SpawnFailure(.system, .noSuchFileOrDirectory)) { _ = try await run(isGuarded: true) }
        #expect(registry.count == 0)
        _ = try await run(isGuarded: false)
    }
}
