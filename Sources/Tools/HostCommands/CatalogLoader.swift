import FHDeclarations
import FHEventLoop
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit
import SystemPackage

/// Loads the features that a command serves.
enum CatalogLoader {
    /// The error for an unusable workspace, as lines of output.
    struct Unusable: Error {
        let lines: [String]
    }

    /// A workspace file and its content.
    struct File {
        let path: String
        let bytes: [UInt8]

        /// The maximum length in bytes.
        ///
        /// It is the same as for files with rows.
        private static let longest = 1 << 30

        /// Reads a file or a pipe.
        ///
        /// A device is an error, because it may never end.
        init(_ path: String) throws(Unusable) {
            if WholeFile.isDevice(path) { throw Unusable(lines: ["\(path): is a device; name a file"]) }
            let bytes: [UInt8]
            do throws(Errno) {
                bytes = try WholeFile.read(path, upTo: Self.longest + 1)
            } catch {
                throw Unusable(lines: ["\(path): can't be read: \(error)"])
            }
            if bytes.count > Self.longest {
                throw Unusable(lines: ["\(path): is longer than \(Self.longest) bytes"])
            }
            self.init(path: path, bytes: bytes)
        }

        /// Creates a file from its content.
        init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// Loads the features of a workspace file, followed by the built-in ones.
    ///
    /// The gallery is included if it is requested, or if there is no file. If a declared feature and a built-in feature
    /// have the same id, the declared one takes precedence.
    static func load(
        _ path: String?, withGallery: Bool, seed: UInt64, folders: DataFolders = DataFolders()
    ) throws(Unusable) -> Catalog {
        let file: File? = if let path { try File(path) } else { nil }
        return try load(file, withGallery: withGallery, seed: seed, folders: folders)
    }

    /// Loads the features of a file that was read before.
    ///
    /// - Parameters:
    ///   - installed: the plugins that the file can name; nil for the plugins in `folders`.
    ///   - requiresTrust: true to run the workspace's programs only if the user trusts it.
    ///   - readsInOrder: true to read files and inline rows in the order of the requests.
    ///   - tape: the recorder or the replay of the workspace's sources; nil for neither.
    static func load(
        _ file: File?, withGallery: Bool, seed: UInt64, folders: DataFolders, installed: PluginFolder? = nil,
        requiresTrust: Bool = false, readsInOrder: Bool = false, tape: (any Tape)? = nil
    ) throws(Unusable) -> Catalog {
        let features = HostProcess.features
        let builtIn = features.own + (withGallery || file == nil ? features.gallery() : [])
        guard let file else { return Catalog(builtIn) }
        let isTrusted = requiresTrust ? try trusts(file) : true
        let workspace = try workspace(
            file, seed: seed, folders: folders, installed: installed, runsPrograms: isTrusted,
            readsInOrder: readsInOrder, tape: tape)
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

    /// Reads a workspace file.
    static func workspace(
        _ path: String, seed: UInt64, folders: DataFolders = DataFolders()
    ) throws(Unusable) -> Workspace {
        try workspace(try File(path), seed: seed, folders: folders)
    }

    static func workspace(
        _ file: File, seed: UInt64, folders: DataFolders, installed: PluginFolder? = nil, runsPrograms: Bool = true,
        readsInOrder: Bool = false, tape: (any Tape)? = nil
    ) throws(Unusable) -> Workspace {
        do {
            let folder = FilePath(file.path).folderAndName.folder.string
            defer { FreedMemory.giveBack(afterParsing: file.bytes.count) }
            let store = StoreLocation.place(forWorkspace: file.path, stateFolder: folders.state)
            return try Workspace(
                file.bytes, folder: folder, seed: seed, store: store, installed: installed ?? folders.plugins,
                runsPrograms: runsPrograms, readsInOrder: readsInOrder, tape: tape)
        } catch {
            throw unusable(error, file.path)
        }
    }

    /// The error for the diagnostics of a workspace file.
    static func unusable(_ error: WorkspaceError, _ path: String) -> Unusable {
        Unusable(lines: error.mistakes.map { line(for: $0, in: path) })
    }

    /// Formats a diagnostic as a line.
    ///
    /// - Parameters:
    ///   - mistake: the diagnostic.
    ///   - path: the workspace file, for a diagnostic that is not about a manifest.
    ///   - word: a word between the line number and the pointer, with a leading space, such as ` warning:`.
    static func line(for mistake: WorkspaceMistake, in path: String, _ word: String = "") -> String {
        let place = mistake.pointer.isEmpty ? "" : " \(mistake.pointer)"
        return "\(mistake.file ?? path):\(mistake.line):\(word)\(place) \(mistake.message)"
    }
}
