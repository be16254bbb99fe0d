import ArgumentParser

/// `featurehost check`: prints the diagnostics of a workspace.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Names every mistake in a workspace file, with its line and place.",
        discussion: """
            Each mistake is a line on standard output: the file, the line, the place as a JSON Pointer, \
            what is wrong and what would be right. Mistakes of installed plugins that it names are among them. \
            No source is read and no command is run.
            Where there is no mistake, what nothing in the file leads to is a line of the same form, \
            with "warning" before the place.

            Exit status: 0 if there is no mistake, warnings or not; 1 if there is one, or the file can't be read; \
            64 if the words of the command are wrong.
            """)

    @Argument(help: "The workspace file.")
    var file: String?

    @Option(name: [.long, .short], help: "The workspace file, named as for other commands.")
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
