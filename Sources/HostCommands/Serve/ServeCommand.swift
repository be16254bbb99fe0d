import ArgumentParser
import Logging

/// `featurehost serve`: serves one session on standard input and output, or several on a socket.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers JSON-RPC 2.0 on standard input and output, or on a socket.",
        discussion: """
            One JSON text a line, or Content-Length headers as language servers have them: the first byte decides.
            The log goes to standard error. The session ends with the input; then the host ends with status 0.

            With --socket each connection is a session, and all of them see the same instances. The socket is for \
            processes of the same user alone. The host ends on SIGTERM, SIGINT or SIGHUP, with status 0. \
            It prints a line as soon as it listens. `featurehost connect` and `featurehost call --socket` go there.

            Exit status: 0 if the session ended by itself, or the host on a socket; \
            1 if the front end died, it sent frames that can't be read or `exit` without `shutdown`, \
            or the socket can't be listened on; \
            2 if the workspace can't be used, or the recording can't be begun; \
            64 if the words of the command are wrong.
            """)

    @Option(help: "A path to listen on as a Unix socket, in place of standard input and output.")
    var socket: String?

    @Flag(help: "End with the last session and the last instance that is kept.")
    var endWhenUnused = false

    @OptionGroup var source: WorkspaceOption

    @Flag(
        help: """
            Run no command, operation or plugin of the workspace unless it is trusted; see `featurehost trust`.
            """)
    var requireTrust = false

    @Option(help: "The time that features live on: real, or virtual, which only clock/advance moves.")
    var clock = ServeOptions.Clock.real

    @Option(help: "Where generated ids begin; the same seed gives the same ids.")
    var seed: UInt64?

    @Option(
        help: """
            A file that is not there yet, for all that comes in and goes out; `featurehost replay` plays it. Secrets are \
            left out.
            """)
    var record: String?

    @Option(help: "How much is logged: trace, debug, info, notice, warning, error or critical.")
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
            Log each revision, each delivery that was dropped and each refused action as a line of JSON, whatever the \
            log level; never values, params or states.
            """)
    var isOn = false
}

/// The options that select the features.
struct WorkspaceOption: ParsableArguments {
    @Option(name: [.long, .short], help: "A workspace file; without one the gallery is served.")
    var workspace: String?

    @Flag(help: "Serve the gallery beside the workspace.")
    var gallery = false

    @Option(
        name: .customLong("state-dir"),
        help: "Where the rows of tables are kept; $XDG_STATE_HOME/featurehost where it is absent.")
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
        help: "Where plugins are installed, each in plugins/NAME; $XDG_DATA_HOME/featurehost where it is absent.")
    var folder: String?
}
