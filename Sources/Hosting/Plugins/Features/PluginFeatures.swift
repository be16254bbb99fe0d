/// The features of a plugin, and who waits to be told them.
struct PluginFeatures {
    /// What it has told last; none before that.
    private(set) var all: [PluginFeature] = []
    /// Whether it has told.
    private(set) var isKnown = false
    /// How many entries of those that it told are none.
    private(set) var leftOut = 0
    private var waiting: [() -> Void] = []

    /// Notes what the plugin has; nil where it can't tell.
    ///
    /// - Returns: who has waited for that, to be called.
    mutating func note(_ features: [PluginFeature]?, leftOut: Int) -> [() -> Void] {
        if let features {
            all = features
            self.leftOut = leftOut
            isKnown = true
        }
        defer { waiting = [] }
        return waiting
    }

    /// Has someone told when it is known, or known that it won't be.
    mutating func wait(_ body: @escaping () -> Void) { waiting.append(body) }
}
