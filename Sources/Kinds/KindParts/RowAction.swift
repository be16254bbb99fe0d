import FHJSON
import FeatureKit

/// An action on rows that a list or a search declares.
public struct RowAction: Sendable {
    /// The rows that an action is about, if no request names them.
    public enum Scope: String, Sendable, CaseIterable {
        /// No rows: the action is about the feature.
        case none
        /// The active row.
        case active
        /// The marked rows or, if none is marked, the active row.
        case selection
        /// The rows of ``selection``, each in an operation of its own.
        case each
    }

    /// The meaning of an action, by which clients draw it.
    public enum Role: String, Sendable, CaseIterable {
        case `default`, destructive
    }

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
        /// The operation of the source that undoes this one, with the same input; nil if there is none.
        public let undo: String?
        /// The text about the rows that is shown after the operation has succeeded; nil for none.
        public let notice: RowTemplate?
        /// True if the feature loads its rows again after the operation, because the operation may have changed them.
        public let changesRows: Bool

        /// Creates a performer from a source and its operation.
        public init(
            source: any DataSource, operation: String, undo: String? = nil, notice: RowTemplate? = nil,
            changesRows: Bool = false
        ) {
            self.source = source
            self.operation = operation
            self.undo = undo
            self.notice = notice
            self.changesRows = changesRows
        }

        /// Returns the source's name of an operation.
        func name(of request: RowOperation) -> String { request.isUndo ? undo ?? operation : operation }

        /// Asks the source for the current request of an operation.
        public func answer(to request: RowOperation) -> SourceAnswer<JSONText> {
            source.perform(name(of: request), input: request.input, opID: request.requestID)
        }

        /// Returns the notice about an operation that has succeeded; nil if none is to be shown.
        fileprivate func notice(about request: RowOperation) -> Notice? {
            if request.isUndo { return nil }
            // All sessions get the same notice, so its values are not in the language of one reader.
            return notice.map { Notice($0.filled(with: request.rows, count: request.rows.count, by: Viewing())) }
        }
    }

    /// The id that `accept` names, which is also the output's name.
    public let id: String
    /// The title shown to the user.
    public let title: String
    /// The purpose and the icon.
    public let caption: Caption
    /// The rows that the action is about.
    public let scope: Scope
    /// The condition of the rows to which the action applies; nil for all rows.
    public let condition: Condition?
    /// The source and its operation that perform the action; nil if the receiver of the output performs it.
    public let performer: Performer?
    /// The name of the modal that asks the user before the action is done; nil for none.
    public let question: String?
    /// The meaning of the action.
    public let role: Role
    /// The key that a client offers for the action, a character or `Enter`; nil for none.
    public let key: String?

    /// The key that opens the active row.
    public static let enter = "Enter"

    /// Creates an action.
    public init(
        id: String, title: String, caption: Caption = Caption(), scope: Scope = .selection,
        condition: Condition? = nil, performer: Performer? = nil, question: String? = nil, role: Role = .default,
        key: String? = nil
    ) {
        self.id = id
        self.title = title
        self.caption = caption
        self.scope = scope
        self.condition = condition
        self.performer = performer
        self.question = question
        self.role = role
        self.key = key
    }

    /// The description of an operation's effect for users.
    public func info(of operation: RowOperation) -> EffectInfo {
        let isCancellable = performer.map { $0.source.canCancel($0.name(of: operation)) } ?? false
        return EffectInfo(
            title: operation.isUndo ? "Undo: \(title)" : title, part: operation.part, isCancellable: isCancellable)
    }

    /// Returns the rows to which the action applies.
    public func applicable(_ rows: [SourceRow]) -> [SourceRow] {
        condition.map { condition in rows.filter { $0.matches(condition) } } ?? rows
    }

    /// The refusal of the action because it applies to none of the rows.
    public var notApplicable: ActionRefusal {
        let needs = condition.map { ": it needs \($0.words)" } ?? ""
        return .unavailable("notApplicable", detail: "\(title) applies to none of these rows\(needs)")
    }
}

extension [RowAction] {
    /// The action with an id; nil if none is declared.
    public func named(_ id: String) -> RowAction? { first { isSameText($0.id, id) } }

    /// Shows the notice about an operation that has succeeded, if its action has one.
    ///
    /// - Parameter undo: makes the action that undoes the operation.
    public func notice<Action>(
        about operation: RowOperation, undo: (RowOperation) -> Action
    ) -> Effect<Action> {
        guard let performer = named(operation.action)?.performer, let notice = performer.notice(about: operation)
        else { return .none }
        return .notice(notice, undo: performer.undo == nil ? nil : undo(operation))
    }

    /// The member `actions` of a list's or a search's state, as JSON.
    var text: JSONText {
        JSONText.build { json in
            json.beginArray()
            for action in self {
                json.beginObject()
                json.field("id", action.id)
                json.field("title", action.title)
                action.caption.writeMembers(to: &json)
                if action.scope != .selection { json.field("on", action.scope.rawValue) }
                if action.role != .default { json.field("role", action.role.rawValue) }
                if let key = action.key { json.field("key", key) }
                json.endObject()
            }
            json.endArray()
        }
    }

    /// Returns the mistake in the name of an action; nil if the action is declared.
    public func mistake(in name: String) -> ActionRefusal? {
        if named(name) != nil { return nil }
        let message =
            isEmpty
            ? "there is no action \(name); none is declared"
            : "there is no action \(name); declared are \(map(\.id).joined(separator: ", "))"
        return .invalidParams([.init(path: "/action", code: "unknown", message: message)])
    }
}
