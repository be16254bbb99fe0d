import ArgumentParser
import FHHosting

/// The root command.
struct FeatureHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: HostProcess.name,
        abstract: "Hosts features (lists, forms, searches, flows) and describes them in JSON-RPC.",
        discussion: """
            A client starts `featurehost serve`, or joins a host on a socket with `featurehost connect`. A script \
            uses `featurehost call` for features and `featurehost filter` for lines.

            Examples:
              featurehost serve --workspace tasks.json
              featurehost call gallery:counter incrementButtonTapped --get /count
              git ls-files | featurehost filter readme

            Each command has a table of exit statuses; 64 is a usage error everywhere.
            """,
        version: Host.version,
        subcommands: [
            ServeCommand.self, ConnectCommand.self, CallCommand.self, CheckCommand.self, PluginsCommand.self,
            FilterCommand.self, TrustCommand.self, ReplayCommand.self, ConformCommand.self,
        ])
}
