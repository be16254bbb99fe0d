/// The kind of a feature, which determines how clients draw it.
public enum FeatureKind: String, Sendable, CaseIterable {
    /// Rows with paging, selection and edits.
    case list
    /// Fields with validation, whose values the user submits.
    case form
    /// A query and its results.
    case search
    /// A navigation stack of features, such as the steps of a wizard.
    case flow
    /// A document in lines, with styled parts.
    case text
    /// Any state, which a generic client draws by means of `LayoutItem`s.
    case view
}
