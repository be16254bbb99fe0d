import EventLoop
import Hosting
import SystemPackage

/// Where the host keeps what is not in a workspace (XDG Base Directory Specification 0.8).
struct DataFolders: Equatable {
    /// Where the rows of tables are kept; nil is the usual place.
    var state: String?
    /// Where plugins are installed, in its `plugins`; nil is the usual place.
    var data: String?

    /// `featurehost` in `$XDG_STATE_HOME`, which is `~/.local/state` where it is absent.
    static var usualState: String {
        let home = OwnProcess.variable("HOME") ?? ""
        return usual("XDG_STATE_HOME") ?? home + "/.local/state/featurehost"
    }

    /// The plugins that are installed, at a path that means the same wherever it is used.
    var plugins: PluginFolder {
        if let data { return PluginFolder(absolutePath(of: data) + "/plugins") }
        if let folder = Self.usual("XDG_DATA_HOME") { return PluginFolder(folder + "/plugins") }
        // What is run must not depend on where the host was started, so a home that is relative is none.
        guard let home = OwnProcess.variable("HOME"), home.hasPrefix("/") else { return PluginFolder(nil) }
        return PluginFolder(home + "/.local/share/featurehost/plugins")
    }

    /// A relative path is to be ignored, says the specification.
    private static func usual(_ variable: String) -> String? {
        guard let folder = OwnProcess.variable(variable), folder.hasPrefix("/") else { return nil }
        return folder + "/featurehost"
    }
}
