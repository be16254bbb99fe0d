import FHJSON

/// The first members of all snapshots of an instance, encoded once.
public struct SnapshotHead: Sendable {
    /// The members `instance`, `feature` and `kind`, for the root feature.
    let whole: JSONMembers
    /// The member `instance` alone, because a child has its own feature and kind.
    let instance: JSONMembers

    /// Makes the members.
    ///
    /// - Parameters:
    ///   - instance: the name of the instance.
    ///   - feature: the feature's id in the catalog.
    ///   - kind: the feature's kind; nil if the code that writes the state also writes the kind.
    public init(instance: String, feature: String, kind: FeatureKind?) {
        self.instance = JSONMembers { $0.field("instance", instance) }
        whole = JSONMembers { json in
            json.field("instance", instance)
            json.field("feature", feature)
            if let kind { json.field("kind", kind.rawValue) }
        }
    }

    /// Writes the members into the object that is being written.
    ///
    /// - Parameters:
    ///   - json: the writer.
    ///   - isOfChild: true to write only the instance, for the snapshot of a child with another feature and kind.
    public func write(to json: inout JSONWriter, isOfChild: Bool) {
        (isOfChild ? instance : whole).write(to: &json)
    }
}

/// Members of an object, encoded without braces for repeated use.
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
