/// The number of rows of a list or a search that can be selected.
public enum SelectionMode: String, Sendable, CaseIterable {
    case none, single, multiple
}
