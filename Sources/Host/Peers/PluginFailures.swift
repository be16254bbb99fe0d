import FeatureKit

extension Failure {
    /// The error for a request whose plugin has failed.
    package static func pluginFailed(_ name: String, _ what: String) -> Failure {
        Failure("pluginFailed", "the plugin \(name) \(what); the next use starts it again")
    }

    /// The error for a request whose plugin has failed too often to be restarted immediately.
    package static func pluginRests(_ name: String, _ what: String, milliseconds: Int) -> Failure {
        let seconds = (milliseconds + 999) / 1_000
        return Failure(
            "pluginFailed", "the plugin \(name) \(what), several times; it can be started again in \(seconds) s")
    }

    /// The error for a kind of source that the plugin does not have.
    package static func noSource(_ kind: String, _ name: String, _ kinds: [String]) -> Failure {
        let known = kinds.isEmpty ? "it has no sources" : "it has: \(kinds.joined(separator: ", "))"
        return Failure("invalidData", "the plugin \(name) has no source \(kind); \(known)", retryable: false)
    }
}
