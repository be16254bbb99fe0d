/// The number of rows that can be selected in a list or a search.
public enum SelectionMode: String, Sendable, CaseIterable {
    case none, single, multiple
}
