/// The parts that are declared around a feature: its modals, its toolbar, and the handlers of its outputs.
public struct PresentationConfiguration: Sendable {
    /// The modals by name.
    public var modals: [String: Modal]
    /// The toolbar that clients show.
    public var toolbar: [ToolbarItem]
    /// The feature's actions for its own outputs, by the names of the outputs.
    ///
    /// All other outputs go to the presenter.
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
