import ArgumentParser
import FHTerminalDialogs

/// `featurehost input`: asks the user for a line of text.
struct InputCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "input",
        abstract: "Asks the user for a line of text, and prints it.",
        discussion: """
            The line is edited below the prompt, on the terminal itself, with the keys of readline. The initial text \
            is --value, or else the first line of standard input if that is no terminal. Without a terminal, the \
            initial text is the answer.

            Examples:
              name=$(featurehost input --header 'Your name' --placeholder 'First and last') || exit
              git config user.email | featurehost input --header 'Your address'

            Exit status:
              0    the text was submitted
              2    there is no terminal, or the input or output fails
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @OptionGroup var options: HeadedOptions

    @Option(parsing: .unconditional, help: ArgumentHelp("Initial text.", valueName: "text"))
    var value: String?

    @OptionGroup var field: TextFieldOptions

    @Flag(help: "Draw the text as dots, as featurehost password does.")
    var password = false

    func validate() throws {
        try field.validate()
        if password, value != nil {
            throw ValidationError("--value is not for passwords: other users can read arguments")
        }
    }

    func run() throws {
        var dialog = password ? InputOptions.password : InputOptions.input
        dialog.settings = options.settings()
        field.apply(to: &dialog)
        if !password { dialog.value = try value ?? DialogInput.line() ?? "" }
        try DialogEnd.run(InputDialog(dialog))
    }
}

/// `featurehost password`: asks the user for a line of text, which is drawn as dots.
struct PasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Asks the user for a password, and prints it.",
        discussion: """
            The password is typed below the prompt, on the terminal itself, and drawn as dots. Store the output in a \
            variable, or pass it to a program by a pipe: other users can read the arguments of a process.

            Examples:
              featurehost password --header 'Password' | sudo -S -p '' true

            Exit status:
              0    the password was submitted
              2    there is no terminal, or the output can't be written
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @OptionGroup var options: HeadedOptions
    @OptionGroup var field: TextFieldOptions

    func run() throws {
        var dialog = InputOptions.password
        dialog.settings = options.settings()
        field.apply(to: &dialog)
        try DialogEnd.run(InputDialog(dialog))
    }
}

/// Options of dialogs with a text field.
struct TextFieldOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Text that is shown while the field is empty.", valueName: "text"))
    var placeholder: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Text before the field.", valueName: "text"))
    var prompt: String?

    @Option(help: ArgumentHelp("Maximum number of characters; 0 for no limit.", valueName: "count"))
    var charLimit: Int?

    @Option(help: ArgumentHelp("Columns of the field; 0 for the rest of the line.", valueName: "columns"))
    var width = 0

    func validate() throws {
        if let charLimit, charLimit < 0 {
            throw ValidationError("--char-limit is \(charLimit); it has to be 0 or more")
        }
        if width < 0 { throw ValidationError("--width is \(width); it has to be 0 or more") }
    }

    /// Sets the options of a dialog that are given as arguments.
    func apply(to options: inout InputOptions) {
        options.placeholder = placeholder ?? options.placeholder
        options.prompt = prompt ?? options.prompt
        options.charLimit = charLimit ?? options.charLimit
        options.width = width
    }
}
