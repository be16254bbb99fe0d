import FHGallery
import FHHosting
import FHJSON
import FHWorkspaces
import Foundation

/// The folder, files and arguments for a transcript.
final class Stage {
    struct Unknown: Error {
        let argument: String
    }

    let isClockVirtual: Bool
    let seed: UInt64
    private let withGallery: Bool
    private let workspace: [UInt8]?
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("HostingTests-\(UUID().uuidString)")

    init(_ setting: JSONValue) throws {
        var isClockVirtual = false
        var seed: UInt64 = 0
        var words = setting["arguments"]?.elements.compactMap(\.stringValue) ?? []
        withGallery = words.contains("--gallery")
        words.removeAll { $0 == "--gallery" }
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            switch (words[index], words[index + 1]) {
            case ("--clock", let clock): isClockVirtual = clock == "virtual"
            case ("--seed", let text): seed = UInt64(text) ?? 0
            case (let argument, _): throw Unknown(argument: argument)
            }
        }
        self.isClockVirtual = isClockVirtual
        self.seed = seed
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in setting["files"].map({ Array($0.members) }) ?? [] {
            try Data((text.stringValue ?? "").utf8).write(to: folder.appendingPathComponent(name))
        }
        switch setting["workspace"] {
        case let path? where path.stringValue != nil:
            // The other files of the folder are copied too, because they may be sources of the workspace.
            let source = Transcript.folder.appendingPathComponent(path.stringValue ?? "")
            let neighbours = source.deletingLastPathComponent()
            for name in try FileManager.default.contentsOfDirectory(atPath: neighbours.path) {
                try FileManager.default.copyItem(
                    at: neighbours.appendingPathComponent(name), to: folder.appendingPathComponent(name))
            }
            workspace = Array(try Data(contentsOf: source))
        case let value?: workspace = JSONText(value).bytes
        case nil: workspace = nil
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the features of the workspace, optionally followed by the gallery; without a workspace, the gallery.
    func catalog() throws -> Catalog {
        guard let workspace else { return Catalog(GalleryFeatures.all) }
        let read = try Workspace(workspace, folder: folder.path, seed: seed)
        return Catalog(
            read.features + (withGallery ? GalleryFeatures.all : []), clientSources: read.clientSources,
            plugins: read.plugins)
    }

    /// Returns a frame with paths as in a process whose working directory is this folder.
    func withoutFolder(_ frame: JSONValue) throws -> JSONValue {
        try JSONValue(parsing: JSONText(frame).string.replacingOccurrences(of: folder.path + "/", with: ""))
    }
}
