import FHEventLoop
import FHGallery
import FHHosting
import FHPeers
import FHTerminalProgram
import FHWorkspaces
import FeatureKit
import Glibc
import Logging
import SystemPackage

/// The hosts of inputs: each has the gallery and a small workspace, and a virtual clock.
///
/// A workspace lives as long as its process, so all hosts have the same one. Its rows are in files, which are written
/// anew before each input.
enum FuzzHost {
    private static let folder = newFolder()
    /// The number of hosts, and the seed of the newest one: the sources take no id for an edit twice.
    nonisolated(unsafe) private static var count: UInt64 = 0

    private static let catalog: Catalog = {
        do {
            let workspace = try Workspace(
                Array(FuzzWorkspace.text.utf8), folder: folder, seed: 1, store: StorePlace(),
                installed: PluginFolder(nil), readsInOrder: true, tape: nil)
            return Catalog(workspace.features + GalleryFeatures.all)
        } catch {
            fatalError("the workspace is wrong: \(error)")
        }
    }()

    /// The ids of the features.
    static let features = catalog.features.map(\.id)

    /// Gives the files of the workspace the content that they have at the beginning of an input.
    static func reset() {
        _ = catalog
        for name in ["notes.jsonl", "drafts.jsonl"] { unlink("\(folder)/\(name)") }
        do {
            let new = "\(folder)/new"
            let file = try FileDescriptor.open(
                FilePath(new), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
            try file.closeAfter { _ = try file.writeAll(FuzzWorkspace.rows.utf8) }
            require(rename(new, "\(folder)/tasks.jsonl") == 0, "the rows can't be written: \(errno)")
        } catch {
            fatalError("the rows can't be written: \(error)")
        }
    }

    /// Starts a host, and connects to it.
    static func connect(on loop: PollLoop) -> LocalConnection {
        count += 1
        var options = Host.Options()
        options.seed = count
        options.isClockVirtual = true
        // Work that waits for the virtual clock never ends, so the end of a session must not wait for it.
        options.limits.drainMs = 1
        let host = Host(catalog: catalog, options: options, loop: loop) {
            Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        }
        return LocalConnection(to: host, on: loop)
    }

    /// Makes a folder in memory if there is such a place, because edits wait until their file is stored.
    private static func newFolder() -> String {
        let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var name = Array("\(place)/featurehost-fuzz-XXXXXX".utf8CString)
        let folder = name.withUnsafeMutableBufferPointer { name in
            name.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let folder else { fatalError("there is no place for files: \(errno)") }
        atexit { FuzzHost.removeFolder() }
        return folder
    }

    private static func removeFolder() {
        for name in ["tasks.jsonl", "notes.jsonl", "drafts.jsonl", "new"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
