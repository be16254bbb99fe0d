import FHHosting
import FHWorkspaces
import Foundation
import Testing

@Suite struct WorkspaceExampleTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The workspaces of the specification and of the demo.
    private static let files: [URL] = {
        let folders = [root.appending(path: "protocol/examples"), root.appending(path: "clients/demo")]
        return folders.flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter { $0.hasSuffix(".workspace.json") }.sorted().map { folder.appending(path: $0) }
        }
    }()

    @Test func thereAreExamples() {
        #expect(Self.files.count >= 3)
    }

    @Test(arguments: files)
    func hasNoMistakes(file: URL) throws {
        let folder = file.deletingLastPathComponent().path
        let read = try Workspace(Array(Data(contentsOf: file)), folder: folder, seed: 1)
        #expect(!read.features.isEmpty || !read.plugins.isEmpty)
    }
}
