import ArgumentParser
import FHHosting

/// The root command.
struct FeatureHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: HostProcess.name,
        abstract: "Hosts features (lists, forms, searches, flows) and describes them in JSON-RPC.",
        discussion: """
            `featurehost ui` shows features in the terminal. A client starts `featurehost serve`, or joins a host on a \
            socket with `featurehost connect`. A script uses `featurehost call` for features, `featurehost ui --run` \
            for features as dialogs, and the dialogs below for questions.

            Examples:
              featurehost ui --workspace tasks.json
              featurehost serve --workspace tasks.json
              featurehost call gallery:counter incrementButtonTapped --get /count
              git ls-files | featurehost filter
              featurehost confirm 'Delete it?' && rm "$file"

            Each command has a table of exit statuses; 64 is a usage error everywhere.
            """,
        version: Host.version,
        subcommands: [
            UICommand.self, ServeCommand.self, ConnectCommand.self, CallCommand.self, CheckCommand.self,
            PluginsCommand.self, TrustCommand.self, ReplayCommand.self, ConformCommand.self,
        ],
        groupedSubcommands: [CommandGroup(name: "Dialog", subcommands: dialogs)])

    /// The dialogs.
    static let dialogs: [any ParsableCommand.Type] = [
        FilterCommand.self, ChooseCommand.self, ConfirmCommand.self, InputCommand.self, PasswordCommand.self,
        WriteCommand.self, PagerCommand.self, SpinnerCommand.self, ProgressCommand.self, FormatCommand.self,
        TableCommand.self, FileCommand.self, FormCommand.self,
    ]
}
