import FHJSON

/// Finds and ranks the commands of `host/commands`, and counts how often they are done.
///
/// Isolated to the core thread.
package protocol CommandService: AnyObject {
    /// Counts a feature that was opened.
    func note(opened feature: String)

    /// Counts an action that was applied.
    ///
    /// - Parameter feature: the feature of the instance, in which the action was sent to any path.
    func note(sent action: String, _ params: JSONValue?, in feature: String)

    /// Writes the result of `host/commands`.
    ///
    /// - Parameter entries: the catalog entries of the features that plugins have listed.
    func write(
        _ question: CommandQuestion, of catalog: Catalog, pluginEntries entries: [JSONValue], to json: inout JSONWriter)
}

/// The params of `host/commands`.
package struct CommandQuestion {
    /// The features that the user sees, from the inside out; empty for none.
    package var contexts: [CommandContext] = []
    package let query: String
    package let limit: Int
}

/// A feature that the user sees, with its newest snapshot, from which its commands are read.
package struct CommandContext {
    package let instance: String
    package let path: [String]
    /// The feature of the instance, by which uses are counted.
    package let rootFeature: String
    /// The params of `state/snapshot`, for this path.
    package let snapshot: JSONValue
    /// The names of the feature's actions.
    package let actions: Set<String>

    /// The path, and the paths of the features that contain the feature there, from the inside out.
    ///
    /// The features below a presentation are left out, because the user has to leave the presentation first.
    static func places(around path: [String]) -> [[String]] {
        let start = path.lastIndex(of: "presentation").map { $0 + 1 } ?? 0
        return (start...path.count).reversed().map { Array(path.prefix($0)) }
    }

    /// A reason of `unavailable` in words for users.
    package static func words(for reason: String) -> String { RefusalReason.explanation(of: reason) }
}
