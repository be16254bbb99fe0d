import Foundation
import Glibc
import SystemPackage
import Testing

@testable import EventLoop

/// What the guard beside this process is told.
@Suite(.timeLimit(.minutes(20)))
struct ChildGuardTests {
    private let registry = ChildProcesses()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    /// A program in the guard's place, which writes down what it reads.
    private func useScribe() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appendingPathComponent("scribe")
        let script = "#!/bin/sh\nPATH=/bin:/usr/bin\nexec cat >> \(folder.path)/lines\n"
        try script.write(to: program, atomically: true, encoding: .utf8)
        #expect(chmod(program.path, 0o700) == 0)
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

    @Test func hearsOfGroupsThatWantOne() async throws {
        try useScribe()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await run(isGuarded: false)
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("lines").path))
        let ids = [try await run(isGuarded: true), try await run(isGuarded: true)]
        let registry = registry
        try await onThread { registry.killAll() }
        let lines = try String(contentsOf: folder.appendingPathComponent("lines"), encoding: .utf8)
        #expect(lines == ids.map { "+\($0)\n-\($0)\n" }.joined())
    }

    @Test func oneThatCanNotBeRunKeepsNobodyFromStarting() async throws {
        registry.useGuard("/no/such/program")
        _ = try await run(isGuarded: true)
        #expect(registry.count == 0)
    }
}
