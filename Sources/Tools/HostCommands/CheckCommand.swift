import ArgumentParser

/// `featurehost check`: prints the diagnostics of a workspace.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reports all errors in a workspace file, with line and JSON Pointer.",
        discussion: """
            Prints a line for each error: the file, the line, the JSON Pointer, what is wrong and what is expected. \
            Errors in the manifests of installed plugins that the file names are included. No source is read and no \
            command is run.

            If there is no error, warnings are printed in the same form, with "warning" before the pointer, for \
            example about declarations that nothing in the file uses.

            Examples:
              featurehost check tasks.json

            Exit status:
              0    no error; there may be warnings
              1    an error, or the file can't be read
              64   usage error
            """)

    @Argument(help: "Workspace file.")
    var file: String?

    @Option(name: [.long, .short], help: "Workspace file, as for other commands.")
    var workspace: String?

    @OptionGroup var data: DataFolderOption

    func validate() throws {
        if file == nil, workspace == nil { throw ValidationError("the workspace file is missing: check FILE") }
        if file != nil, workspace != nil { throw ValidationError("two workspace files are named; one is checked") }
    }

    func run() throws {
        guard let file = self.file ?? self.workspace else { return }
        let report = CheckReport(of: file, folders: DataFolders(data: data.folder))
        try StandardOutput.print(lines: report.lines)
        if !report.isRight { throw ExitCode(1) }
    }
}
