import ArgumentParser
import Logging

/// `featurehost serve`: a session on standard input and output.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answers JSON-RPC 2.0 on standard input and output.",
        discussion: """
            One JSON text a line, or Content-Length headers as language servers have them: the first byte decides.
            The log goes to standard error. The session ends with the input; then the host ends with status 0.
            """)

    @OptionGroup var source: WorkspaceOption

    @Option(help: "The time that features live on: real, or virtual, which only clock/advance moves.")
    var clock = ServeOptions.Clock.real

    @Option(help: "Where generated ids begin; the same seed gives the same ids.")
    var seed: UInt64?

    @Option(help: "How much is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.warning

    @OptionGroup var trace: TraceOption

    func run() throws {
        var options = ServeOptions()
        options.workspace = source.workspace
        options.withGallery = source.gallery
        options.stateFolder = source.stateFolder
        options.clock = clock
        options.seed = seed
        options.logLevel = logLevel
        options.isTraced = trace.isOn
        throw ExitCode(options.serve())
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// Whether the log tells what happens.
struct TraceOption: ParsableArguments {
    @Flag(
        name: .customLong("trace"),
        help: """
            Log each revision, each delivery that was dropped and each refused action as a line of JSON, whatever the \
            log level; never values, params or states.
            """)
    var isOn = false
}

/// Which features there are.
struct WorkspaceOption: ParsableArguments {
    @Option(name: [.long, .short], help: "A workspace file; without one the gallery is served.")
    var workspace: String?

    @Flag(help: "Serve the gallery beside the workspace.")
    var gallery = false

    @Option(
        name: .customLong("state-dir"),
        help: "Where the rows of tables are kept; $XDG_STATE_HOME/featurehost where it is absent.")
    var stateFolder: String?
}
