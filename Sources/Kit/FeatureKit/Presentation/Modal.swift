import FHJSON

/// A modal that a feature, its presenter, can show: another feature, or a question with buttons.
///
/// ```swift
/// Modal(style: .confirmation, title: "Delete {title}?", target: .activeItem, buttons: [
///     Modal.Button(id: "delete", title: "Delete", role: .destructive, action: ActionLink("deleteItems")),
///     Modal.Button(id: "cancel", title: "Cancel", role: .cancel),
/// ])
/// ```
public struct Modal: Sendable {
    /// The way in which clients show a modal.
    public enum Style: String, Sendable, CaseIterable {
        case sheet, fullScreen, popover, alert, confirmation

        /// True if the modal contains a feature; the other styles only ask a question.
        public var holdsFeature: Bool { self != .alert && self != .confirmation }
    }

    /// The rows that a modal can be about.
    public enum Target: String, Sendable, CaseIterable {
        /// The active row.
        case activeItem
        /// The marked rows or, if none is marked, the active row.
        case selection
    }

    /// The condition under which the user may dismiss a modal without pressing a button.
    public enum Dismissal: Sendable {
        /// Always dismissible.
        case always
        /// Never dismissible.
        case never
        /// Dismissible while the modal's feature has no unsaved changes and no write in progress.
        case unchanged
        /// Dismissible while a condition on the state of the modal's feature holds; made with ``when(_:_:)``.
        case condition(Condition)

        /// A condition on the state of a feature whose type the presenter doesn't know.
        public struct Condition: Sendable {
            let holds: @Sendable (AnyState) -> Bool
        }

        /// Dismissible while a condition on the state of the modal's feature holds.
        ///
        /// The modal is never dismissible if its feature has another type than `type`.
        ///
        /// - Parameters:
        ///   - type: the type of the modal's feature.
        ///   - holds: returns true if the user may dismiss the modal now.
        public static func when<F: Feature>(
            _ type: F.Type, _ holds: @escaping @Sendable (F.State) -> Bool
        ) -> Dismissal {
            .condition(Condition { $0.readIfPossible(Presenting<F>.State.self) { holds($0.base) } ?? false })
        }
    }

    /// A button of a modal.
    public struct Button: Sendable {
        /// The meaning of a button.
        public enum Role: String, Sendable, CaseIterable {
            case `default`, cancel, destructive
        }

        /// The button's id, unique in the modal.
        public let id: String
        /// The button's title.
        public let title: String
        /// The meaning of the button.
        public let role: Role
        /// The presenter's action when the button is pressed; nil for none.
        public let action: ActionLink?

        /// Makes a button.
        public init(id: String, title: String, role: Role = .default, action: ActionLink? = nil) {
            self.id = id
            self.title = title
            self.role = role
            self.action = action
        }
    }

    /// The way in which clients show the modal.
    public var style: Style
    /// The title, filled in from the target rows; nil for the title of the modal's feature.
    public var title: RowTemplate?
    /// The message under the title, filled in from the target rows; nil for none.
    public var message: RowTemplate?
    /// True if the modal's feature requires exactly one row.
    public var isAboutOneRow = false
    /// True if the modal's feature asks for the input of an action on the target rows, so that it doesn't edit a row.
    ///
    /// It begins with the values of a single row, emits all of its values, and doesn't follow the row.
    public var isInput = false
    /// The modal's feature; nil for a question.
    public var feature: FeatureLink?
    /// The declared opening params of the modal's feature.
    public var params: JSONText
    /// The target rows, which the modal is about; nil for a modal that is about no rows.
    public var target: Target?
    /// The members of the target rows on which the buttons depend.
    ///
    /// If one of the members changes, all buttons that have an action are disabled.
    public var dependsOn: [RowMember] = []
    /// The buttons.
    public var buttons: [Button]
    /// The presenter's action for an output of the modal's feature; nil for none.
    public var onOutput: ActionLink?
    /// The condition under which the user may dismiss the modal.
    public var dismissal: Dismissal

    /// Makes a modal.
    public init(
        style: Style, title: RowTemplate? = nil, message: RowTemplate? = nil, feature: FeatureLink? = nil,
        params: JSONText = .emptyObject, target: Target? = nil, dependsOn: [RowMember] = [], buttons: [Button] = [],
        onOutput: ActionLink? = nil, dismissal: Dismissal = .always
    ) {
        self.style = style
        self.title = title
        self.message = message
        self.feature = feature
        self.params = params
        self.target = target
        self.dependsOn = dependsOn
        self.buttons = buttons
        self.onOutput = onOutput
        self.dismissal = dismissal
    }
}
