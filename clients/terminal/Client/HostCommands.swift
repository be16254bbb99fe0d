public import FHJSON

/// A command in the answer to `host/commands`.
public struct HostCommand {
    /// The JSON object of the command.
    public let json: JSONValue
    /// The title; for a feature to open, the title of the feature.
    public var title: String { json.text("title") }
    /// The purpose; empty if none is declared.
    public var description: String { json.text("description") }
    /// The glyph of the icon; empty for none.
    public var glyph: String { IconGlyph.glyph(of: json.text("icon")) ?? "" }
    /// The declared key; empty for none.
    public var key: String { json.text("key") }
    /// The number of times that the command was done.
    public var uses: Int { json.number("uses") }
    /// The feature that the command opens; nil for an action.
    public var feature: String? {
        json.text("method") == "feature/open" ? json.object("params").text("feature") : nil
    }
    /// The reason, for users, why the command has no effect now; nil if it has one.
    public var reason: String? {
        guard json.value("available")?.boolValue == false else { return nil }
        let words = Refusals.words(for: json.text("reason"))
        return words.isEmpty ? json.text("message") : words
    }
}

/// The commands that a host offers for a place, which are requested again for each query.
///
/// A host without `host/commands` has none.
public final class HostCommands {
    /// The commands for ``query``, the best first; empty until the host has answered.
    public private(set) var all: [HostCommand] = []
    /// The query of ``all``; nil until the host has answered.
    public private(set) var query: String?
    private let session: Session
    private let node: Node?
    private var asked: String?

    /// Makes the commands of a place.
    ///
    /// - Parameter node: the feature that the user sees; nil for none.
    public init(_ session: Session, at node: Node?) {
        self.session = session
        self.node = node
    }

    /// Requests the commands for a query, unless they were requested last.
    public func ask(_ query: String) {
        guard session.end == nil, !isSameText(asked, query) else { return }
        asked = query
        let params = Params { [node] json in
            if let node {
                json.field("instance", node.snapshot.instance)
                if !node.snapshot.path.isEmpty { json.field("path", node.snapshot.path) }
            }
            if !query.isEmpty { json.field("query", String(query.prefix(1_000))) }
        }
        session.request("host/commands", params) { [weak self] answer in
            guard let self, isSameText(asked, query), case .result(let result) = answer else { return }
            all = result.objects("commands").map(HostCommand.init)
            self.query = query
        }
    }

    /// Sends the action of a command.
    public func send(_ command: HostCommand) {
        let params = command.json.object("params")
        session.send(
            Session.Sent(
                instance: params.text("instance"), path: params.texts("path"), action: params.text("action"),
                params: JSONText(params.object("params"))),
            title: command.title, isQuiet: false, done: nil)
    }
}
