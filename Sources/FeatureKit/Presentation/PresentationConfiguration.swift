/// What a feature offers beside its own actions: what it presents, its buttons, what it does with its outputs.
public struct PresentationConfiguration: Sendable {
    /// What can be presented, by name.
    public var modals: [String: Modal]
    /// What a front end offers as buttons.
    public var toolbar: [ToolbarItem]
    /// What the feature does with outputs of its own, by their names; all others go to whoever presented it.
    public var outputs: [String: ActionLink]

    /// Makes a configuration; by default there is nothing.
    public init(
        modals: [String: Modal] = [:], toolbar: [ToolbarItem] = [], outputs: [String: ActionLink] = [:]
    ) {
        self.modals = modals
        self.toolbar = toolbar
        self.outputs = outputs
    }
}
