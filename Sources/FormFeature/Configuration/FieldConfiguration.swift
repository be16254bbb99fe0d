import FeatureKit
import JSON
import Querying

/// What a field is made of.
///
/// Nothing is checked here: ``FormConfiguration/mistakes`` says what is wrong.
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
    /// When it must not be empty, beside ``required``.
    public var requiredWhen: Condition?
    /// When it is there; always where it is nil.
    ///
    /// Conditions name a field by its path from the form, `/address/city`, or, without the slash at the front, from the
    /// group or item in which their own field stands: `city`. A field that is not visible counts as empty.
    public var visibleWhen: Condition?
    /// When it can be changed; always where it is nil.
    public var enabledWhen: Condition?
    /// Whether white space is taken off both ends of a text before it is checked and handed on.
    public var trim = false
    /// What becomes of it where it is empty; nil where the group or items that it is in, or the form, say that.
    public var empty: FormConfiguration.EmptyValues?
    /// Of a number: whether it must be a whole one.
    public var isInteger = false
    /// What is wrong if it does not hold.
    public var constraints = FieldConstraints()
    /// What a person is only warned of.
    public var warnings = FieldConstraints()
    /// What must hold of it beside other fields.
    public var rules: [FormRule] = []
    /// Who judges its value beside the constraints.
    public var validation: FieldValidation?
    /// What can be picked.
    public var options: [FieldOption] = []
    /// Where what can be picked comes from, in place of ``options``.
    public var optionsSource: OptionsSource?
    /// How far one press of a stepper or slider goes; 1 where it is nil.
    public var step: FieldNumber?
    /// Its value at first; that of its type where it is nil.
    public var `default`: JSONText?
    /// Of a group its fields, of a repeated field those of each item.
    public var fields: [FieldConfiguration] = []

    /// A field without constraints; its label is made of its name where none is given.
    public init(name: String, type: FieldType, label: String? = nil) {
        self.name = name
        self.type = type
        self.label = label ?? NameLabel.label(of: name)
    }

    /// A field with what a closure says of it.
    public init(
        name: String, type: FieldType, label: String? = nil, _ configure: (inout FieldConfiguration) -> Void
    ) {
        self.init(name: name, type: type, label: label)
        configure(&self)
    }

    /// A hint's name on the wire.
    public enum Hint: String, Sendable, CaseIterable {
        case placeholder, help, contentType, keyboard, capitalization
    }
}

/// What a field holds.
public enum FieldType: String, Sendable, CaseIterable {
    case text, multiline, secure, email, number, toggle, stepper, slider, picker, multiPicker, date, time, dateTime
    case file
    /// Fields that stand together, as an object of the values.
    case group
    /// Any number of items with the same fields, as an array of the values.
    case repeated
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

/// Where what can be picked comes from.
public struct OptionsSource: Sendable {
    /// Whose rows are the options.
    public var source: any DataSource
    /// The member of a row that is entered.
    public var value: String
    /// The member of a row that a person reads.
    public var title: String

    /// Takes options from a source; their value is the row's id where nothing else is said.
    public init(source: any DataSource, value: String? = nil, title: String? = nil) {
        self.source = source
        self.value = value ?? source.idKey
        self.title = title ?? self.value
    }
}

/// Who judges a field's value beside its constraints.
public struct FieldValidation: Sendable {
    /// A source that can perform ``operation``.
    public var source: any DataSource
    /// What the source performs with `{path, value}`.
    public var operation: String
    /// For how many milliseconds the value must not have changed.
    public var debounce: Int

    /// Lets a source judge.
    public init(source: any DataSource, operation: String, debounce: Int = 300) {
        self.source = source
        self.operation = operation
        self.debounce = debounce
    }
}
