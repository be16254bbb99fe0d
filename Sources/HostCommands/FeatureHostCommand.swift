import ArgumentParser
import Hosting

/// The commands.
struct FeatureHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: HostProcess.name,
        abstract: "Hosts features — lists, counters, screens — and speaks about them in JSON-RPC.",
        discussion: """
            A front end spawns `featurehost serve` and talks to it over standard input and output.
            A shell asks for one thing with `featurehost call`, and finds lines with `featurehost filter`.
            """,
        version: Host.version,
        subcommands: [ServeCommand.self, CallCommand.self, CheckCommand.self, FilterCommand.self])
}
