import FHJSON
import FeatureKit

/// The declaration of a field.
///
/// The initializers don't validate the declaration; ``FormConfiguration/mistakes`` does.
public struct FieldConfiguration: Sendable {
    /// The field's member name in the form's values.
    public var name: String
    /// The type of the field.
    public var type: FieldType
    /// The label shown to the user.
    public var label: String
    /// The purpose and the icon.
    public var caption = Caption()
    /// Hints for clients about the entry of the value, such as a placeholder: the text of each hint, by hint.
    public var hints: [Hint: String] = [:]
    /// True if the field must not be empty.
    public var required = false
    /// The condition under which the field must not be empty, in addition to ``required``.
    public var requiredWhen: Condition?
    /// The condition under which the field is visible; nil if it is always visible.
    ///
    /// A condition names a field by its path from the form, such as `/address/city`. Without the leading slash, the
    /// path begins at the group or item that contains the declaring field: `city`. An invisible field counts as empty.
    public var visibleWhen: Condition?
    /// The condition under which the field can be changed; nil if it can always be changed.
    public var enabledWhen: Condition?
    /// True if white space at both ends of a text is removed before validation and submission.
    public var trim = false
    /// The treatment of an empty value in the output; nil to inherit it from the enclosing group, repeated field or
    /// form.
    public var empty: FormConfiguration.EmptyValues?
    /// True if a number must be an integer.
    public var isInteger = false
    /// Constraints whose violation is a validation error.
    public var constraints = FieldConstraints()
    /// Constraints whose violation is only a warning.
    public var warnings = FieldConstraints()
    /// Rules that relate the value to other fields.
    public var rules: [FormRule] = []
    /// The source that validates the value in addition to the constraints.
    public var validation: FieldValidation?
    /// The options of a picker.
    public var options: [FieldOption] = []
    /// The source of the options, instead of ``options``.
    public var optionsSource: OptionsSource?
    /// The increment of a stepper or slider; nil for 1.
    public var step: FieldNumber?
    /// The initial value; nil for the empty value of the type.
    public var `default`: JSONText?
    /// The fields of a group, or of each item of a repeated field.
    public var fields: [FieldConfiguration] = []

    /// Creates a field without constraints.
    ///
    /// By default, the label is derived from the name.
    public init(name: String, type: FieldType, label: String? = nil) {
        self.name = name
        self.type = type
        self.label = label ?? NameLabel.label(of: name)
    }

    /// Creates a field and configures it with a closure.
    public init(
        name: String, type: FieldType, label: String? = nil, _ configure: (inout FieldConfiguration) -> Void
    ) {
        self.init(name: name, type: type, label: label)
        configure(&self)
    }

    /// A hint; the raw value is its name on the wire.
    public enum Hint: String, Sendable, CaseIterable {
        case placeholder, help, contentType, keyboard, capitalization
    }
}

/// An option of a picker.
public struct FieldOption: Sendable {
    /// The value that the option enters: a string, a number, a Boolean or null.
    public var value: JSONText
    /// The title shown to the user.
    public var title: String
    /// The purpose and the icon.
    public var caption: Caption

    /// Creates an option; without a title, the title is the value.
    public init(value: JSONText, title: String? = nil, caption: Caption = Caption()) {
        self.value = value
        self.title = title ?? value.value.stringValue ?? value.string
        self.caption = caption
    }
}

/// A source of a picker's options.
public struct OptionsSource: Sendable {
    /// The source whose rows are the options.
    public var source: any DataSource
    /// The member of a row that is the option's value.
    public var value: String
    /// The member of a row that is the option's title.
    public var title: String

    /// Creates a source of options.
    ///
    /// By default, the value is the row's id and the title is the value.
    public init(source: any DataSource, value: String? = nil, title: String? = nil) {
        self.source = source
        self.value = value ?? source.idKey
        self.title = title ?? self.value
    }
}

/// The validation of a field's value by a source, in addition to the constraints.
public struct FieldValidation: Sendable {
    /// A source that can perform ``operation``.
    public var source: any DataSource
    /// The name of the operation; its input is `{path, value}`.
    public var operation: String
    /// The time in milliseconds for which the value must be unchanged before it is validated.
    public var debounce: Int

    /// Creates a validation by a source.
    public init(source: any DataSource, operation: String, debounce: Int = 300) {
        self.source = source
        self.operation = operation
        self.debounce = debounce
    }
}
