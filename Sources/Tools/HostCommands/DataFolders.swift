import FHEventLoop
import FHHosting
import FHWorkspaces
import SystemPackage

/// The folders for data outside of workspaces (XDG Base Directory Specification 0.8).
struct DataFolders: Equatable {
    /// The folder for the rows of tables; nil for the default.
    var state: String?
    /// The folder with the subfolder `plugins`; nil for the default.
    var data: String?

    /// The default folder for state.
    ///
    /// It is `featurehost` in `$XDG_STATE_HOME`, which is `~/.local/state` by default.
    static var usualState: String {
        let home = OwnProcess.variable("HOME") ?? ""
        return usual("XDG_STATE_HOME") ?? home + "/.local/state/featurehost"
    }

    /// The folder of installed plugins, as an absolute path.
    var plugins: PluginFolder {
        if let data { return PluginFolder(absolutePath(of: data) + "/plugins") }
        if let folder = Self.usual("XDG_DATA_HOME") { return PluginFolder(folder + "/plugins") }
        // The set of programs that run must not depend on the working folder, so a relative home is ignored.
        guard let home = OwnProcess.variable("HOME"), home.hasPrefix("/") else { return PluginFolder(nil) }
        return PluginFolder(home + "/.local/share/featurehost/plugins")
    }

    /// Returns the folder `featurehost` in the folder that a variable contains.
    ///
    /// Nil if the variable is not set, or if its path is relative: the specification requires that such paths are
    /// ignored.
    private static func usual(_ variable: String) -> String? {
        guard let folder = OwnProcess.variable(variable), folder.hasPrefix("/") else { return nil }
        return folder + "/featurehost"
    }
}
