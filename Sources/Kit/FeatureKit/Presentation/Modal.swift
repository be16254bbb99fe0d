import FHJSON

/// A modal that a feature can present: a feature over it, or a question.
///
/// ```swift
/// Modal(style: .confirmation, title: "Delete {title}?", target: .activeItem, buttons: [
///     Modal.Button(id: "delete", title: "Delete", role: .destructive, action: ActionLink("deleteItems")),
///     Modal.Button(id: "cancel", title: "Cancel", role: .cancel),
/// ])
/// ```
public struct Modal: Sendable {
    /// The presentation by clients.
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
        /// Dismissible while a condition on the feature's state holds; made with ``when(_:_:)``.
        case condition(Condition)

        /// A condition on the state of a feature whose type the presenter doesn't know.
        public struct Condition: Sendable {
            let holds: @Sendable (AnyState) -> Bool
        }

        /// Dismissible while a condition on the feature's state holds; never for a feature of another type.
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

    /// The presentation by clients.
    public var style: Style
    /// The title, filled in from the target rows; nil for the feature's own title.
    public var title: RowTemplate?
    /// The message under the title, filled in from the target rows.
    public var message: RowTemplate?
    /// True if the modal's feature requires exactly one row.
    public var isAboutOneRow = false
    /// The modal's feature; nil for a question.
    public var feature: FeatureLink?
    /// The declared opening params of the feature.
    public var params: JSONText
    /// The rows that the modal is about; nil if none.
    public var target: Target?
    /// The members of the target rows on which the buttons depend: if one changes, the buttons are disabled.
    public var dependsOn: [RowMember] = []
    /// The buttons.
    public var buttons: [Button]
    /// The presenter's action for an output of the feature; nil for none.
    public var onOutput: ActionLink?
    /// The condition for dismissal by the user.
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
