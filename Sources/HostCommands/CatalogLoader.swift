import FeatureKit
import Hosting
import JSON
import SystemPackage

/// Finds the features that a command is to serve.
enum CatalogLoader {
    /// A workspace that can't be used; says why, a line a mistake.
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }

    /// The features of a workspace file, and behind them the daemon's own, and the gallery where it is wanted or there
    /// is no file.
    ///
    /// What somebody has declared counts more than what is built in.
    static func load(
        _ path: String?, withGallery: Bool, seed: UInt64, stateFolder: String? = nil
    ) throws(Unusable) -> Catalog {
        let features = HostProcess.features
        let builtIn = features.own + (withGallery || path == nil ? features.gallery() : [])
        guard let path else { return Catalog(builtIn) }
        let workspace = try workspace(path, seed: seed, stateFolder: stateFolder)
        let known = Set(workspace.features.map(\.id))
        return Catalog(
            workspace.features + builtIn.filter { !known.contains($0.id) }, clientSources: workspace.clientSources,
            plugins: workspace.plugins)
    }

    /// A workspace file.
    static func workspace(_ path: String, seed: UInt64, stateFolder: String? = nil) throws(Unusable) -> Workspace {
        let bytes: [UInt8]
        do {
            bytes = try read(path)
        } catch {
            throw Unusable(description: "\(path): can't be read: \(error)")
        }
        do {
            let folder = FilePath(path).removingLastComponent().string
            defer { FreedMemory.giveBack(afterParsing: bytes.count) }
            let store = StoreLocation.place(forWorkspace: path, stateFolder: stateFolder)
            return try Workspace(bytes, folder: folder, seed: seed, store: store)
        } catch {
            throw Unusable(description: error.mistakes.map { line(for: $0, in: path) }.joined(separator: "\n"))
        }
    }

    /// Says what is wrong with a file, or what it warns of.
    ///
    /// - Parameters:
    ///   - mistake: what, and where it is.
    ///   - path: the file.
    ///   - word: what comes before the place, with its space.
    static func line(for mistake: WorkspaceMistake, in path: String, _ word: String = "") -> String {
        let place = mistake.pointer.isEmpty ? "" : " \(mistake.pointer)"
        return "\(path):\(mistake.line):\(word)\(place) \(mistake.message)"
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        return try file.closeAfter {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                if count == 0 { return bytes }
                bytes.append(contentsOf: buffer[..<count])
            }
        }
    }
}
