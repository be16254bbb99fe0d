import FHJSON

/// The state of an instance, or of a child, at one revision.
public struct Snapshot: Sendable {
    /// The JSON object of the instance or the child.
    public let json: JSONValue
    /// The name of the instance.
    public let instance: String
    /// The path of the child; empty for the instance itself.
    public let path: [String]
    /// The revision of the instance and its children.
    public let revision: Int
    /// The ``Session/generation`` in which the snapshot arrived; each host counts revisions on its own.
    public let generation: Int

    /// Reads the snapshot of an instance; nil if the object is not a snapshot.
    public init?(_ json: JSONValue, generation: Int = 0) {
        guard Self.isFeature(json), let instance = json["instance"]?.stringValue,
            let revision = json["revision"]?.intValue
        else { return nil }
        self.init(json: json, instance: instance, path: [], revision: revision, generation: generation)
    }

    private init(json: JSONValue, instance: String, path: [String], revision: Int, generation: Int) {
        self.json = json
        self.instance = instance
        self.path = path
        self.revision = revision
        self.generation = generation
    }

    /// The id of the feature.
    public var feature: String { json.text("feature") }
    /// The kind of the feature, such as `list`.
    ///
    /// Later editions of the protocol may add kinds.
    public var kind: String { json.text("kind") }
    /// The state, whose members depend on the kind.
    public var state: JSONValue { json.object("state") }
    /// True if no work of the instance is outstanding.
    var isSettled: Bool { json["settled"]?.boolValue != false }
    /// True if another client has caused the revision.
    public var isOfPeer: Bool { json.object("cause").text("origin") == "peer" }

    /// Returns the reason why an action would be refused now; nil if it would not.
    public func reason(against action: String) -> String? { json.object("unavailable").value(action)?.stringValue }

    /// Returns a child of this snapshot; nil if there is none at the path.
    public func child(_ path: [String]) -> Snapshot? {
        var found = json
        for name in path {
            guard let next = Self.step(from: found, name) else { return nil }
            found = next
        }
        guard path.isEmpty || Self.isFeature(found) else { return nil }
        return Snapshot(
            json: found, instance: instance, path: self.path + path, revision: revision, generation: generation)
    }

    private static func isFeature(_ value: JSONValue) -> Bool {
        value["feature"]?.stringValue != nil && value["kind"]?.stringValue != nil && value["state"]?.isObject == true
    }

    /// Returns the value to which one name of a path leads.
    ///
    /// From a feature, the name leads to the presentation or to a member of the state, and from an array to the element
    /// with this key or id.
    private static func step(from value: JSONValue, _ name: String) -> JSONValue? {
        var found: JSONValue?
        if value.isArray {
            found = value.elements.first {
                isSameText($0["key"]?.stringValue, name) || isSameText($0["id"]?.stringValue, name)
            }
        } else if isFeature(value) {
            found = name == "presentation" ? value["presentation"] : value.object("state")[name]
        } else {
            found = value[name]
        }
        guard let found else { return nil }
        if found.isObject, !isFeature(found), let child = found["child"] { return child }
        return found
    }
}
