import ArgumentParser
import EventLoop
import Hosting
import SystemPackage

/// `featurehost trust`: selects the workspaces that may run the programs that they name.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Says that a workspace, or all in a folder, may run what they name.",
        discussion: """
            A workspace can run programs: commands, operations and plugins. An editor or a terminal that opens one, \
            perhaps from a repository of somebody else, runs none of them before the workspace is trusted here.
            A file is trusted as it is now: once it is changed it has to be trusted anew. Programs that it names may change \
            nevertheless. A folder is trusted with all that is in it or will be.
            `featurehost serve` and `featurehost call` run what they are given, as a shell does with a script; \
            with --require-trust `serve` looks here first.

            Exit status: 0 if it is done; 1 if the list can't be read or written; \
            2 if there is no such file or folder, the workspace can't be used, or nothing was to be removed; \
            64 if the words of the command are wrong.
            """)

    @Argument(help: "Workspace files and folders.")
    var paths: [String] = []

    @Flag(help: "Print what is trusted, a line each; files that have changed since are marked.")
    var list = false

    @Flag(help: "Trust the paths no longer.")
    var remove = false

    @Option(
        name: .customLong("sha256"),
        help: "Trust the file only where this is the SHA-256 of it: that of which somebody was asked.")
    var digest: String?

    func validate() throws {
        if digest != nil, list || remove || paths.count != 1 {
            throw ValidationError("--sha256 needs one workspace file to trust")
        }
        if list, remove || !paths.isEmpty { throw ValidationError("--list stands alone") }
        if !list, paths.isEmpty { throw ValidationError("name a workspace or a folder, or ask for --list") }
    }

    func run() throws {
        do {
            if list { return try printList() }
            for path in paths { try remove ? distrust(path) : trust(path) }
        } catch let failure as TrustList.Failure {
            StandardError.print("featurehost: \(failure.path): \(failure.reason)")
            throw ExitCode(1)
        } catch let unusable as CatalogLoader.Unusable {
            StandardError.print(lines: unusable.lines)
            throw ExitCode(2)
        }
    }

    private func printList() throws {
        let lines = try TrustList().read().entries.map { entry in
            guard case .file(let path, let digest) = entry else { return "folder \(entry.path)" }
            guard let bytes = try? WholeFile.read(path) else { return "file \(path) (can't be read)" }
            return "file \(path)" + (TrustList.digest(of: bytes) == digest ? "" : " (changed since)")
        }
        if !lines.isEmpty { try StandardOutput.print(lines: lines) }
    }

    private func trust(_ path: String) throws {
        guard let real = realPath(of: path) else {
            throw CatalogLoader.Unusable(lines: ["\(path): there is no such file or folder"])
        }
        if WholeFile.isFolder(real) {
            if digest != nil { throw CatalogLoader.Unusable(lines: ["\(path): is a folder; --sha256 is of a file"]) }
            try TrustList().update { $0.add(.folder(real)) }
            return try StandardOutput.print("trusted: all workspaces in \(real)")
        }
        let file = try CatalogLoader.File(path)
        let workspace = try CatalogLoader.workspace(file, seed: 0, folders: DataFolders())
        let found = TrustList.digest(of: file.bytes)
        if let digest, digest.lowercased() != found {
            throw CatalogLoader.Unusable(lines: ["\(path): has changed since its SHA-256 was \(digest); read it anew"])
        }
        try TrustList().update { $0.add(.file(real, digest: found)) }
        let programs = workspace.programs.map { "it runs \($0.kind.rawValue) \($0.name): \($0.commandLine)" }
        try StandardOutput.print(lines: ["trusted: \(real)"] + programs)
    }

    private func distrust(_ path: String) throws {
        // The path may not exist any more.
        let real = realPath(of: path) ?? absolutePath(of: path)
        var isRemoved = false
        try TrustList().update { isRemoved = $0.remove(real) }
        guard isRemoved else {
            throw CatalogLoader.Unusable(lines: ["\(path): is not trusted by itself; see featurehost trust --list"])
        }
        try StandardOutput.print("no longer trusted: \(real)")
    }
}

extension WorkspaceProgram {
    /// The program and its arguments, quoted for a shell where necessary.
    fileprivate var commandLine: String {
        argv.map { word in
            let isPlain = !word.isEmpty && word.utf8.allSatisfy { Self.plain.contains($0) }
            return isPlain
                ? word
                : "'"
                    + word.split(separator: "'", omittingEmptySubsequences: false)
                    .joined(separator: "'\\''") + "'"
        }.joined(separator: " ")
    }

    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%".utf8)
}
