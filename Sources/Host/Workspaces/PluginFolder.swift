import FHDeclarations
import FHEventLoop
import FHHosting
import FHJSON
import SystemPackage

/// The folder of installed plugins.
///
/// It has a subfolder with a manifest for each plugin.
///
/// An installed plugin is only run if a workspace names it.
public struct PluginFolder: Sendable {
    /// The result of a lookup.
    public enum Found: Sendable {
        case found(PluginDeclaration)
        /// The manifest is invalid.
        case wrong([WorkspaceMistake])
        /// The plugin is not installed. The text is the reason, as a clause for a message.
        case absent(String)
    }

    /// The file name of a manifest.
    private static let manifest = "plugin.json"

    /// The absolute path of the folder; nil if no environment variable determines it.
    public let path: String?

    /// The manifests by plugin name, if they are given instead of being read from disk; otherwise nil.
    private let manifests: [String: String]?

    /// Makes a reference to a folder.
    ///
    /// The folder need not exist.
    public init(_ path: String?) {
        self.path = path
        manifests = nil
    }

    /// Simulates a folder with these manifests, by plugin name.
    package init(manifests: [String: String]) {
        path = "plugins"
        self.manifests = manifests
    }

    /// Reads the manifest of a plugin.
    public func plugin(named name: String) -> Found {
        guard let path else { return .absent("neither XDG_DATA_HOME nor HOME names the folder of installed plugins") }
        // The name must be a single path component. The check compares bytes, as the system does.
        let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
        guard let first = name.utf8.first, first != dot, !name.utf8.contains(slash), !name.utf8.contains(0) else {
            return .absent("the name of an installed plugin contains no slash and does not begin with a dot")
        }
        let folder = "\(path)/\(name)"
        let file = "\(folder)/\(Self.manifest)"
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try manifests == nil ? WholeFile.read(file) : Array((manifests?[name] ?? "").utf8)
        } catch {
            if error == .noSuchFileOrDirectory || error == .notDirectory { return .absent("there is no \(file)") }
            return .wrong([WorkspaceMistake(pointer: "", line: 1, message: "can't be read: \(error)", file: file)])
        }
        let mistakes = MistakeList(text: bytes, file: file)
        guard let document = mistakes.document() else { return .wrong(mistakes.all) }
        let node = WorkspaceNode(document, pointer: JSONPointer([]), mistakes: mistakes)
        let plugin = PluginDeclaration(name, manifest: node, folder: folder, path: file)
        guard let plugin, mistakes.all.isEmpty else { return .wrong(mistakes.all.inOrder) }
        return .found(plugin)
    }
}
