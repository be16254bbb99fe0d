import ArgumentParser
import Logging

/// `featurehost serve`: serves one session on standard input and output, or several sessions on a socket.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves features in JSON-RPC 2.0 on standard input and output, or on a socket.",
        discussion: """
            The first byte of the input selects the framing: one JSON text a line, or Content-Length headers as in \
            the Language Server Protocol. The log goes to standard error. The host ends when its input ends.

            With --socket each connection is a session, and all sessions share the instances. Only processes of the \
            same user can connect. The host prints a line when it listens, and ends on SIGTERM, SIGINT or SIGHUP. \
            Clients are `featurehost connect` and `featurehost call --socket`.

            Examples:
              featurehost serve --workspace tasks.json
              featurehost serve --workspace tasks.json --socket ~/.tasks.sock

            Exit status:
              0    the session ended normally, or the host on a socket was ended
              1    the client died, sent unreadable frames, or sent `exit` without
                   `shutdown`; or the host can't listen on the socket
              2    the workspace can't be used, or the recording can't be created
              64   usage error
            """)

    @Option(help: "Path of a Unix socket to listen on, instead of standard input and output.")
    var socket: String?

    @Flag(help: "End when no session and no kept instance is left.")
    var endWhenUnused = false

    @OptionGroup var source: WorkspaceOption

    @Flag(
        help: """
            Run the commands, operations and plugins of the workspace only if it is trusted; see `featurehost trust`.
            """)
    var requireTrust = false

    @Option(help: "The clock of the features: real, or virtual, which only clock/advance moves.")
    var clock = ServeOptions.Clock.real

    @Option(help: "Seed of generated ids; the same seed gives the same ids.")
    var seed: UInt64?

    @Option(
        help: """
            New file that records all input and output, without secrets, for `featurehost replay`.
            """)
    var record: String?

    @Option(help: "Lowest level to log.")
    var logLevel = Logger.Level.warning

    @OptionGroup var trace: TraceOption

    func validate() throws {
        if endWhenUnused, socket == nil { throw ValidationError("--end-when-unused needs --socket") }
    }

    func run() throws {
        var options = ServeOptions()
        options.socket = socket
        options.endsWhenUnused = endWhenUnused
        options.workspace = source.workspace
        options.withGallery = source.gallery
        options.requiresTrust = requireTrust
        options.folders = source.folders
        options.clock = clock
        options.seed = seed
        options.recording = record
        options.logLevel = logLevel
        options.isTraced = trace.isOn
        throw ExitCode(options.serve())
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The option that logs events.
struct TraceOption: ParsableArguments {
    @Flag(
        name: .customLong("trace"),
        help: """
            Log each revision, dropped delivery and refused action as a line of JSON, at any log level; never values, \
            params or states.
            """)
    var isOn = false
}

/// The options that select the features.
struct WorkspaceOption: ParsableArguments {
    @Option(name: [.long, .short], help: "Workspace file; without one the gallery is served.")
    var workspace: String?

    @Flag(help: "Serve the gallery in addition to the workspace.")
    var gallery = false

    @Option(
        name: .customLong("state-dir"),
        help: "Folder in which the rows of tables are stored; default: $XDG_STATE_HOME/featurehost.")
    var stateFolder: String?

    @OptionGroup var data: DataFolderOption

    /// True if one of the options is given.
    var isGiven: Bool { workspace != nil || gallery || folders != DataFolders() }

    var folders: DataFolders { DataFolders(state: stateFolder, data: data.folder) }
}

/// The option for the folder of installed plugins.
struct DataFolderOption: ParsableArguments {
    @Option(
        name: .customLong("data-dir"),
        help: "Folder of installed plugins, each in plugins/NAME; default: $XDG_DATA_HOME/featurehost.")
    var folder: String?
}
