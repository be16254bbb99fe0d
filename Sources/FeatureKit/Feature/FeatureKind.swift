/// What a front end must know how to draw.
public enum FeatureKind: String, Sendable, CaseIterable {
    /// Rows with paging, selection, edits.
    case list
    /// Fields with validation and a submit.
    case form
    /// A query and its results.
    case search
    /// A navigation stack with steps and an outcome.
    case flow
    /// Members of its own, drawn by its ``LayoutItem``s.
    case view
}
