import ArgumentParser
import Hosting

/// The root command.
struct FeatureHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: HostProcess.name,
        abstract: "Hosts features — lists, counters, screens — and speaks about them in JSON-RPC.",
        discussion: """
            A front end spawns `featurehost serve` and talks to it over standard input and output.
            Front ends that share one host have it serve on a socket, and reach it by `featurehost connect`.
            A shell asks for one thing with `featurehost call`, and finds lines with `featurehost filter`.
            `featurehost check` reads a workspace, and `featurehost plugins` tries the plugins that are there.
            `featurehost trust` says of which workspaces editors and terminals may run what they name.
            """,
        version: Host.version,
        subcommands: [
            ServeCommand.self, ConnectCommand.self, CallCommand.self, CheckCommand.self, PluginsCommand.self,
            FilterCommand.self, TrustCommand.self, ReplayCommand.self, ConformCommand.self,
        ])
}
