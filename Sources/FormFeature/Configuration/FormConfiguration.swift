import FeatureKit
import JSON
import Querying

/// What a form is made of.
public struct FormConfiguration: Sendable {
    /// What a person reads as its name.
    public var title: String
    /// The fields, in their order; of a form with steps those of all of them.
    public var sections: [FormSection] { steps.flatMap(\.sections) }
    /// The steps that the form is filled in by; a form that has none has one here, without an id.
    public var steps: [FormStep]
    /// When a field's messages are shown first.
    public var showMessages: ShowMessages = .onTouched
    /// What a later change does to messages that were shown; as ``showMessages`` makes it where it is nil.
    public var showMessagesAgain: ShowMessagesAgain?
    /// What must hold of the form as a whole.
    public var rules: [FormRule] = []
    /// Where the values go.
    public var submit: Submit = .none
    /// What becomes of the form when that succeeded.
    public var onSuccess: OnSuccess = .dismiss
    /// After how many milliseconds a submit has failed; nil waits for the source.
    public var submitTimeout: Int?
    /// What becomes of empty fields that say nothing of it themselves.
    public var empty: EmptyValues = .omit
    /// Where what was entered is kept until it is handed on.
    public var draft: DraftPlace?
    /// An object of values by field name that come before the fields' defaults.
    ///
    /// Names that are no field are ignored, and so is a secure field's.
    public var values: JSONText = .emptyObject
    /// Ids for operations, and for rows that come without one.
    public var ids: IDGenerator

    /// When a front end shows a field's messages first; with a submit always.
    public enum ShowMessages: String, Sendable, CaseIterable {
        /// When it is changed or left.
        case onChange
        /// When it is left.
        case onTouched
        /// When it is left; a change hides them again.
        case onBlur
        /// Not before a submit.
        case onSubmit
    }

    /// What a change does to messages that were shown.
    public enum ShowMessagesAgain: String, Sendable, CaseIterable {
        /// They follow the value.
        case onChange
        /// They are hidden until the field is left.
        case onBlur
        /// They are hidden until the form is submitted.
        case onSubmit
    }

    /// What becomes of an empty field in what is handed on.
    public enum EmptyValues: String, Sendable, CaseIterable {
        /// A new row has no member for it; in a row that has one, it becomes null.
        case omit
        /// It is handed on as it is: an empty text, an empty array, or null.
        case keep
    }

    /// What becomes of the values when they are right.
    public enum Submit: Sendable {
        /// They are the form's output, and no more.
        case none
        /// They are a new row of the source, without secrets, and then the form's output.
        case insert(any DataSource)
        /// They are changes of the row that the form is about, in the source.
        case update(any DataSource)
        /// A source performs an operation with them, secrets included; they are the form's output then, or what the
        /// operation gave.
        case perform(any DataSource, operation: String)
    }

    /// What becomes of a form that has succeeded.
    public enum OnSuccess: String, Sendable, CaseIterable {
        /// It has done what it was presented for.
        case dismiss
        /// It is as it was opened, for the next one.
        case reset
        /// It stays as it is.
        case stay
    }

    /// A form of sections.
    public init(title: String, sections: [FormSection], submit: Submit = .none, ids: IDGenerator) {
        self.init(title: title, steps: [FormStep(id: "", title: "", sections: sections)], submit: submit, ids: ids)
    }

    /// A form of steps.
    public init(title: String, steps: [FormStep], submit: Submit = .none, ids: IDGenerator) {
        self.title = title
        self.steps = steps
        self.submit = submit
        self.ids = ids
    }
}

/// A part of a form that is filled in before the next.
public struct FormStep: Sendable {
    /// Unique among the form's steps.
    public var id: String
    /// What a person reads as its name.
    public var title: String
    /// When it is there; always where it is nil.
    ///
    /// Fields are named by their paths.
    public var visibleWhen: Condition?
    /// Its fields.
    public var sections: [FormSection]

    /// Makes a step.
    public init(id: String, title: String, visibleWhen: Condition? = nil, sections: [FormSection]) {
        self.id = id
        self.title = title
        self.visibleWhen = visibleWhen
        self.sections = sections
    }
}

/// Fields that stand together.
public struct FormSection: Sendable {
    /// What a person reads above them.
    public var header: String?
    /// What a person reads below them.
    public var footer: String?
    /// The fields, in their order.
    public var fields: [FieldConfiguration]

    /// Makes a section.
    public init(header: String? = nil, footer: String? = nil, fields: [FieldConfiguration]) {
        self.header = header
        self.footer = footer
        self.fields = fields
    }
}
