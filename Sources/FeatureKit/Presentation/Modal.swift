import JSON

/// What a feature can present, declared beside it: a feature over it, or a question.
public struct Modal: Sendable {
    /// How it is shown.
    public enum Style: String, Sendable, CaseIterable {
        case sheet, fullScreen, popover, alert, confirmation

        /// Whether it holds a feature; the others only ask.
        public var holdsFeature: Bool { self != .alert && self != .confirmation }
    }

    /// The rows that it can be about.
    public enum Target: String, Sendable, CaseIterable {
        /// The row that keys act on.
        case activeItem
        /// The marked rows; where none is marked, the row that keys act on.
        case selection
    }

    /// When a person may leave without pressing a button.
    public enum Dismissal: Sendable {
        /// At any time.
        case always
        /// Never.
        case never
        /// While the feature that it holds has no changes to lose and nothing to save.
        case unchanged
        /// While the state of that feature says so; made with ``when(_:_:)``.
        case condition(Condition)

        /// What is asked of the state of a feature whose type the presenter doesn't know.
        public struct Condition: Sendable {
            let holds: @Sendable (AnyState) -> Bool
        }

        /// While the state of the feature says so; a feature of another type is never left.
        ///
        /// - Parameters:
        ///   - type: the type of the feature that the modal holds.
        ///   - holds: whether a person may leave it now.
        public static func when<F: Feature>(
            _ type: F.Type, _ holds: @escaping @Sendable (F.State) -> Bool
        ) -> Dismissal {
            .condition(Condition { $0.readIfPossible(Presenting<F>.State.self) { holds($0.base) } ?? false })
        }
    }

    /// One of the answers that a person can give.
    public struct Button: Sendable {
        /// What it means.
        public enum Role: String, Sendable, CaseIterable {
            case `default`, cancel, destructive
        }

        /// Its name; unique in its modal.
        public let id: String
        /// What a person reads on it.
        public let title: String
        /// What it means.
        public let role: Role
        /// What the presenter does when it is pressed; nil if nothing.
        public let action: ActionLink?

        /// Makes a button.
        public init(id: String, title: String, role: Role = .default, action: ActionLink? = nil) {
            self.id = id
            self.title = title
            self.role = role
            self.action = action
        }
    }

    /// How it is shown.
    public var style: Style
    /// The text that is read first; nil is the feature's own title; filled in where there is a target.
    public var title: RowTemplate?
    /// The text that is read then, filled in where there is a target.
    public var message: RowTemplate?
    /// Whether the feature that it holds needs a row, and takes one alone.
    public var isAboutOneRow = false
    /// The feature that it holds.
    public var feature: FeatureLink?
    /// What that feature is opened with.
    public var params: JSONText
    /// The rows that it is about; nil where it is about none.
    public var target: Target?
    /// The members of these rows that its buttons depend on: with another value of one of them they are off.
    public var dependsOn: [RowMember] = []
    /// The answers that a person can give.
    public var buttons: [Button]
    /// What the presenter does with the feature's output.
    public var onOutput: ActionLink?
    /// When a person may leave without pressing a button.
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
