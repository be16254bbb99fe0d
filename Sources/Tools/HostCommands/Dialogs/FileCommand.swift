import ArgumentParser
import FHTerminalDialogs

/// `featurehost file`: asks the user to choose a file or a folder.
struct FileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file",
        abstract: "Asks the user to choose a file or a folder, and prints its path.",
        discussion: """
            The entries of a folder are shown below the prompt, on the terminal itself. Typed letters find entries; \
            the right arrow key opens a folder, and the left one goes to the folder around it. With --directory, \
            enter chooses a folder instead of opening it.

            Examples:
              "$EDITOR" "$(featurehost file)"
              folder=$(featurehost file --directory --no-file ~) || exit

            Exit status:
              0    chosen
              2    there is no terminal, the folder can't be read, or the output can't be
                   written
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @OptionGroup var options: HeadedOptions

    @Flag(inversion: .prefixedNo, help: "Files can be chosen.")
    var file = true

    @Flag(inversion: .prefixedNo, help: "Folders can be chosen.")
    var directory = false

    @Flag(name: [.long, .short], help: "Show names that begin with a full stop; ctrl+t shows and hides them.")
    var all = false

    @Flag(inversion: .prefixedNo, help: "Show the sizes of files.")
    var size = true

    @Flag(name: [.long, .short], help: "Show the permissions of entries.")
    var permissions = false

    @Option(help: ArgumentHelp("Rows of the list.", valueName: "rows"))
    var height = 10

    @Option(parsing: .unconditional, help: ArgumentHelp("Text before the active entry.", valueName: "text"))
    var cursor = "> "

    @Argument(help: "The folder that is shown at first.")
    var path = "."

    func validate() throws {
        if !file, !directory { throw ValidationError("--no-file needs --directory; otherwise nothing can be chosen") }
        if height < 1 { throw ValidationError("--height is \(height); it has to be 1 or more") }
    }

    func run() throws {
        var dialog = FileOptions(path)
        dialog.settings = options.settings()
        dialog.choosesFiles = file
        dialog.choosesFolders = directory
        dialog.showsHidden = all
        dialog.showsSizes = size
        dialog.showsPermissions = permissions
        dialog.height = height
        dialog.cursor = cursor
        try DialogEnd.run(FileDialog(dialog))
    }
}
