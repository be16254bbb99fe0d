/// The way in which the user answers for the value of a field.
enum AnswerKind {
    /// A text in one line, with the empty value that the field has.
    case text(isNullable: Bool)
    /// A day, as a text.
    case day
    /// A text that is not shown.
    case secret
    /// A text in several lines.
    case lines
    /// Yes or no.
    case yesOrNo
    /// A number.
    case number
    /// One option.
    case option
    /// Several options.
    case options
    /// Commands about items.
    case items
    /// No answer: the field contains other fields.
    case group
    /// No answer, because the type is unknown; the value is printed as text.
    case unknown

    /// Returns the way for a type of fields.
    ///
    /// Later editions of the protocol may add types.
    init(type: String) {
        switch type {
        case "text", "email", "file": self = .text(isNullable: false)
        case "number", "time", "dateTime": self = .text(isNullable: true)
        case "date": self = .day
        case "secure": self = .secret
        case "multiline": self = .lines
        case "toggle": self = .yesOrNo
        case "stepper", "slider": self = .number
        case "picker": self = .option
        case "multiPicker": self = .options
        case "repeated": self = .items
        case "group": self = .group
        default: self = .unknown
        }
    }

    /// True if the user is asked for the field.
    var isAsked: Bool {
        switch self {
        case .group, .unknown: false
        default: true
        }
    }

    /// True if the next line is a secret.
    var isSecret: Bool {
        if case .secret = self { return true }
        return false
    }

    /// True if the user goes on to choose options until an empty line.
    var isContinued: Bool {
        if case .options = self { return true }
        return false
    }
}
