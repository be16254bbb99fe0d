import EventLoop
import FeatureKit
import Hosting
import JSON
import SystemPackage

/// Finds the features that a command is to serve.
enum CatalogLoader {
    /// A workspace that can't be used; says why, a line a mistake.
    struct Unusable: Error {
        let lines: [String]
    }

    /// A workspace file and what is in it.
    struct File {
        let path: String
        let bytes: [UInt8]

        /// Reads it.
        init(_ path: String) throws(Unusable) {
            do {
                self.init(path: path, bytes: try WholeFile.read(path))
            } catch {
                throw Unusable(lines: ["\(path): can't be read: \(error)"])
            }
        }

        /// One that was read before.
        init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The features of a workspace file, and behind them the daemon's own, and the gallery where it is wanted or there
    /// is no file.
    ///
    /// What somebody has declared counts more than what is built in.
    static func load(
        _ path: String?, withGallery: Bool, seed: UInt64, folders: DataFolders = DataFolders()
    ) throws(Unusable) -> Catalog {
        let file: File? = if let path { try File(path) } else { nil }
        return try load(file, withGallery: withGallery, seed: seed, folders: folders)
    }

    /// The same of a file that has been read.
    ///
    /// - Parameters:
    ///   - installed: the plugins that it can name, in the place of those in `folders`.
    ///   - requiresTrust: whether its programs are run only where somebody has said that it is trusted.
    ///   - tape: what its sources are recorded by, or replayed.
    static func load(
        _ file: File?, withGallery: Bool, seed: UInt64, folders: DataFolders, installed: PluginFolder? = nil,
        requiresTrust: Bool = false, tape: (any Tape)? = nil
    ) throws(Unusable) -> Catalog {
        let features = HostProcess.features
        let builtIn = features.own + (withGallery || file == nil ? features.gallery() : [])
        guard let file else { return Catalog(builtIn) }
        let isTrusted = requiresTrust ? try trusts(file) : true
        let workspace = try workspace(
            file, seed: seed, folders: folders, installed: installed, runsPrograms: isTrusted, tape: tape)
        var untrusted: UntrustedWorkspace?
        if !isTrusted, !workspace.programs.isEmpty {
            untrusted = UntrustedWorkspace(
                path: realPath(of: file.path) ?? file.path, digest: TrustList.digest(of: file.bytes),
                programs: workspace.programs)
        }
        let known = Set(workspace.features.map(\.id))
        return Catalog(
            workspace.features + builtIn.filter { !known.contains($0.id) }, clientSources: workspace.clientSources,
            plugins: workspace.plugins, untrusted: untrusted)
    }

    private static func trusts(_ file: File) throws(Unusable) -> Bool {
        do throws(TrustList.Failure) {
            return try TrustList().read().trusts(file.bytes, at: file.path)
        } catch {
            throw Unusable(lines: ["\(error.path): can't be read: \(error.reason)"])
        }
    }

    /// A workspace file.
    static func workspace(
        _ path: String, seed: UInt64, folders: DataFolders = DataFolders()
    ) throws(Unusable) -> Workspace {
        try workspace(try File(path), seed: seed, folders: folders)
    }

    static func workspace(
        _ file: File, seed: UInt64, folders: DataFolders, installed: PluginFolder? = nil, runsPrograms: Bool = true,
        tape: (any Tape)? = nil
    ) throws(Unusable) -> Workspace {
        do {
            let folder = FilePath(file.path).folderAndName.folder.string
            defer { FreedMemory.giveBack(afterParsing: file.bytes.count) }
            let store = StoreLocation.place(forWorkspace: file.path, stateFolder: folders.state)
            return try Workspace(
                file.bytes, folder: folder, seed: seed, store: store, installed: installed ?? folders.plugins,
                runsPrograms: runsPrograms, tape: tape)
        } catch {
            throw unusable(error, file.path)
        }
    }

    /// Says what is wrong with the workspace in a file.
    static func unusable(_ error: WorkspaceError, _ path: String) -> Unusable {
        Unusable(lines: error.mistakes.map { line(for: $0, in: path) })
    }

    /// Says what is wrong with a file, or what it warns of.
    ///
    /// - Parameters:
    ///   - mistake: what, and where it is.
    ///   - path: the file, unless it is in a manifest.
    ///   - word: what comes before the place, with its space.
    static func line(for mistake: WorkspaceMistake, in path: String, _ word: String = "") -> String {
        let place = mistake.pointer.isEmpty ? "" : " \(mistake.pointer)"
        return "\(mistake.file ?? path):\(mistake.line):\(word)\(place) \(mistake.message)"
    }
}
