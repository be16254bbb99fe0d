/// The features of a plugin, and the functions that wait for their list.
struct PluginFeatures {
    /// The features in the last list; empty before that.
    private(set) var all: [PluginFeature] = []
    /// True after the first list.
    private(set) var isKnown = false
    /// The number of invalid entries in the last list.
    private(set) var leftOut = 0
    private var waiting: [() -> Void] = []

    /// Stores the listed features; nil if the plugin could not list them.
    ///
    /// - Returns: the functions that waited for the list, to be called.
    mutating func note(_ features: [PluginFeature]?, leftOut: Int) -> [() -> Void] {
        if let features {
            all = features
            self.leftOut = leftOut
            isKnown = true
        }
        defer { waiting = [] }
        return waiting
    }

    /// Adds a function to be called once the plugin has listed its features or failed.
    mutating func wait(_ body: @escaping () -> Void) { waiting.append(body) }
}
