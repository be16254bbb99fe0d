import FHDeclarations
import FHHosting
import FHJSON
import FHWorkspaces
import FeatureKit

/// The output of `featurehost check` for a workspace.
package struct CheckReport {
    /// True if there are no errors.
    package let isRight: Bool
    /// One line for each error.
    ///
    /// If there are no errors, one line for each warning, and a summary.
    let lines: [String]

    /// Checks a workspace file and the manifests of the plugins that it names.
    init(of path: String, folders: DataFolders) {
        self.init(path) { () throws(CatalogLoader.Unusable) in
            try CatalogLoader.workspace(path, seed: 0, folders: folders)
        }
    }

    /// Checks the content of a workspace, without installed plugins.
    package init(of bytes: [UInt8], path: String) {
        self.init(path) { () throws(CatalogLoader.Unusable) in
            do throws(WorkspaceError) {
                return try Workspace(bytes, folder: "/nowhere", seed: 0)
            } catch {
                throw CatalogLoader.unusable(error, path)
            }
        }
    }

    private init(_ path: String, _ load: () throws(CatalogLoader.Unusable) -> Workspace) {
        do {
            let workspace = try load()
            let features = workspace.features.map { "\($0.id) (\($0.kind.rawValue))" }.joined(separator: ", ")
            isRight = true
            lines =
                workspace.warnings.map { CatalogLoader.line(for: $0, in: path, " warning:") }
                + ["\(path): no errors; \(features.isEmpty ? "no features" : features)"]
        } catch {
            isRight = false
            lines = error.lines
        }
    }

    package var text: String { StandardOutput.text(of: lines) }
}
