import ArgumentParser
import Gallery
import Hosting
import SystemPackage

/// Which features there are: those of a workspace, or the gallery.
struct WorkspaceOptions: ParsableArguments {
    @Option(name: [.long, .short], help: "A workspace file; without one the gallery is served.")
    var workspace: String?

    /// The catalog that was asked for.
    ///
    /// - Throws: an exit with status 2, after the mistakes were printed.
    func catalog(seed: UInt64) throws -> Catalog {
        guard let workspace else { return Catalog(Gallery.features) }
        let bytes: [UInt8]
        do {
            bytes = try WorkspaceFile.read(workspace)
        } catch let error as Errno {
            throw failure("\(workspace): can't be read: \(error)")
        }
        do {
            let folder = FilePath(workspace).removingLastComponent().string
            return Catalog(try Workspace(bytes, folder: folder, seed: seed).features)
        } catch {
            let lines = error.mistakes.map { mistake in
                let place = mistake.pointer.isEmpty ? "" : " \(mistake.pointer)"
                return "\(workspace):\(mistake.line):\(place) \(mistake.message)"
            }
            throw failure(lines.joined(separator: "\n"))
        }
    }

    private func failure(_ message: String) -> ExitCode {
        StandardError.print(message)
        return ExitCode(2)
    }
}

/// Reads a file whole.
enum WorkspaceFile {
    static func read(_ path: String) throws -> [UInt8] {
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

/// The log's descriptor, for messages of the commands themselves.
enum StandardError {
    static func print(_ message: String) {
        _ = try? FileDescriptor.standardError.writeAll(Array("\(message)\n".utf8))
    }
}
