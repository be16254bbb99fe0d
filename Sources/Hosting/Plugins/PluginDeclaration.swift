import DataSources
import EventLoop
import JSON

/// A plugin as a workspace or a manifest declares it: a program that has features, and answers for sources.
public struct PluginDeclaration: Sendable {
    /// A source of the workspace that the plugin answers for.
    struct Source: Sendable {
        let remote: RemoteSource
        /// Which of the plugin's sources it is.
        let kind: String
        /// What the workspace says about it, an object.
        let options: JSONText

        /// What `source/open` asks.
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

    /// Its name in the workspace, or that of the manifest's folder.
    public let name: String
    /// The program, looked up in `PATH` where it holds no slash, and its arguments.
    let argv: [String]
    /// The arguments that it gets besides where it is started ahead: what it is asked for first, mostly.
    var argumentsAhead: [String] = []
    /// Where it runs; nil is where the host runs.
    let folder: String?
    /// Variables beside those that it gets of the host's.
    var environment: [String: String]
    /// The manifest that says what is run; nil where the workspace does.
    public var manifest: String?
    /// The sources that it is asked for, in their order.
    var sources: [Source] = []
    /// Whether a feature of the workspace names one of these.
    var isNeeded = false

    /// Whether it is the one that keeps the host's own tables.
    var isOwn: Bool { name == StorePlace.pluginName }

    /// What is run for it.
    var program: WorkspaceProgram { WorkspaceProgram(kind: .plugin, name: name, argv: argv) }

    /// Whether it may be started before something is asked of it: it is known to do nothing by itself.
    var isStartedAhead: Bool { isOwn && isNeeded }

    /// Whether it is asked for features: the host's own plugin has none.
    public var mayHaveFeatures: Bool { !isOwn }

    /// The sources of the workspace that it answers for, and which of its own each is to be.
    public var wanted: [(name: String, kind: String)] { sources.map { ($0.remote.name, $0.kind) } }

    /// All of its variables: its own, and those of the host's that it gets.
    var variables: [String: String] {
        OwnProcess.environment.filter { Self.isPassedOn($0.key) }.merging(environment) { _, own in own }
    }

    /// The variables of the host's that a plugin gets: what programs need to run at all, nothing that may be secret.
    private static func isPassedOn(_ variable: String) -> Bool {
        passedOn.contains(variable) || variable.hasPrefix("LC_") || variable.hasPrefix("XDG_")
    }

    private static let passedOn: Set = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"]
}
