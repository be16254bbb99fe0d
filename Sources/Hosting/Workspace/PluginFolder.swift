import EventLoop
import JSON
import SystemPackage

/// The folder of the plugins that are installed: a folder with a manifest for each.
///
/// Nothing in it runs because it is there: a workspace names what it wants.
public struct PluginFolder: Sendable {
    /// What became of a look for a plugin.
    public enum Found: Sendable {
        case found(PluginDeclaration)
        /// Its manifest can't be used.
        case wrong([WorkspaceMistake])
        /// There is none; what is missing, as a sentence.
        case absent(String)
    }

    /// What each plugin's manifest is called.
    private static let manifest = "plugin.json"

    /// Where it is, an absolute path; nil where nothing says where.
    public let path: String?

    /// The manifests in it, where they are known without it.
    private let manifests: [String: String]?

    /// Names the folder; it need not be there.
    public init(_ path: String?) {
        self.path = path
        manifests = nil
    }

    /// Stands for a folder with these manifests, by the names of their plugins.
    package init(manifests: [String: String]) {
        path = "plugins"
        self.manifests = manifests
    }

    /// Reads the manifest of a plugin.
    public func plugin(named name: String) -> Found {
        guard let path else { return .absent("neither XDG_DATA_HOME nor HOME says where those are") }
        // The name is that of a folder in this one, and of no other; for the system it is bytes.
        let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
        guard let first = name.utf8.first, first != dot, !name.utf8.contains(slash), !name.utf8.contains(0) else {
            return .absent("the name of such a plugin holds no slash and begins with no dot")
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
