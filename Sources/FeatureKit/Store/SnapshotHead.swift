import JSON

/// What all snapshots of an instance begin with, encoded once.
public struct SnapshotHead: Sendable {
    /// `instance`, `feature` and `kind`: of the instance itself.
    let whole: JSONMembers
    /// `instance` alone: a child's feature and kind are its own.
    let instance: JSONMembers

    /// Names an instance and its feature.
    public init(instance: String, feature: String, kind: FeatureKind) {
        self.instance = JSONMembers { $0.field("instance", instance) }
        whole = JSONMembers { json in
            json.field("instance", instance)
            json.field("feature", feature)
            json.field("kind", kind.rawValue)
        }
    }
}

/// Members of an object, encoded without its braces: what is the same in many.
struct JSONMembers: Sendable {
    let bytes: [UInt8]

    /// Encodes the members of an object.
    init(_ body: (inout JSONWriter) -> Void) {
        let object = JSONText.build { json in
            json.beginObject()
            body(&json)
            json.endObject()
        }
        bytes = Array(object.bytes.dropFirst().dropLast())
    }

    func write(to json: inout JSONWriter) {
        if !bytes.isEmpty { bytes.withUnsafeBytes { json.rawValue($0) } }
    }
}
