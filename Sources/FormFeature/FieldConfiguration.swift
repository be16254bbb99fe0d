import JSON

/// What a field is made of.
///
/// Nothing is checked here: ``mistakes`` says what is wrong.
public struct FieldConfiguration: Sendable {
    /// The member of the form's values.
    public var name: String
    /// What it holds.
    public var type: FieldType
    /// What a person reads beside it.
    public var label: String
    /// What helps to enter it.
    public var hints: [Hint: String] = [:]
    /// Whether it must not be empty.
    public var required = false
    /// Whether white space is taken off both ends of a text before it is checked and handed on.
    public var trim = false
    /// The limits of its value.
    public var limits: [Limit: FieldNumber] = [:]
    /// Whether no item may come twice.
    public var uniqueItems = false
    /// The one value that is right.
    public var const: JSONText?
    /// The name of a field that it must not differ from.
    public var equalTo: String?
    /// What can be picked.
    public var options: [FieldOption] = []
    /// How far one press of a stepper or slider goes; 1 where it is nil.
    public var step: FieldNumber?
    /// Its value at first; that of its type where it is nil.
    public var `default`: JSONText?
    /// Texts that take the place of the English ones.
    ///
    /// `{label}` in them is the field's label, `{limit}` the limit that was broken.
    public var errorMessages: [MessageCode: String] = [:]

    /// A field without constraints; its label is made of its name where none is given.
    public init(name: String, type: FieldType, label: String? = nil) {
        self.name = name
        self.type = type
        self.label = label ?? Self.label(of: name)
    }

    /// A hint's name on the wire.
    public enum Hint: String, Sendable, CaseIterable {
        case placeholder, help, contentType, keyboard, capitalization
    }

    /// A limit's name on the wire, which is also the code of its message.
    public enum Limit: String, Sendable, CaseIterable {
        case minLength, maxLength
        case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
        case minItems, maxItems
    }

    /// `pageCount` gives `Page count`, and `pageURL` gives `Page URL`.
    private static func label(of name: String) -> String {
        var label = ""
        let letters = Array(name)
        for (index, letter) in letters.enumerated() {
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            if index == 0 {
                label += letter.uppercased()
            } else if letter.isUppercase, !letters[index - 1].isUppercase || next?.isLowercase == true {
                // A word of capitals keeps them.
                label += " " + (next?.isUppercase == true ? String(letter) : letter.lowercased())
            } else {
                label.append(letter)
            }
        }
        return label
    }
}

/// What a field holds.
public enum FieldType: String, Sendable, CaseIterable {
    case text, multiline, secure, email, number, toggle, stepper, slider, picker, multiPicker, date, time, dateTime
    case file
}

/// One of the things that can be picked.
public struct FieldOption: Sendable {
    /// What is entered: a string, a number, a Boolean or null.
    public var value: JSONText
    /// What a person reads.
    public var title: String

    /// Makes an option; its title is its value where none is given.
    public init(value: JSONText, title: String? = nil) {
        self.value = value
        self.title = title ?? value.value.stringValue ?? value.string
    }
}
