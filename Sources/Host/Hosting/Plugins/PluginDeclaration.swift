import FHEventLoop
import FHJSON
import FHRemoteSources

/// A plugin that a workspace or a manifest declares.
///
/// It is a program that has features or answers for sources.
public struct PluginDeclaration: Sendable {
    /// A source of the workspace for which the plugin answers.
    package struct Source: Sendable {
        package let remote: RemoteSource
        /// The name of the plugin's kind of source.
        let kind: String
        /// The options from the workspace, as a JSON object.
        let options: JSONText

        package init(remote: RemoteSource, kind: String, options: JSONText) {
            self.remote = remote
            self.kind = kind
            self.options = options
        }

        /// The params of `source/open`.
        var openParams: JSONText {
            JSONText.build { json in
                json.beginObject()
                json.field("source", remote.name)
                json.field("kind", kind)
                json.field("options", options)
                json.endObject()
            }
        }
    }

    /// The name in the workspace, or the name of the manifest's folder.
    public let name: String
    /// The program and its arguments.
    ///
    /// A program name without a slash is looked up in `PATH`.
    let argv: [String]
    /// Additional arguments for an early start: the database path and the table of the first expected request.
    package var argumentsAhead: [String] = []
    /// The working folder; nil for the working folder of the host.
    let folder: String?
    /// The working folder as the workspace declares it; nil if the workspace declares none.
    package var declaredFolder: String?
    /// Variables in addition to the variables that are passed from the host's environment.
    package var environment: [String: String]
    /// The path of the manifest that declares the program; nil if the workspace declares it.
    public var manifest: String?
    /// The sources for which the plugin answers, in declaration order.
    package var sources: [Source] = []
    /// True if a feature of the workspace uses a source of the plugin.
    package var isNeeded = false

    package init(
        name: String, argv: [String], folder: String?, environment: [String: String], manifest: String? = nil
    ) {
        self.name = name
        self.argv = argv
        self.folder = folder
        self.environment = environment
        self.manifest = manifest
    }

    /// True for the SQLite plugin, which stores the tables of workspaces.
    package var isOwn: Bool { name == StorePlace.pluginName }

    /// The program, as reported for an untrusted workspace.
    package var program: WorkspaceProgram {
        WorkspaceProgram(kind: .plugin, name: name, argv: argv, folder: declaredFolder, environment: environment)
    }

    /// True if the plugin can be started before its first request.
    ///
    /// Only the SQLite plugin can, and only if features of the workspace need it.
    var isStartedAhead: Bool { isOwn && isNeeded }

    /// True if the plugin can have features.
    ///
    /// The SQLite plugin has none.
    public var mayHaveFeatures: Bool { !isOwn }

    /// The sources for which the plugin answers, each with the plugin's kind of source.
    public var wanted: [(name: String, kind: String)] { sources.map { ($0.remote.name, $0.kind) } }

    /// The environment of the process: the variables of the declaration, and the permitted variables of the host.
    var variables: [String: String] {
        OwnProcess.environment.filter { Self.isPassedOn($0.key) }.merging(environment) { _, own in own }
    }

    /// True if a variable of the host is passed to plugins.
    ///
    /// The passed variables are needed by most programs, and contain no secrets.
    private static func isPassedOn(_ variable: String) -> Bool {
        passedOn.contains(variable) || variable.hasPrefix("LC_") || variable.hasPrefix("XDG_")
    }

    private static let passedOn: Set = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"]
}
