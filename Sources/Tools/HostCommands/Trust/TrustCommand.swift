import ArgumentParser
import FHEventLoop
import FHHosting
import FHWorkspaces
import SystemPackage

/// `featurehost trust`: selects the workspaces that may run the programs that they name.
struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trusts a workspace, or all workspaces in a folder, to run programs.",
        discussion: """
            A workspace can name programs: commands, operations and plugins. An editor or a terminal runs them only \
            if the workspace is trusted.

            A file is trusted with its present content: trust it again after a change. The programs that it names can \
            change nevertheless. A folder is trusted with all that is in it, now and later. `featurehost serve` and \
            `featurehost call` run any workspace, as a shell runs a script; `featurehost serve --require-trust` \
            checks the trust first.

            Examples:
              featurehost trust tasks.json
              featurehost trust --list
              featurehost trust --remove ~/src

            Exit status:
              0    done
              1    the list can't be read or written
              2    there is no such file or folder, the workspace can't be used, or there
                   was nothing to remove
              64   usage error
            """)

    @Argument(help: "Workspace files and folders.")
    var paths: [String] = []

    @Flag(help: "Print the trusted paths, a line each; files that have changed are marked.")
    var list = false

    @Flag(help: "Remove the paths from the list.")
    var remove = false

    @Option(
        name: .customLong("sha256"),
        help: "Trust the file only if this is its SHA-256, the one that the user confirmed.")
    var digest: String?

    func validate() throws {
        if digest != nil, list || remove || paths.count != 1 {
            throw ValidationError("--sha256 needs one workspace file to trust")
        }
        if list, remove || !paths.isEmpty { throw ValidationError("--list allows no paths and no other options") }
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
            guard let file = try? CatalogLoader.File(path) else { return "file \(path) (can't be read)" }
            return "file \(path)" + (TrustList.digest(of: file.bytes) == digest ? "" : " (changed since)")
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
        // The path may no longer exist.
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
