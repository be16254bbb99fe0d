import FHCommands
import FHHosting
import FHJSON
import FHPeers

/// The first line of a recording.
///
/// It contains everything that is needed to create an identical host.
package struct RecordingHeader: Sendable, Equatable {
    /// The version of the recording format.
    private static let version = 1

    /// True if time moves only by `clock/advance`.
    package var isClockVirtual: Bool
    /// The seed of generated ids.
    package var seed: UInt64
    /// The condition for the host to end.
    package var lifetime: Lifetime
    /// The maximum number of sessions, if it is limited.
    package var maxSessions: Int?
    /// The path of the workspace, as given on the command line.
    package var path: String?
    /// The text of the workspace.
    package var workspace: String?
    /// True if the gallery is served in addition to the workspace.
    package var hasGallery: Bool
    /// True if the host was started with `--trace`, so that instances store the causes of revisions from the start.
    package var isTraced: Bool
    /// The manifests of the installed plugins that the workspace names, by plugin name.
    package var manifests: [String: String]

    /// Creates the header of a recording of a host with these options.
    package init(
        _ options: Host.Options, path: String?, workspace: String?, hasGallery: Bool, manifests: [String: String]
    ) {
        isTraced = options.isTraced
        self.manifests = manifests.mapValues(Self.withoutEnvironments)
        isClockVirtual = options.isClockVirtual
        seed = options.seed
        lifetime = options.lifetime
        maxSessions = options.limits.maxSessions
        self.path = path
        self.workspace = workspace.map(Self.withoutEnvironments)
        self.hasGallery = hasGallery
    }

    /// Removes the environments and arguments of plugins.
    ///
    /// A replay does not start plugins, and the removed values may contain secrets.
    private static func withoutEnvironments(_ text: String) -> String {
        guard let value = try? JSONValue(parsing: text) else { return text }
        func write(_ value: JSONValue, _ depth: Int, to json: inout JSONWriter) {
            guard value.isObject else { return json.value(value) }
            json.beginObject()
            for (name, member) in value.members {
                json.key(name)
                switch (name, depth) {
                case ("env", 0), ("env", 2): json.value(JSONText.emptyObject)
                case ("command", 0), ("command", 2): json.value(member.elements.prefix(1).map { $0.stringValue ?? "" })
                case ("plugins", 0), (_, 1): write(member, depth + 1, to: &json)
                default: json.value(member)
                }
            }
            json.endObject()
        }
        return JSONText.build { write(value, 0, to: &$0) }.string
    }

    /// Parses the first line of a recording.
    ///
    /// - Throws: a description of the error in the line.
    init(parsing line: [UInt8]) throws(ReplayFailure) {
        guard let value = try? JSONValue(parsing: line), let version = value["recording"]?.intValue else {
            throw ReplayFailure("is no recording: its first line is none that `serve --record` writes")
        }
        guard version == Self.version else {
            throw ReplayFailure("is a recording of version \(version); this program plays version \(Self.version)")
        }
        guard let seed = value["seed"]?.stringValue.flatMap(UInt64.init),
            let lifetime = value["lifetime"]?.stringValue.flatMap(Lifetime.init)
        else { throw ReplayFailure("has a first line without seed or lifetime") }
        isClockVirtual = value["clock"]?.stringValue == "virtual"
        self.seed = seed
        self.lifetime = lifetime
        maxSessions = value["maxSessions"]?.intValue
        path = value["path"]?.stringValue
        workspace = value["workspace"]?.stringValue
        hasGallery = value["gallery"]?.boolValue ?? false
        isTraced = value["trace"]?.boolValue ?? false
        manifests = [:]
        if let texts = value["manifests"] {
            for (name, text) in texts.members { manifests[name] = text.stringValue }
        }
    }

    /// The options of an identical host.
    package var options: Host.Options {
        var options = Host.Options()
        options.isClockVirtual = isClockVirtual
        options.seed = seed
        options.lifetime = lifetime
        options.limits.maxSessions = maxSessions
        options.isTraced = isTraced
        options.servePeople()
        // Only `serve` records, and it starts the SQLite plugin early.
        options.startsAhead = true
        return options
    }

    var text: JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("recording", Self.version)
            json.field("host", Host.version)
            json.field("clock", isClockVirtual ? "virtual" : "real")
            json.field("seed", "\(seed)")
            json.field("lifetime", lifetime.rawValue)
            if let maxSessions { json.field("maxSessions", maxSessions) }
            json.field("path", path)
            json.field("workspace", workspace)
            json.field("gallery", hasGallery)
            json.field("trace", isTraced)
            json.key("manifests")
            json.beginObject()
            for (name, text) in manifests.sorted(by: { $0.key < $1.key }) {
                json.key(name)
                json.value(text)
            }
            json.endObject()
            json.endObject()
        }
    }
}

/// The reason why a recording can't be replayed.
package struct ReplayFailure: Error, Equatable, CustomStringConvertible {
    /// The reason, as a phrase that follows the name of the recording, such as `has no whole line`.
    package let description: String

    init(_ description: String) { self.description = description }
}
