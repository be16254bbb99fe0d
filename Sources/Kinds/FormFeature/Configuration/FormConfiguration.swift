import FHJSON
import FHKindParts
import FeatureKit

/// The declaration of a form.
public struct FormConfiguration: Sendable {
    /// The title shown to the user.
    public var title: String
    /// The sections in order; in a form with steps, the sections of all steps.
    public var sections: [FormSection] { steps.flatMap(\.sections) }
    /// The steps of the form.
    ///
    /// A form without steps has a single step with an empty id.
    public var steps: [FormStep]
    /// The event after which a field's messages are first shown.
    public var showMessages: ShowMessages = .onTouched
    /// The effect of a later change on messages that are shown; if nil, it is derived from ``showMessages``.
    public var showMessagesAgain: ShowMessagesAgain?
    /// Rules for the form as a whole.
    public var rules: [FormRule] = []
    /// The target of the submitted values.
    public var submit: Submit = .none
    /// The behavior after a successful submit.
    public var onSuccess: OnSuccess = .dismiss
    /// The timeout of a submit in milliseconds; with nil, the form waits for the source without a limit.
    public var submitTimeout: Int?
    /// The treatment of empty fields that have no ``FieldConfiguration/empty`` of their own.
    public var empty: EmptyValues = .omit
    /// The row that contains the form's draft, which is its unsubmitted values; nil for a form without drafts.
    public var draft: DraftPlace?
    /// Initial values by field name.
    ///
    /// They take precedence over the fields' defaults.
    ///
    /// Names that match no field, and values of secure fields, are ignored.
    public var values: JSONText = .emptyObject
    /// The generator of ids for operations, and for rows without an id.
    public var ids: IDGenerator

    /// The event after which a field's messages are first shown.
    ///
    /// A submit always shows the messages.
    public enum ShowMessages: String, Sendable, CaseIterable {
        /// The user has changed or left the field.
        case onChange
        /// The user has left the field.
        case onTouched
        /// The user has left the field. A change hides the messages again.
        case onBlur
        /// The form was submitted.
        case onSubmit
    }

    /// The effect of a change on messages that are shown.
    public enum ShowMessagesAgain: String, Sendable, CaseIterable {
        /// The messages are updated with the value.
        case onChange
        /// The messages are hidden until the user leaves the field.
        case onBlur
        /// The messages are hidden until the form is submitted.
        case onSubmit
    }

    /// The treatment of an empty field in the output.
    public enum EmptyValues: String, Sendable, CaseIterable {
        /// The member is omitted from a new row. In a row that has the member, it is set to null.
        case omit
        /// The empty value is kept: an empty text, an empty array, or null.
        case keep
    }

    /// The target of valid values.
    public enum Submit: Sendable {
        /// The values are only emitted as the form's output.
        case none
        /// The values, without secrets, are inserted into the source as a new row. Then they are emitted as the form's
        /// output.
        case insert(any DataSource)
        /// The changed values are sent to the source as an update of the row that the form edits.
        case update(any DataSource)
        /// A source performs an operation with the values, including secrets.
        ///
        /// The operation's output is the form's output; if the operation has none, the values are the form's output.
        case perform(any DataSource, operation: String)

        /// True if a submit inserts a new row.
        var insertsRow: Bool { if case .insert = self { true } else { false } }
    }

    /// The behavior of a form after a successful submit.
    public enum OnSuccess: String, Sendable, CaseIterable {
        /// The form is dismissed.
        case dismiss
        /// The form is reset to its initial values, for the next entry.
        case reset
        /// The form keeps its values.
        case stay
    }

    /// Creates a form with sections.
    public init(title: String, sections: [FormSection], submit: Submit = .none, ids: IDGenerator) {
        self.init(title: title, steps: [FormStep(id: "", title: "", sections: sections)], submit: submit, ids: ids)
    }

    /// Creates a form with steps.
    public init(title: String, steps: [FormStep], submit: Submit = .none, ids: IDGenerator) {
        self.title = title
        self.steps = steps
        self.submit = submit
        self.ids = ids
    }
}

/// A step of a form, filled in before the next step.
public struct FormStep: Sendable {
    /// The id, unique among the form's steps.
    public var id: String
    /// The title shown to the user.
    public var title: String
    /// The condition under which the step is visible; nil if it is always visible.
    ///
    /// The condition names fields by their paths from the form.
    public var visibleWhen: Condition?
    /// The sections of the step.
    public var sections: [FormSection]

    /// Creates a step.
    public init(id: String, title: String, visibleWhen: Condition? = nil, sections: [FormSection]) {
        self.id = id
        self.title = title
        self.visibleWhen = visibleWhen
        self.sections = sections
    }
}

/// A section: fields that are shown together.
public struct FormSection: Sendable {
    /// The text shown above the fields.
    public var header: String?
    /// The text shown below the fields.
    public var footer: String?
    /// The fields in order.
    public var fields: [FieldConfiguration]

    /// Creates a section.
    public init(header: String? = nil, footer: String? = nil, fields: [FieldConfiguration]) {
        self.header = header
        self.footer = footer
        self.fields = fields
    }
}
