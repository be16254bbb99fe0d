import FHCommands
import FHEventLoop
import FHHosting
import FHJSON
import FHTerminalProgram
import FHTerminalScreen
import FHWorkspaces
import Foundation
import Logging
import Testing

/// A folder with a workspace, in which tests play sessions.
final class PlayedStage: Sendable {
    /// The outcome of a played session.
    struct Outcome: Sendable {
        let frames: [String]
        let status: Int32
        /// The output of a dialog; nil if it was not completed.
        let output: JSONValue?
        /// The reason why a dialog has failed; nil if it has not.
        let problem: String?

        /// The last frame, without its title.
        var screen: String { frames.last?.split(separator: "\n").dropFirst().joined(separator: "\n") ?? "" }
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    /// Copies the demo workspace.
    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["demo.workspace.json", "tasks.jsonl"] {
            let file = Self.root.appendingPathComponent("clients/demo/\(name)")
            try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent(name))
        }
    }

    /// Makes a workspace with one list `tasks` over a file with rows.
    ///
    /// - Parameter members: further members of the list's declaration.
    init(rows: JSON, _ members: JSON = [:]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let tasks: JSON = ["kind": "list", "title": "Tasks", "source": "rows", "selection": "multiple"]
        let workspace: JSON = [
            "sources": ["rows": ["type": "file", "path": "rows.jsonl"]],
            "features": ["tasks": tasks.merging(members)],
        ]
        try write(rows.elements.map { $0.description + "\n" }.joined(), to: "rows.jsonl")
        try write(workspace.description, to: "demo.workspace.json")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Returns the text of a file in the folder.
    func text(of name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// Returns the value that each row of the file has for a key.
    func values(of key: String) throws -> [String] {
        try text(of: "rows.jsonl").split(separator: "\n").map { line in
            let value = try JSON(JSONValue(parsing: Array(line.utf8)))[key] ?? .null
            return value.string ?? value.description
        }
    }

    func write(_ text: String, to name: String) throws {
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    /// Plays keys in the list `tasks`, and waits after each key until everything has settled.
    ///
    /// - Returns: the screen after the keys.
    func press(_ keys: String..., size: Size = ScreenSize.usual) async throws -> String {
        let steps = keys.map { #"{"press": "\#($0)"}, {"settle": true}, "# }.joined()
        return try await play(#"[\#(steps){"frame": "End"}]"#, .feature("tasks", nil), size: size).screen
    }

    /// Plays the steps of a JSON text.
    func play(
        _ steps: String, _ task: Program.Task = .catalog, size: Size = ScreenSize.usual,
        prepare: @escaping @Sendable (Program) -> Void = { _ in }
    ) async throws -> Outcome {
        let file = folder.appendingPathComponent("session.json")
        try steps.write(to: file, atomically: true, encoding: .utf8)
        return try await play(try PlayedSession(file.path), task, size: size, prepare: prepare)
    }

    /// Plays a session on a thread of its own.
    ///
    /// The host's effects are tasks. A loop on the thread of a test would occupy one of the few threads for tasks.
    func play(
        _ session: PlayedSession, _ task: Program.Task, size: Size = ScreenSize.usual,
        prepare: @escaping @Sendable (Program) -> Void = { _ in }
    ) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            do {
                // As large as the stack of a main thread.
                try startThread(stackBytes: 8 << 20) {
                    continuation.resume(with: Result { try self.playHere(session, task, size, prepare) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private func playHere(
        _ session: PlayedSession, _ task: Program.Task, _ size: Size, _ prepare: (Program) -> Void
    ) throws -> Outcome {
        let loop = try PollLoop()
        let workspace = folder.appendingPathComponent("demo.workspace.json").path
        let program = try Program(StageHost(workspace), on: loop, task)
        prepare(program)
        var frames: [String] = []
        // Effects of the host wait for a thread until the tests that began earlier leave one, and that may take long.
        let player = Player(session, in: program, size: size, on: loop, timeoutMs: 3_600_000) {
            frames.append($0.text)
        }
        let status = try player.run()
        return Outcome(
            frames: frames, status: status, output: program.dialog?.output, problem: program.dialog?.problem)
    }
}

/// A host in the process of the tests, over a workspace file.
final class StageHost: HostSupply {
    private let path: String

    init(_ path: String) { self.path = path }

    var canTrust: Bool { false }

    func trust(_ workspace: JSONValue) -> String? { "tests trust nothing" }

    func connect(on loop: PollLoop) throws(HostFailure) -> any ProgramConnection {
        do {
            let bytes = try WholeFile.read(path)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let workspace = try Workspace(bytes, folder: folder, seed: 1)
            let catalog = Catalog(
                workspace.features, clientSources: workspace.clientSources, plugins: workspace.plugins)
            var options = Host.Options()
            options.servePeople()
            options.seed = 1
            let host = Host(catalog: catalog, options: options, loop: loop) {
                Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            }
            return LocalConnection(to: host, on: loop)
        } catch {
            throw HostFailure(["\(error)"], status: 2)
        }
    }
}
