import FeatureKit

extension Failure {
    /// A plugin is not there to answer.
    static func pluginFailed(_ name: String, _ what: String) -> Failure {
        Failure("pluginFailed", "the plugin \(name) \(what); it is started again, so retry")
    }

    /// A plugin does not have what is asked for.
    static func noSource(_ kind: String, _ name: String, _ kinds: [String]) -> Failure {
        let known = kinds.isEmpty ? "it has none" : "it has: \(kinds.joined(separator: ", "))"
        return Failure("invalidData", "the plugin \(name) has no source \(kind); \(known)", retryable: false)
    }
}
