import FHJSON

/// Counts how often commands are done, by which ``CommandList`` orders them.
///
/// The counts begin with the first `host/commands` and end with the host. They belong to no session.
final class CommandUses {
    /// False before the first `host/commands`, so that hosts without a palette count nothing.
    private(set) var isCounting = false
    private var counts: [String: Int] = [:]

    /// The maximum number of counted commands, because clients choose the params that tell commands apart.
    private static let most = 2_000
    /// The maximum length of the name of a counted command.
    private static let longestName = 300
    /// The params whose texts tell commands with the same action apart.
    private static let naming = ["action", "modal", "route", "filter"]

    func begin() { isCounting = true }

    /// Counts one use of a named command.
    func note(_ name: String) {
        guard isCounting, name.utf8.count <= Self.longestName else { return }
        if counts[name] == nil, counts.count >= Self.most { return }
        counts[name, default: 0] += 1
    }

    /// The number of times that a named command was done.
    func count(of name: String) -> Int { counts[name] ?? 0 }

    static func name(opening feature: String) -> String { "open \(feature)" }

    static func name(sending action: String, _ params: JSONValue?, in feature: String) -> String {
        let named = naming.compactMap { key in params?[key]?.stringValue.map { "\(key)=\($0)" } }
        return (["send", feature, action] + named).joined(separator: " ")
    }
}
