/// How many rows of a list or a search can be selected.
public enum SelectionMode: String, Sendable, CaseIterable {
    case none, single, multiple
}
