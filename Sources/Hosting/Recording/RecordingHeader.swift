import JSON

/// The first line of a recording: what is needed to make the same host again.
package struct RecordingHeader: Sendable, Equatable {
    /// The version of the lines below.
    private static let version = 1

    /// Whether time moves only by `clock/advance`.
    package var isClockVirtual: Bool
    /// Where generated ids begin.
    package var seed: UInt64
    /// When the host has nothing left to do.
    package var lifetime: Lifetime
    /// How many sessions there may be, where that is told.
    package var maxSessions: Int?
    /// The workspace's path, as it was given.
    package var path: String?
    /// The workspace's text.
    package var workspace: String?
    /// Whether the gallery is served beside the workspace.
    package var hasGallery: Bool
    /// Whether instances remember from the beginning why there are their revisions.
    package var isTraced: Bool
    /// The manifests of the installed plugins that the workspace names, by their names.
    package var manifests: [String: String]

    /// What a host is started with.
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

    /// A workspace or a manifest without what its plugins are given: they are not started again, and it may be secret.
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

    /// Reads a first line.
    ///
    /// - Throws: what is wrong with it.
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

    /// The options of the same host.
    package var options: Host.Options {
        var options = Host.Options()
        options.isClockVirtual = isClockVirtual
        options.seed = seed
        options.lifetime = lifetime
        options.limits.maxSessions = maxSessions
        options.isTraced = isTraced
        // As `serve`, which alone records.
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

/// Why a recording can't be played.
package struct ReplayFailure: Error, Equatable, CustomStringConvertible {
    /// What is wrong with it, as what follows its name in a sentence.
    package let description: String

    init(_ description: String) { self.description = description }
}
