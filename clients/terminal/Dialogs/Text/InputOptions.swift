/// Options of the dialogs `input`, `password` and `write`.
public struct InputOptions: Equatable, Sendable {
    /// The header, the line of keys, and the timeout.
    public var settings = DialogSettings()
    /// The text at first.
    public var value = ""
    /// The text that is shown while the field is empty.
    public var placeholder: String
    /// The text before the field, or before each of its rows.
    public var prompt: String
    /// The number of characters that can be typed; 0 for no limit.
    public var charLimit: Int
    /// The columns of the field; 0 for the rest of the line.
    public var width = 0
    /// True to draw the text as dots.
    public var isSecret = false

    /// Options of a line of text.
    public static let input = InputOptions(placeholder: "Type something...", prompt: "> ", charLimit: 400)
    /// Options of a password.
    public static let password = InputOptions(placeholder: "", prompt: "> ", charLimit: 400, isSecret: true)
    /// Options of a text with several lines.
    public static let write = InputOptions(placeholder: "Write something...", prompt: "┃ ", charLimit: 0)

    private init(placeholder: String, prompt: String, charLimit: Int, isSecret: Bool = false) {
        self.placeholder = placeholder
        self.prompt = prompt
        self.charLimit = charLimit
        self.isSecret = isSecret
    }
}

/// Further options of the dialog `write`.
public struct WriteOptions: Equatable, Sendable {
    /// Options of the text.
    public var text = InputOptions.write
    /// The rows of the text.
    public var height = 5
    /// The number of lines that can be written; 0 for no limit.
    public var maxLines = 0
    /// True to show the numbers of lines.
    public var showLineNumbers = false

    /// Makes the default options.
    public init() {}
}
