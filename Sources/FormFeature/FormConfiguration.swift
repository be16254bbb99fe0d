import FeatureKit
import JSON

/// What a form is made of.
public struct FormConfiguration: Sendable {
    /// What a person reads as its name.
    public var title: String
    /// The fields, in their order.
    public var sections: [FormSection]
    /// When messages are shown.
    public var showMessages: ShowMessages
    /// Where the values go.
    public var submit: Submit
    /// An object of values by field name that come before the fields' defaults.
    ///
    /// Names that are no field are ignored, and so is a secure field's.
    public var values: JSONText
    /// Ids for operations, and for rows that come without one.
    public var ids: IDGenerator

    /// When a front end shows a field's messages; after a submit always.
    public enum ShowMessages: String, Sendable, CaseIterable {
        /// When it was changed or touched.
        case onChange
        /// When it was touched.
        case onTouched
        /// Not before a submit.
        case onSubmit
    }

    /// What becomes of the values when they are right.
    public enum Submit: Sendable {
        /// They are the form's output, and no more.
        case none
        /// They are a new row of the source, without secrets, and then the form's output.
        case insert(any DataSource)
    }

    /// Makes a configuration.
    public init(
        title: String, sections: [FormSection], showMessages: ShowMessages = .onTouched, submit: Submit = .none,
        values: JSONText = .emptyObject, ids: IDGenerator
    ) {
        self.title = title
        self.sections = sections
        self.showMessages = showMessages
        self.submit = submit
        self.values = values
        self.ids = ids
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
