/// The modals, the toolbar and the output handlers that are declared for a feature.
public struct PresentationConfiguration: Sendable {
    /// The modals by name.
    public var modals: [String: Modal]
    /// The buttons of the toolbar that clients show.
    public var toolbar: [ToolbarItem]
    /// The feature's actions for outputs that it emits itself, by the names of the outputs.
    ///
    /// All other outputs go to the enclosing feature.
    public var outputs: [String: ActionLink]

    /// Makes a configuration, by default an empty one.
    public init(
        modals: [String: Modal] = [:], toolbar: [ToolbarItem] = [], outputs: [String: ActionLink] = [:]
    ) {
        self.modals = modals
        self.toolbar = toolbar
        self.outputs = outputs
    }
}
