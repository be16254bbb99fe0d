import JSON

/// What a feature can present, declared beside it: a feature over it, or a question.
public struct Modal: Sendable {
    /// How it is shown.
    public enum Style: String, Sendable, CaseIterable {
        case sheet, fullScreen, popover, alert, confirmation

        /// Whether it holds a feature; the others only ask.
        public var holdsFeature: Bool { self != .alert && self != .confirmation }
    }

    /// What it can be about.
    public enum Target: String, Sendable, CaseIterable {
        /// The row that keys act on.
        case activeItem
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
    /// What a person reads first; nil is the feature's own title.
    public var title: String?
    /// What a person reads then.
    public var message: String?
    /// The feature that it holds.
    public var feature: FeatureLink?
    /// What that feature is opened with.
    public var params: JSONText
    /// What it is about.
    public var target: Target?
    /// The answers that a person can give.
    public var buttons: [Button]
    /// What the presenter does with the feature's output.
    public var onOutput: ActionLink?
    /// Whether a person may leave without pressing a button.
    public var isDismissible: Bool

    /// Makes a modal.
    public init(
        style: Style, title: String? = nil, message: String? = nil, feature: FeatureLink? = nil,
        params: JSONText = .emptyObject, target: Target? = nil, buttons: [Button] = [], onOutput: ActionLink? = nil,
        isDismissible: Bool = true
    ) {
        self.style = style
        self.title = title
        self.message = message
        self.feature = feature
        self.params = params
        self.target = target
        self.buttons = buttons
        self.onOutput = onOutput
        self.isDismissible = isDismissible
    }
}
