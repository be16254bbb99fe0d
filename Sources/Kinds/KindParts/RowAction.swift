import FHJSON
import FeatureKit

/// An action on rows that a list or a search declares.
public struct RowAction: Sendable {
    /// An operation of a source on rows.
    ///
    /// The output is emitted after the operation has succeeded.
    public struct Performer: Sendable {
        /// A source that can perform ``operation``.
        public let source: any DataSource
        /// The operation's name.
        ///
        /// The operation's input is `{ids, values}`, two arrays in the order of the rows, and `input`, if a form has
        /// supplied a value.
        public let operation: String
        /// True if a list loads its rows again after the operation, because the operation may have changed them.
        public let changesRows: Bool

        /// Creates a performer from a source and its operation.
        public init(source: any DataSource, operation: String, changesRows: Bool = false) {
            self.source = source
            self.operation = operation
            self.changesRows = changesRows
        }
    }

    /// The id that `accept` names, which is also the output's name.
    public let id: String
    /// The title shown to the user.
    public let title: String
    /// The source and its operation that perform the action; nil if the receiver of the output performs it.
    public let performer: Performer?

    /// Creates an action.
    public init(id: String, title: String, performer: Performer? = nil) {
        self.id = id
        self.title = title
        self.performer = performer
    }

    /// Encodes the member `actions` of a list's or a search's state.
    public static func encode(_ actions: [RowAction]) -> JSONText {
        .choices(actions.map { ($0.id, $0.title) })
    }

    /// The source and its operation that perform the action with an id; nil if no source performs it.
    public static func performer(of id: String, among actions: [RowAction]) -> Performer? {
        actions.first { isSameText($0.id, id) }?.performer
    }

    /// Returns the mistake in the name of an action; nil if the action is declared.
    public static func mistake(in name: String, among actions: [RowAction]) -> ActionRefusal? {
        let known = actions.map(\.id)
        if known.contains(where: { isSameText($0, name) }) { return nil }
        let message =
            known.isEmpty
            ? "there is no action \(name); none is declared"
            : "there is no action \(name); declared are \(known.joined(separator: ", "))"
        return .invalidParams([.init(path: "/action", code: "unknown", message: message)])
    }
}
