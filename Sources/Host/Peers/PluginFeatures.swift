/// The features of a plugin, and the functions that wait for their list.
package struct PluginFeatures {
    /// The features in the last list; empty before the first list.
    package private(set) var all: [PluginFeature] = []
    /// True after the first list.
    package private(set) var isKnown = false
    /// The number of invalid entries in the last list.
    package private(set) var leftOut = 0
    private var waiting: [() -> Void] = []

    package init() {}

    /// Stores the listed features.
    ///
    /// The features are nil if the plugin could not list them.
    ///
    /// - Returns: the functions that waited for the list, which the caller has to call.
    package mutating func note(_ features: [PluginFeature]?, leftOut: Int) -> [() -> Void] {
        if let features {
            all = features
            self.leftOut = leftOut
            isKnown = true
        }
        defer { waiting = [] }
        return waiting
    }

    /// Adds a function to be called once the plugin has listed its features or failed.
    package mutating func wait(_ body: @escaping () -> Void) { waiting.append(body) }
}
