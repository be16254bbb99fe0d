/// The kind of a feature, which determines how clients draw it.
public enum FeatureKind: String, Sendable, CaseIterable {
    /// Rows with paging, selection and edits.
    case list
    /// Fields with validation and a submit.
    case form
    /// A query and its results.
    case search
    /// A navigation stack with steps and an outcome.
    case flow
    /// Custom members, drawn by `LayoutItem`s.
    case view
}
